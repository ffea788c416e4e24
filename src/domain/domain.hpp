// Regions as images of the unit cube: where an integral is taken.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cuboid::domain {

struct ExpressionMap;

/// Does not change after it is made; any thread may use it.
class Domain {
 public:
  Domain(int cube_ndim, int ndim) : cube_ndim_(cube_ndim), ndim_(ndim) {}
  virtual ~Domain() = default;

  int cube_ndim() const { return cube_ndim_; }  ///< of the points t that methods choose
  int ndim() const { return ndim_; }            ///< of the points x that the integrand gets

  /// The integral of f over the region is that of f(x(t)) jacobian(t) over the unit cube.  t:
  /// [count][cube_ndim]; x: [count][ndim]; jacobian: [count].  Throws Failure where limits are not
  /// numbers.
  virtual void map(std::int64_t count, const double *t, double *x, double *jacobian) const = 0;

  /// A function "double name(const double *t, double *x)" that does this at one point, in CUDA C++
  /// after domain/maps.hpp, with what it calls before it; empty: there is none.
  virtual std::string device_text(const std::string &name) const = 0;

  /// The map as expressions, which may have parameters; nullptr: there is none.
  virtual std::shared_ptr<const ExpressionMap> expression_map() const { return nullptr; }

  /// Whether expressions of it have parameters.
  virtual bool has_parameters() const { return false; }

 private:
  int cube_ndim_;
  int ndim_;
};

using Pointer = std::shared_ptr<const Domain>;

/// Where an axis of a box is singular, as a sum of these.
inline constexpr int singular_lower = 1;
inline constexpr int singular_upper = 2;
inline constexpr int singular_breaks = 4;

/// Limits in falling order count negatively.  ends: [ndim] sums of the above, at finite limits.
/// breaks: [ndim] lists of places in rising order within the limits, where each axis is cut.  Both
/// may be empty.
Pointer box(const std::vector<double> &lower, const std::vector<double> &upper,
            const std::vector<int> &ends = {}, const std::vector<std::vector<double>> &breaks = {});

/// The square from lower to upper on both axes, with an integrand that is singular on its diagonal.
Pointer diagonal(double lower, double upper);

/// A box with places where an integrand is singular: cells meet there, and come to them in
/// pyramids. Limits in rising order.
Pointer box_around_points(const std::vector<double> &lower, const std::vector<double> &upper,
                          const std::vector<std::vector<double>> &points);

/// Limits of an axis that are functions of the coordinates before it.
struct Limits {
  /// x: [count][ndim], of which those of axis and after are not set.  Writes [count] limits.
  std::function<void(int axis, std::int64_t count, const double *x, double *lower, double *upper)>
      evaluate;
  /// By the name of the domain's function, a function "name_<axis>" of Cuba's form for each axis,
  /// which writes both limits; empty: there is none.
  std::function<std::string(const std::string &name)> device_text;
  /// Of both as expressions; empty: they are none.
  std::function<std::shared_ptr<const ExpressionMap>()> map;
};
Pointer between_limits(int ndim, Limits limits);

/// Texts of limits: expressions in x[0] to x[axis - 1] and parameters.  names: as those of
/// expression::parse.  Throws Failure with the axis and the column.
Limits expression_limits(int ndim, const std::vector<std::string> &lower,
                         const std::vector<std::string> &upper,
                         const std::vector<std::string> &names, std::vector<double> parameters);

/// vertices: [ndim + 1][ndim].  apex: that near which the integrand is singular or rough, if any
/// is.
Pointer simplex(int ndim, std::vector<double> vertices, int apex);

/// inner: 0, or the radius of the ball that is left out.
Pointer ball(std::vector<double> centre, double inner, double outer);
/// The surface of a ball.
Pointer sphere(std::vector<double> centre, double radius);

/// Points (x, y) with x of the first and y of the second.
Pointer product(Pointer first, Pointer second);
/// Points matrix y + offset.  matrix: [ndim][ndim], row by row.
Pointer image(Pointer of, std::vector<double> matrix, std::vector<double> offset);
/// Pieces that overlap count twice.
Pointer united(std::vector<Pointer> pieces);
/// The corner of the unit cube that is at upper[axis] on each axis is a point where the integrand
/// is singular.
Pointer around_corner(Pointer of, std::vector<int> upper, double sign);

/// |det| of an [n][n] matrix.
double determinant(int n, std::vector<double> matrix);

}  // namespace cuboid::domain
