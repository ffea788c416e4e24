// The estimates of the iterations of a Monte Carlo method, and what they say together.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithm/common/state_file.hpp"
#include "algorithm/common/task.hpp"
#include "statistics/covariances.hpp"

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

/// What one iteration says.
struct IterationEstimate {
  std::vector<double> integral;  ///< [ncomp]
  std::vector<double> error;     ///< [ncomp]: one standard deviation
  /// Of the integrals: [ncomp (ncomp + 1) / 2], rows to diagonal.  Not looked at with more
  /// components than statistics::has_covariances has.
  std::vector<double> correlation;
  /// [ncomp]: about what share of the variance comes from one sample, or from one hypercube.
  std::vector<double> dominance;
  std::int64_t samples = 0;  ///< evaluations
};

/// The share of one sample or hypercube in a variance that is a sign of more like it that were not
/// hit.  Of n values whose squares have a tail with the index b < 1, which have no mean, the sum of
/// the squared shares is 1 - b on average, however large n is (J. Pitman and M. Yor, Ann. Probab.
/// 25 (1997) 855): the mean of the largest share over the iterations is an index of the tail, as
/// that of Hill is.  Measured with up to 33 iterations of 1000 to 17000 samples: 0.2 to 0.6 for
/// powers of infinite variance, less than 0.05 for peaks and jumps that the map follows.
inline constexpr double heavy_share = 0.1;

/// The share in an iteration's variance of its largest sample, or 0 for an ordinary one.
/// dominance, error, samples: of the iteration.
double relevant_share(double dominance, double error, double integral, std::int64_t samples);

/// How much of what may hide between the samples an error leaves room for.
enum class Allowance {
  whole,              ///< what may hide from so many random samples
  part_of_tolerance,  ///< no more than part of the tolerance: the integrand is taken to be smooth
};

/// What a decision to stop needs to know besides the result.
struct Standing {
  std::int64_t samples = 0;  ///< that the result rests on
  /// No sample has a share in the variance by which the estimate could be skewed.
  bool settled = false;
  /// The result rests on more than was left out, and its variance is known well enough.
  bool supported = false;
  Allowance allowance = Allowance::whole;
  /// So many even samples are as dense as these are where they are least dense; 0: as samples.
  std::int64_t even_samples = 0;
};

class Iterations {
 public:
  /// quasi: the points of an iteration are quasi-random, so that its variance says too much, and
  /// the spread of the iterations says what the error is.
  explicit Iterations(int ncomp, Combination combination = Combination::samples, bool quasi = false)
      : ncomp_(ncomp), combination_(combination), quasi_(quasi) {}

  /// Says that shares in the variance are those of hypercubes, not of samples.
  void set_shares_of_cubes(bool of_cubes) { of_cubes_ = of_cubes; }

  void add(IterationEstimate iteration);

  /// Fills in everything but neval and converged.  There is an iteration.
  Standing combine(Result &result) const;

  /// Whether the error is too large for the goal, whichever iterations combine may leave out: it
  /// never makes an error smaller than their variances do.  A sum over the iterations, where
  /// combine takes many; false where that does not tell.
  bool certain_to_miss(const Goal &goal) const;

  /// [ncomp] The skewness of the mean of all iterations, less what so few show by chance.
  std::vector<double> skewness() const;

  /// As which power of the samples the standard deviation of one of them falls as the map gets
  /// better: from the iteration with which the first quarter of all was drawn to the last one, and
  /// of the component of which it falls least.  0: it does not fall, or there is one iteration.
  double fall_of_deviation() const;

  /// What add was given, bit by bit.
  void save(StateWriter &writer) const;
  void restore(StateReader &reader);

  /// So many first iterations show whether the map is better as it was before all refinements.
  static constexpr std::int64_t first_maps = 3;

  /// Whether the first of them says much more than each of the others, and no single sample or
  /// hypercube is the reason.  There are as many.
  bool first_map_is_best() const;

  /// Whether the one or two iterations from number first_maps on, of those before `end`, say much
  /// more than the one before them.
  bool later_map_is_better(std::int64_t end) const;

