// Simplices, balls, shells and spheres.
#include <algorithm>
#include <cmath>

#include "domain/domain.hpp"
#include "domain/maps.hpp"
#include "domain/text.hpp"

namespace cuboid::domain {

namespace {

class Simplex final : public Domain {
 public:
  Simplex(int ndim, std::vector<double> vertices)
      : Domain(ndim, ndim), vertices_(std::move(vertices)) {
    const auto n = static_cast<std::size_t>(ndim);
    std::vector<double> sides(n * n);
    for (std::size_t i = 0; i < n * n; ++i) sides[i] = vertices_[n + i] - vertices_[i % n];
    volume_ = std::fabs(determinant(ndim, std::move(sides)));
  }

  void map(std::int64_t count, const double *t, double *x, double *jacobian) const override {
    for (std::int64_t i = 0; i < count; ++i)
      jacobian[i] = simplex_map(ndim(), vertices_.data(), volume_, t + i * ndim(), x + i * ndim());
  }

  std::string device_text(const std::string &name) const override {
    return function(name, constants("vertices", vertices_) +
                              "return ::cuboid::domain::simplex_map(" + std::to_string(ndim()) +
                              ", vertices, " + number(volume_) + ", t, x);\n");
  }

 private:
  std::vector<double> vertices_;
  double volume_;
};

class Shell final : public Domain {
 public:
  Shell(std::vector<double> centre, double inner, double outer)
      : Domain(static_cast<int>(centre.size()), static_cast<int>(centre.size())),
        centre_(std::move(centre)),
        inner_(inner),
        outer_(outer) {}

  void map(std::int64_t count, const double *t, double *x, double *jacobian) const override {
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

class Sphere final : public Domain {
 public:
  Sphere(std::vector<double> centre, double radius)
      : Domain(static_cast<int>(centre.size()) - 1, static_cast<int>(centre.size())),
        centre_(std::move(centre)),
        radius_(radius) {}

  void map(std::int64_t count, const double *t, double *x, double *jacobian) const override {
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
  std::swap_ranges(vertices.begin(), vertices.begin() + ndim, vertices.begin() + apex * ndim);
  return std::make_shared<Simplex>(ndim, std::move(vertices));
}

Pointer ball(std::vector<double> centre, double inner, double outer) {
  if (centre.size() > 1) return std::make_shared<Shell>(std::move(centre), inner, outer);
  const double c = centre[0];
  if (inner == 0) return box({c - outer}, {c + outer});
  return united({box({c - outer}, {c - inner}), box({c + inner}, {c + outer})});
}

Pointer sphere(std::vector<double> centre, double radius) {
  return std::make_shared<Sphere>(std::move(centre), radius);
}

}  // namespace cuboid::domain
