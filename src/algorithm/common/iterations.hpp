// What the iterations of a Monte Carlo method say together.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "algorithm/common/iteration_estimates.hpp"
#include "algorithm/common/iteration_mean.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

/// How the estimates of the iterations are put together.
enum class Combination {
  /// Weights in proportion to the numbers of samples.  They do not depend on the values, so the
  /// mean of the estimates is unbiased; iterations that would spoil it are left out from the
  /// beginning.
  samples,
  /// Weights of inverse variance.  VEGAS takes that of the iteration itself; but one that happens
  /// to see less of the integrand has a smaller variance and so a greater weight, which makes the
  /// result too small and its error as well.  So it is taken from the iterations around it.
  inverse_variance,
  /// Weights in proportion to the numbers of samples, of iterations that were all drawn alike: none
  /// is left out, since it could only be for the values that it happened to meet.
  all
};

/// How much of what may hide between the samples an error leaves room for.
enum class Allowance {
  whole,              ///< what may hide from so many random samples
  part_of_tolerance,  ///< no more than part of the tolerance: the integrand is taken to be smooth
};

/// What a decision to stop needs to know besides the result.
struct ConvergenceState {
  std::int64_t samples = 0;  ///< that the result rests on
  /// No sample has a share in the variance by which the estimate could be skewed.
  bool settled = false;
  /// The result rests on more than was spoilt.
  bool supported = false;
  Allowance allowance = Allowance::whole;
  /// So many even samples are as dense as these are where they are least dense; 0: as samples.
  std::int64_t even_samples = 0;
  /// [ncomp], with what was only left out because the error is smaller without where the result
  /// rests on little more, and with all that is not known of the variance; empty: no larger.
  std::vector<double> error_at_worst = {};
};

/// What is to be said of iterations at the beginning that are no part of a result.
std::vector<std::string> notes_on_left_out(const Result &result);

class Iterations {
 public:
  /// quasi: the points of an iteration are quasi-random, so that its variance says too much, and
  /// the spread of the iterations says what the error is.
  explicit Iterations(int ncomp, Combination combination = Combination::samples, bool quasi = false)
      : estimates_(ncomp), combination_(combination), quasi_(quasi) {}

  /// Says that shares in the variance are those of hypercubes, not of samples.
  void set_shares_of_cubes(bool of_cubes) { of_cubes_ = of_cubes; }

  void add(IterationEstimate iteration) { estimates_.add(std::move(iteration)); }

  /// Fills in everything but neval and converged.  There is an iteration.
  ConvergenceState combine(Result &result) const;

  /// Whether the error is too large for the goal, whichever iterations combine may leave out: it
  /// never makes an error smaller than their variances do.  A sum over the iterations, where
  /// combine takes many; false where that does not tell.
  bool certain_to_miss(const Goal &goal) const;

  /// [ncomp] The skewness of the mean of all iterations, less what so few show by chance.
  std::vector<double> skewness() const;

  /// What add was given, bit by bit.
  void save(StateWriter &writer) const { estimates_.save(writer); }
  void restore(StateReader &reader) { estimates_.restore(reader); }

  const IterationEstimates &estimates() const { return estimates_; }
  std::int64_t size() const { return static_cast<std::int64_t>(estimates_.size()); }

 private:
  IterationMean mean_without_spoilt(std::size_t unspoilt) const;
  void take_left_out(std::size_t unspoilt, std::vector<double> &error) const;

  IterationEstimates estimates_;
  Combination combination_;
  bool quasi_;
  bool of_cubes_ = false;
};

/// Whether the estimates of each component, by chi2, differ by no more than their errors let
/// expect.
bool estimates_agree(const Result &result);

/// Whether convergence is decided after so many iterations.  Each decision passes over all of them:
/// one after each would cost the square of their number.  Beyond 64 there are 32 until they have
/// doubled.  It depends on the number alone, so that a run that goes on decides at the same times.
bool decides_after(std::int64_t iterations);

}  // namespace cuboid::algorithm
