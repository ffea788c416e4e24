// The integral over the unit cube by differences of nested rules along all axes at once, which are
// taken up where they change most: a sparse grid that adapts to dimensions.
//
// T. Gerstner, M. Griebel, Dimension-adaptive tensor-product quadrature, Computing 71 (2003) 65.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "run/state_stream.hpp"

namespace cuboid::algorithm {

class SparseGrid {
 public:
  /// x: [npoints][ndim].  f: [npoints][ncomp].
  using Evaluate = std::function<void(std::int64_t npoints, const double *x, double *f)>;

  SparseGrid(int ndim, int ncomp);

  void clear();
  /// Follows the largest difference in units of the tolerances, [ncomp], or, with `together`, all
  /// that are hardly smaller.  Returns how many points that takes, and does nothing if it is more
  /// than `most`; 0: there is no rule with more points.  Throws what evaluate throws, and is as
  /// before then.
  std::int64_t refine(std::span<const double> tolerances, bool together, std::int64_t most,
                      const Evaluate &evaluate);
  /// Takes up the next rule along an axis in the same way.
  std::int64_t refine_along(int axis, std::int64_t most, const Evaluate &evaluate);

  /// [ncomp] the sum of all differences,
  const std::vector<double> &integral() const { return integral_; }
  /// of the sizes of those that nothing has followed yet,
  std::vector<double> error() const;
  /// and of the sizes of all that was added up.
  const std::vector<double> &size() const { return size_; }
  /// Of the first step: each axis has the first rule.
  std::int64_t first_points() const;
  /// Of the rule with the most points along an axis: 0, 1, ...; -1: there is none.
  int level(int axis) const;
  std::int64_t npoints() const { return std::ssize(values_) / ncomp_; }
  /// Whether no difference but the first is more than rounding.
  bool is_constant(std::size_t component) const;
  /// The same of those that have more than the first rule along an axis, in all components.
  bool is_blind(int axis) const;

  void save(StateWriter &writer) const;
  /// Throws StateReader::BadState.
  void restore(StateReader &reader);

 private:
  using Levels = std::vector<std::int16_t>;

  /// The product over all axes of the differences between a rule and the one before.
  struct Difference {
    Levels levels;              ///< [ndim] of the rules
    std::int64_t first = 0;     ///< of the points that no rule of lower levels has
    std::vector<double> value;  ///< [ncomp]
    bool followed = false;
  };

  /// Which differences are followed together, and by which ones.
  struct Step {
    std::vector<std::size_t> followed;
    std::vector<Levels> next;
  };

  double ratio(const Difference &one, std::span<const double> tolerances) const;
  Levels levels_along(int axis, int level) const;
  Step choose(std::span<const double> tolerances, bool together) const;
  std::int64_t take(const Step &step, std::int64_t most, const Evaluate &evaluate);
  bool follow(std::size_t number, Step &step) const;
  bool is_followed(const Levels &levels, const Step &step) const;
  void add(const Levels &levels, std::int64_t first);
  void add_terms(Difference &one);

  const int ndim_, ncomp_;
  std::vector<Difference> differences_;
  std::map<Levels, std::size_t> number_;  ///< of a difference
  std::vector<double> values_;            ///< [npoints][ncomp]
  std::vector<double> integral_, size_;
};

}  // namespace cuboid::algorithm
