// The search for the least or the greatest value of one component in a region.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "cuba/divonne/extremes.hpp"
#include "cuba/divonne/inquiry.hpp"

namespace cuboid::algorithm::divonne_detail {

/// Goes down from a point by a quasi-Newton method with bounds: gradients by differences, the
/// limited-memory BFGS update for the curvature (Nocedal, Math. Comp. 35 (1980) 773) in the
/// coordinates that are not held at a bound, and a backtracking line search with parabolas.  The
/// first step tries the corner to which the gradient points, which is where functions that are
/// monotonous in every coordinate end.  A search away from zero works on the logarithm, in which
/// peaks are parabolas, and whose slope can be followed far down their sides.  Errors need the
/// extremes to a few per cent of the range only, so the search stops when it expects or makes less
/// progress than that.
class Descent final : public Inquiry {
 public:
  enum class Direction { down, up };

  /// Where searches in one box have their coordinates.
  struct Bounds {
    std::size_t ndim;
    const double *lower, *width;  ///< [ndim]
  };
  /// inset: bounds on faces of the cube are moved inside by a small part of the width.  room: for
  /// 2 ndim numbers.
  static Bounds bounds_of(const Box &box, bool inset, double *room);

  /// Numbers that each axis needs room for.
  static constexpr std::size_t rows = 8;

  /// Starts at the extreme of a component that is known so far.  Notes all points that it visits.
  /// room: for rows * ndim numbers, which outlives it as those of the bounds do.
  Descent(const Bounds &bounds, std::size_t component, Direction direction, Extremes &extremes,
          double *room);

  void ask(std::vector<double> &x) override;
  void tell(std::size_t count, const double *x, const double *f) override;

  std::size_t ndim() const { return bounds_.ndim; }
  std::size_t ncomp() const { return extremes_.ncomp(); }

 private:
  /// What the last question was.
  enum class Step { gradient, corner, line, ended };

  static constexpr std::size_t max_pairs = 5;

  /// A step and the change of the gradient along it.
  struct Pair {
    double *s, *y;  ///< [ndim]
    double sy;
  };

  double aim(double f) const;
  void aim_each(std::size_t count, double *f) const;
  double range() const;
  void note_free();
  bool is_free(std::size_t d) const { return free_[d] != 0; }
  void set_gradient(std::size_t count, const double *f);
  void choose_direction();
  void make_pairs();
  void remember_step();
  void quasi_newton();
  double dot_of_free(const double *a, const double *b) const;
  void set_trial(double length);
  void judge_corner(double value);
  void judge_line(double value);
  void move_to(const double *trial, double value);
  void end_line();
  void begin_line();

  const Bounds bounds_;
  std::size_t component_;
  double sign_;
  bool logarithmic_;
  Extremes &extremes_;
  std::size_t budget_;

  Step step_ = Step::gradient;
  /// Rows of ndim numbers.
  double *u_;  ///< where it stands, in parts of the box
  double *gradient_, *direction_, *trial_;
  double *free_;        ///< 1 for coordinates that are not held at a bound, else 0
  double *best_trial_;  ///< of an extended step
  double *last_u_, *last_gradient_;
  static constexpr std::size_t places_of_pairs = max_pairs + 1;
  std::unique_ptr<double[]> numbers_of_pairs_;
  std::unique_ptr<Pair[]> pairs_;  ///< npairs_ of them, the oldest first, and room
  std::size_t npairs_ = 0;
  double f_;      ///< the value at u, with the sign that makes the search go down
  double value_;  ///< what goes down: the same or a function of it
  double length_ = 0;
  double slope_ = 0;  ///< expected change of the value for the trial step
  double best_value_ = 0;
  int trials_ = 0;
  bool first_ = true;
  bool extending_ = false;
};

}  // namespace cuboid::algorithm::divonne_detail
