// Regions as images of the unit cube: where an integral is taken.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/cube_part.hpp"
#include "base/line_place.hpp"

namespace cuboid::domain {

struct ExpressionMap;
struct PartPlace;

/// A face of a region's cube on which the integrand is singular, and beside which coordinates do
/// not tell how near they are: between a number that is not 0 and its neighbour nothing is known.
struct BlurredEnd {
  int axis = 0;
  double near = 0;  ///< of the axis: where the distance from the end is that of two neighbours
  double far = 0;   ///< and where it is 16 times as large
  double rate_near = 1, rate_far = 1;  ///< there, d log(distance) / d t
  double from = 0, to = 1;             ///< of the first axis, if that is another: where this is so
  bool is_told = true;                 ///< false: nobody has said that it is singular there
};

/// Does not change after it is made; any thread may use it.
class Domain {
 public:
  Domain(int cube_ndim, int ndim) : cube_ndim_(cube_ndim), ndim_(ndim) {}
  virtual ~Domain() = default;

  int cube_ndim() const { return cube_ndim_; }  ///< of the points t that methods choose
  int ndim() const { return ndim_; }            ///< of the points x that the integrand gets

  /// How many numbers each integral of a list has of its own, with which its userdata begin: those
  /// of regions that cuboid.h calls parametric.  Regions that are made of others have those of all,
  /// one after the other.
  int numbers_of_each() const { return numbers_of_each_; }
  std::int64_t bytes_of_each() const { return numbers_of_each_ * std::int64_t{sizeof(double)}; }

  /// The integral of f over the region is that of f(x(t)) jacobian(t) over the unit cube.  t:
  /// [count][cube_ndim]; x: [count][ndim]; jacobian: [count], 0 where x is not in the region.
  /// Throws Failure where limits are not numbers.
  void map(std::int64_t count, const double *t, double *x, double *jacobian) const {
    map_with(nullptr, count, t, x, jacobian);
  }
  /// parameters: [numbers_of_each], or nullptr where there are none.
  virtual void map_with(const double *parameters, std::int64_t count, const double *t, double *x,
                        double *jacobian) const = 0;

  /// A function "double name(const double *t, double *x, const double *p)" that does this at one
  /// point, in CUDA C++ after domain/maps.hpp, with what it calls before it; p: the numbers of each
  /// integral.  Empty: there is none.
  virtual std::string device_text(const std::string &name) const = 0;

  /// The map as expressions, which may have parameters; nullptr: there is none.
  virtual std::shared_ptr<const ExpressionMap> expression_map() const { return nullptr; }

  /// Whether expressions of it have parameters, be their values of all integrals or of each: an
  /// integral can be differentiated by them.
  virtual bool texts_have_parameters() const { return false; }

  /// Why every integral over it is 0; empty: it need not be.
  virtual std::string emptiness([[maybe_unused]] const double *parameters) const { return ""; }

  /// Whether points beside the lower face of an axis of the cube have coordinates that tell how
  /// near they are, as those near 0 do.
  virtual bool resolves_lower_face([[maybe_unused]] int axis) const { return false; }

  virtual std::vector<BlurredEnd> blurred_ends() const { return {}; }

  /// Parts of the cube, on each of which the map is one formula: pieces, and what lies between
  /// breaks.  They come of bisections of the cube.
  virtual std::vector<CubePart> parts() const;

  /// Of a line that is cut, its limits and breaks from lower to upper, for who integrates over the
  /// coordinate itself; empty: it is none.
  virtual std::vector<LinePlace> line() const { return {}; }

  /// Magnitudes of an integrand at points, but for a factor.  x: [count][ndim].
  using Look = std::function<std::vector<double>(std::int64_t count, const double *x)>;
  /// The same region by a map that suits an integrand; nullptr: this one.
  virtual std::shared_ptr<const Domain> suited(const Look &) const { return nullptr; }

  /// What one should know of the value: a sentence, or empty.
  virtual std::string note() const { return ""; }

 protected:
  void set_numbers_of_each(int count) { numbers_of_each_ = count; }