  std::int64_t size() const { return static_cast<std::int64_t>(iterations_.size()); }

 private:
  /// Means and covariances of iterations from `first` on, with a weight for each and component.
  struct Mean {
    std::vector<double> integral;    ///< [ncomp]
    std::vector<double> covariance;  ///< see statistics/covariances.hpp
    std::vector<double> weight;      ///< [iterations][ncomp]; 0 before the first
  };

  /// Of a component in Mean::covariance.
  double variance_of(const Mean &mean, int component) const {
    return mean.covariance[static_cast<std::size_t>(statistics::variance_place(ncomp_, component))];
  }

  double variance(std::size_t iteration, int component) const;
  double variance_of_sample(std::size_t iteration, int component) const;
  double variance_around(std::size_t iteration, std::size_t first, int component) const;
  double usual_variance(std::size_t iteration, std::size_t first, int component) const;
  double covariance(std::size_t iteration, int row, int column) const;
  /// What the weight of an iteration is in proportion to.
  enum class Weights {
    samples,
    own_variance,       ///< inversely
    variance_around_it  ///< inversely
  };
  Mean mean_from(std::size_t first, Weights weights) const;
  double weight_of(std::size_t iteration, std::size_t first, int component, Weights weights) const;
  Weights weights() const;
  std::vector<double> spread_from(std::size_t first, const Mean &mean) const;
  void take_spread(std::size_t unspoilt, std::size_t &first, Mean &mean) const;
  class LaterMean;
  bool contradicts(std::size_t iteration, const LaterMean &later) const;
  std::size_t first_without_contradiction() const;
  bool earlier_saw_more(std::size_t unspoilt, std::size_t first, const Mean &mean) const;
  std::size_t first_of_least_error(std::size_t first) const;
  double chi2_from(std::size_t first, const Mean &mean, int component) const;
  /// What share of a variance comes from one sample, or from one hypercube.
  struct LargestShare {
    double of_mean = 0;     ///< in the variance of the mean
    double on_average = 0;  ///< in those of the iterations
  };
  LargestShare largest_share(std::size_t first, const Mean &mean) const;
  LargestShare largest_share(std::size_t first, const Mean &mean, int component) const;
  double scatter_of_variance(std::size_t first, int component) const;
  double relevant_dominance(std::size_t iteration, const Mean &mean, int component) const;
  double scatter_of_neighbours(std::size_t first, const Mean &mean, int component) const;
  double uncertainty_by_shares(std::size_t first, const Mean &mean, int component) const;
  double uncertainty_of_variance(std::size_t first, const Mean &mean, int component) const;
  double widening(std::size_t first, const Mean &mean, int component) const;
  double factor_of_spread(double chi2, std::int64_t dof) const;
  bool supported(std::size_t first, const Mean &mean) const;
  bool hangs_on_few_cubes(std::size_t first, const Mean &mean) const;
  bool vanishes(const Mean &mean, int component) const;
  bool variance_is_steady(std::size_t first, int component) const;

  int ncomp_;
  Combination combination_;
  bool quasi_;
  bool of_cubes_ = false;
  /// Estimates in units of unit_, powers of 2, in which squares neither overflow nor vanish.
  std::vector<IterationEstimate> iterations_;
  std::vector<double> unit_;  ///< [ncomp]; empty as long as all is zero
};

/// Whether the result of so many iterations is looked at.  Each look passes over all of them: a
/// look after each would cost the square of their number.  Beyond 64 there are 32 looks until they
/// have doubled.  It depends on the number alone, so that a run that goes on looks at the same
/// times.
bool worth_a_look(std::int64_t iterations);

/// Place of (row, column) in a symmetric matrix that is stored by rows up to the diagonal.
inline std::size_t symmetric_index(int row, int column) {
  if (row < column) return symmetric_index(column, row);
  return static_cast<std::size_t>(row) * (static_cast<std::size_t>(row) + 1) / 2 +
         static_cast<std::size_t>(column);
}

}  // namespace cuboid::algorithm
