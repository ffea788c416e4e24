// Simplices, balls, shells and spheres.
#include <algorithm>
#include <cmath>

#include "domain/domain.hpp"
#include "domain/maps.hpp"
#include "domain/text.hpp"

namespace cuboid::domain {

namespace {

std::string emptiness_of_simplex(double volume) {
  return volume > 0 ? "" : "the simplex has no volume, since its vertices lie in a plane";
}

class Simplex final : public Domain {
 public:
  /// vertices: the apex first, if it is known.
  Simplex(int ndim, std::vector<double> vertices, bool knows_apex)
      : Domain(ndim, ndim),
        vertices_(std::move(vertices)),
        volume_(size_of_simplex(ndim, vertices_.data())),
        knows_apex_(knows_apex) {}

  void map_with(const double *, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    for (std::int64_t i = 0; i < count; ++i)
      jacobian[i] = simplex_map(ndim(), vertices_.data(), volume_, t + i * ndim(), x + i * ndim());
  }

  std::string device_text(const std::string &name) const override {
    return function(name, constants("vertices", vertices_) +
                              "return ::cuboid::domain::simplex_map(" + std::to_string(ndim()) +
                              ", vertices, " + number(volume_) + ", t, x);\n");
  }

  std::string emptiness(const double *) const override { return emptiness_of_simplex(volume_); }
  /// With the vertex in front beside which the integrand is largest: what is singular comes to the
  /// collapsed faces, and of smooth integrands cubature needs fewer evaluations as well.
  std::shared_ptr<const Domain> suited(const Look &look) const override {
    if (knows_apex_) return nullptr;
    constexpr double away = 1e-3;
    const auto n = static_cast<std::size_t>(ndim());
    std::vector<double> beside(vertices_), centre(n, 0.0);
    for (std::size_t i = 0; i < beside.size(); ++i)
      centre[i % n] += vertices_[i] / static_cast<double>(n + 1);
    for (std::size_t i = 0; i < beside.size(); ++i) beside[i] += away * (centre[i % n] - beside[i]);
    const std::vector<double> size = look(ndim() + 1, beside.data());
    const auto apex = std::max_element(size.begin(), size.end()) - size.begin();
    if (!(size[static_cast<std::size_t>(apex)] > 2 * size[0])) return nullptr;
    std::vector<double> sorted(vertices_);
    std::rotate(sorted.begin(), sorted.begin() + apex * ndim(),
                sorted.begin() + (apex + 1) * ndim());
    return std::make_shared<Simplex>(ndim(), std::move(sorted), true);
  }

  bool resolves_lower_face(int) const override {
    return std::all_of(vertices_.begin(), vertices_.begin() + ndim(),
                       [](double one) { return one == 0; });
  }

 private:
  std::vector<double> vertices_;
  double volume_;
  bool knows_apex_;
};

class SimplexOfEach final : public Domain {
 public:
  SimplexOfEach(int ndim, int apex) : Domain(ndim, ndim), apex_(apex) {
    set_numbers_of_each((ndim + 1) * ndim);
  }

  void map_with(const double *parameters, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    std::vector<double> vertices(static_cast<std::size_t>(numbers_of_each()));
    apex_first(ndim(), apex_, parameters, vertices.data());
    const double volume = size_of_simplex(ndim(), vertices.data());
    for (std::int64_t i = 0; i < count; ++i)
      jacobian[i] = simplex_map(ndim(), vertices.data(), volume, t + i * ndim(), x + i * ndim());
  }

  std::string device_text(const std::string &name) const override {
    const std::string n = std::to_string(ndim());
    const std::string size = "[" + std::to_string(numbers_of_each()) + "]";
    return function(
        name, "double vertices" + size + ", sides" + size + ";\n::cuboid::domain::apex_first(" + n +
                  ", " + std::to_string(apex_) +
                  ", p, vertices);\nconst double volume = ::cuboid::domain::simplex_volume(" + n +
                  ", vertices, sides);\nreturn ::cuboid::domain::simplex_map(" + n +
                  ", vertices, volume, t, x);\n");
  }

  std::string emptiness(const double *parameters) const override {
    return emptiness_of_simplex(size_of_simplex(ndim(), parameters));
  }