 private:
  int cube_ndim_;
  int ndim_;
  int numbers_of_each_ = 0;
};

using Pointer = std::shared_ptr<const Domain>;

/// An end of a part of its axis, as one of the axis.
void put_in_part(const PartPlace &part, BlurredEnd &end);
/// An end of a region that has a part of the cube's first axis, as one of the whole cube.
void put_in_piece(const PartPlace &part, BlurredEnd &end);

/// Where an axis of a box is singular, as a sum of these.
inline constexpr int singular_lower = 1;
inline constexpr int singular_upper = 2;
inline constexpr int singular_breaks = 4;

/// Limits in falling order count negatively.  ends: [ndim] sums of the above, at finite limits.
/// breaks: [ndim] lists of places in rising order within the limits, where each axis is cut.  Both
/// may be empty.  apart: coordinates beside singular ends that are not 0 say nothing of distances
/// below this.
Pointer box(const std::vector<double> &lower, const std::vector<double> &upper,
            const std::vector<int> &ends = {}, const std::vector<std::vector<double>> &breaks = {},
            double apart = 0);

/// The square from lower to upper on both axes, with an integrand that is singular on its diagonal.
Pointer diagonal(double lower, double upper);

/// A box with places where an integrand is singular: cells meet there, and come to them in
/// pyramids. Limits in rising order.
Pointer box_around_points(const std::vector<double> &lower, const std::vector<double> &upper,
                          const std::vector<std::vector<double>> &points);

/// Limits of an axis that are functions of the coordinates before it.
struct Limits {
  /// x: [count][ndim], of which those of axis and after are not set.  Writes [count] limits.
  std::function<void(int axis, std::int64_t count, const double *x, const double *parameters,
                     double *lower, double *upper)>
      evaluate;
  /// By the name of the domain's function, a function "name_<axis>" of Cuba's form for each axis,
  /// which writes both limits, and where there are no parameters of each integral, an array
  /// "name_p" of those of all; empty: there is none.
  std::function<std::string(const std::string &name)> device_text;
  /// Of both as expressions; empty: they are none.
  std::function<std::shared_ptr<const ExpressionMap>()> map;
  int numbers_of_each = 0;  ///< of each integral
  /// By axis, whether the lower limit is the number 0, where integrals have numbers of their own.
  std::vector<bool> begins_at_0;
};
Pointer between_limits(int ndim, Limits limits);

/// Texts of limits: expressions in x[0] to x[axis - 1] and parameters.  names: as those of
/// expression::parse.  parameters: of all integrals; nullptr: each has its own.  Throws Failure
/// with the axis and the column.
Limits expression_limits(int ndim, const std::vector<std::string> &lower,
                         const std::vector<std::string> &upper,
                         const std::vector<std::string> &names, const double *parameters);

/// vertices: [ndim + 1][ndim]; empty: each integral has its own.  apex: that near which the
/// integrand is singular or rough; -1: it may be looked for.
Pointer simplex(int ndim, std::vector<double> vertices, int apex);

/// inner: 0, or the radius of the ball that is left out.
Pointer ball(const std::vector<double> &centre, double inner, double outer);
/// Each integral has a centre and both radii of its own.  ndim: at least 2.
Pointer ball_of_each(int ndim);
/// The surface of a ball.
Pointer sphere(const std::vector<double> &centre, double radius);

/// Points (x, y) with x of the first and y of the second.
Pointer product(Pointer first, Pointer second);
/// Points matrix y + offset.  matrix: [ndim][ndim], row by row.
Pointer image(const Pointer &of, std::vector<double> matrix, std::vector<double> offset);
/// Pieces that overlap count twice.
Pointer united(std::vector<Pointer> pieces);

/// The faces of the region's cube on which the integrand is singular.  ends: [cube_ndim] sums of
/// singular_lower and singular_upper.
Pointer with_ends(Pointer of, const std::vector<int> &ends);

/// What says which points count.
struct Condition {
  /// Above 0: it counts.  x: [count][ndim]; value: [count].
  using Evaluate = std::function<void(std::int64_t count, const double *x, const double *parameters,
                                      double *value)>;
  Evaluate evaluate;
  /// A function "double name(const double *x, const double *p)"; empty: there is none.
  std::function<std::string(const std::string &name)> device_text;
  /// How near it is to hold: the larger, the nearer, and above 0 where it does.
  /// Empty: the above says so, where it is below 0.
  Evaluate level;
  int numbers_of_each = 0;  ///< of each integral, behind those of the region
};
/// The points of a region where a condition holds.  lines: parts of the cube's last axis at whose
/// ends the condition is asked for each point, to find where it holds on the line through it; 0: it
/// is asked at the point alone; -1: as many as even points show to be needed, up to 5 dimensions,
/// and the most where integrals have numbers of their own.
Pointer where(const Pointer &of, Condition condition, int lines);

/// |det| of an [n][n] matrix.
double size_of_determinant(int n, const std::vector<double> &matrix);

/// |det(v_k - v_0)|, n! times the volume.  vertices: [n + 1][n].
double size_of_simplex(int n, const double *vertices);

}  // namespace cuboid::domain
