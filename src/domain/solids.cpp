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
      : Domain(ndim, ndim), vertices_(std::move(vertices)), knows_apex_(knows_apex) {
    std::vector<double> sides(static_cast<std::size_t>(ndim) * static_cast<std::size_t>(ndim));
    volume_ = simplex_volume(ndim, vertices_.data(), sides.data());
  }

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
    const double volume = volume_of(vertices.data());
    for (std::int64_t i = 0; i < count; ++i)
      jacobian[i] = simplex_map(ndim(), vertices.data(), volume, t + i * ndim(), x + i * ndim());
  }

  std::string device_text(const std::string &name) const override {
    const std::string n = std::to_string(ndim());
    const std::string size = "[" + std::to_string(numbers_of_each()) + "]";
    return function_of_each(
        name, "double vertices" + size + ", sides" + size + ";\n::cuboid::domain::apex_first(" + n +
                  ", " + std::to_string(apex_) +
                  ", p, vertices);\nconst double volume = ::cuboid::domain::simplex_volume(" + n +
                  ", vertices, sides);\nreturn ::cuboid::domain::simplex_map(" + n +
                  ", vertices, volume, t, x);\n");
  }

  std::string emptiness(const double *parameters) const override {
    return emptiness_of_simplex(volume_of(parameters));
  }

 private:
  double volume_of(const double *vertices) const {
    std::vector<double> sides(static_cast<std::size_t>(numbers_of_each()));
    return simplex_volume(ndim(), vertices, sides.data());
  }

  int apex_;
};

class Shell final : public Domain {
 public:
  Shell(std::vector<double> centre, double inner, double outer)
      : Domain(static_cast<int>(centre.size()), static_cast<int>(centre.size())),
        centre_(std::move(centre)),
        inner_(inner),
        outer_(outer) {}

  void map_with(const double *, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    for (std::int64_t i = 0; i < count; ++i)
      jacobian[i] =
          shell_map(ndim(), centre_.data(), inner_, outer_, t + i * ndim(), x + i * ndim());
  }

  std::string device_text(const std::string &name) const override {
    return function(name, constants("centre", centre_) + "return ::cuboid::domain::shell_map(" +
                              std::to_string(ndim()) + ", centre, " + number(inner_) + ", " +
                              number(outer_) + ", t, x);\n");
  }

 private:
  std::vector<double> centre_;
  double inner_, outer_;
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
    return function_of_each(name, "return ::cuboid::domain::shell_map(" + n + ", p, p[" + n +
                                      "], p[" + n + " + 1], t, x);\n");
  }
};

class Sphere final : public Domain {
 public:
  Sphere(std::vector<double> centre, double radius)
      : Domain(static_cast<int>(centre.size()) - 1, static_cast<int>(centre.size())),
        centre_(std::move(centre)),
        radius_(radius) {}

  void map_with(const double *, std::int64_t count, const double *t, double *x,
                double *jacobian) const override {
    for (std::int64_t i = 0; i < count; ++i)
      jacobian[i] =
          sphere_map(ndim(), centre_.data(), radius_, t + i * cube_ndim(), x + i * ndim());
  }

  std::string device_text(const std::string &name) const override {
    return function(name, constants("centre", centre_) + "return ::cuboid::domain::sphere_map(" +
                              std::to_string(ndim()) + ", centre, " + number(radius_) +
                              ", t, x);\n");
  }

 private:
  std::vector<double> centre_;
  double radius_;
};

}  // namespace

Pointer simplex(int ndim, std::vector<double> vertices, int apex) {
  const int first = std::max(apex, 0);
  if (vertices.empty()) return std::make_shared<SimplexOfEach>(ndim, first);
  std::swap_ranges(vertices.begin(), vertices.begin() + ndim, vertices.begin() + first * ndim);
  return std::make_shared<Simplex>(ndim, std::move(vertices), apex >= 0);
}

Pointer ball(std::vector<double> centre, double inner, double outer) {
  if (centre.size() > 1) return std::make_shared<Shell>(std::move(centre), inner, outer);
  const double c = centre[0];
  if (inner == 0) return box({c - outer}, {c + outer});
  return united({box({c - outer}, {c - inner}), box({c + inner}, {c + outer})});
}

Pointer ball_of_each(int ndim) {
  return std::make_shared<ShellOfEach>(ndim);
}

Pointer sphere(std::vector<double> centre, double radius) {
  return std::make_shared<Sphere>(std::move(centre), radius);
}

}  // namespace cuboid::domain