 private:
  int apex_;
};

/// The axis from which a map's angles are best counted: that around which the integrand changes
/// least, by its values at the ends of all axes.  An integrand with a symmetry about an axis, as
/// exp(z) or z^2, depends on no other angle then, and needs a tenth of the evaluations.
std::size_t best_polar_axis(const std::vector<double> &centre, double radius,
                            const Domain::Look &look) {
  const std::size_t n = centre.size();
  std::vector<double> x;
  for (std::size_t axis = 0; axis < n; ++axis)
    for (const double away : {-radius, radius}) {
      x.insert(x.end(), centre.begin(), centre.end());
      x[x.size() - n + axis] += away;
    }
  const std::vector<double> size = look(std::ssize(x) / std::ssize(centre), x.data());
  const auto change_around = [&](std::size_t axis) {
    const double *const any = &size[axis == 0 ? 2 : 0];
    double least = *any, most = *any;
    for (std::size_t i = 0; i < 2 * n; ++i)
      if (i / 2 != axis) {
        least = std::fmin(least, size[i]);
        most = std::fmax(most, size[i]);
      }
    return most - least;
  };
  constexpr double worth_it = 0.5;
  std::size_t best = 0;
  for (std::size_t axis = 1; axis < n; ++axis)
    if (change_around(axis) < (best == 0 ? worth_it : 1) * change_around(best)) best = axis;
  return best;
}

/// Shells, and spheres, which have one radius.  The first axis and another one are exchanged.
class Polar final : public Domain {
 public:
  Polar(const std::vector<double> &centre, std::vector<double> radii, std::size_t axis = 0)
      : Domain(static_cast<int>(centre.size() + radii.size()) - 2, static_cast<int>(centre.size())),
        radii_(std::move(radii)),
        axis_(axis),
        exchanged_(centre) {
    std::swap(exchanged_[0], exchanged_[axis]);
  }

  void map_with(const double *, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    const double *const centre = exchanged_.data();
    for (std::int64_t i = 0; i < count; ++i, t += cube_ndim(), x += ndim()) {
      jacobian[i] = is_shell() ? shell_map(ndim(), centre, radii_[0], radii_[1], t, x)
                               : sphere_map(ndim(), centre, radii_[0], t, x);
      std::swap(x[0], x[axis_]);
    }
  }

  std::string device_text(const std::string &name) const override {
    const std::string axis = "x[" + std::to_string(axis_) + "]";
    std::string map = is_shell() ? "shell_map(" : "sphere_map(";
    map += std::to_string(ndim()) + ", centre, ";
    for (const double radius : radii_) map += number(radius) + ", ";
    return function(name, constants("centre", exchanged_) +
                              "const double jacobian = ::cuboid::domain::" + map +
                              "t, x);\nconst double first = x[0];\nx[0] = " + axis + ";\n" + axis +
                              " = first;\nreturn jacobian;\n");
  }

  /// In two dimensions any axis suits.
  std::shared_ptr<const Domain> suited(const Look &look) const override {
    if (axis_ != 0 || ndim() <= 2) return nullptr;
    const double radius = 0.5 * (radii_.front() + radii_.back());
    const std::size_t axis = best_polar_axis(exchanged_, radius, look);
    return axis == 0 ? nullptr : std::make_shared<Polar>(exchanged_, radii_, axis);
  }

 private:
  bool is_shell() const { return radii_.size() == 2; }

  std::vector<double> radii_;
  std::size_t axis_;
  std::vector<double> exchanged_;  ///< centre
};

class ShellOfEach final : public Domain {
 public:
  explicit ShellOfEach(int ndim) : Domain(ndim, ndim) { set_numbers_of_each(ndim + 2); }

  void map_with(const double *parameters, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    const int n = ndim();
    for (std::int64_t i = 0; i < count; ++i)
      jacobian[i] =
          shell_map(n, parameters, parameters[n], parameters[n + 1], t + i * n, x + i * n);
  }

  std::string device_text(const std::string &name) const override {
    const std::string n = std::to_string(ndim());
    return function(name, "return ::cuboid::domain::shell_map(" + n + ", p, p[" + n + "], p[" + n +
                              " + 1], t, x);\n");
  }
};

}  // namespace

Pointer simplex(int ndim, std::vector<double> vertices, int apex) {
  const int first = std::max(apex, 0);
  if (vertices.empty()) return std::make_shared<SimplexOfEach>(ndim, first);
  std::swap_ranges(vertices.begin(), vertices.begin() + ndim, vertices.begin() + first * ndim);
  return std::make_shared<Simplex>(ndim, std::move(vertices), apex >= 0);
}

Pointer ball(const std::vector<double> &centre, double inner, double outer) {
  if (centre.size() > 1) return std::make_shared<Polar>(centre, std::vector{inner, outer});
  const double c = centre[0];
  if (inner == 0) return box({c - outer}, {c + outer});
  return united({box({c - outer}, {c - inner}), box({c + inner}, {c + outer})});
}

Pointer ball_of_each(int ndim) {
  return std::make_shared<ShellOfEach>(ndim);
}

Pointer sphere(const std::vector<double> &centre, double radius) {
  return std::make_shared<Polar>(centre, std::vector{radius});
}

}  // namespace cuboid::domain
