// The estimates of the iterations of VEGAS+, and what they say together.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithm/common/state_file.hpp"
#include "algorithm/vegas_plus/task.hpp"
#include "engine/samples.hpp"

namespace cuboid::algorithm {

class VegasPlusIterations {
 public:
  /// quasi: the points of an iteration are quasi-random, so that its variance says too much, and
  /// the spread of the iterations says what the error is.
  VegasPlusIterations(int ncomp, Combination combination, bool quasi = false)
      : ncomp_(ncomp), combination_(combination), quasi_(quasi) {}

  void add(engine::SamplesResult iteration);

  /// Fills in everything but neval, converged, remark and the map.
  void combine(VegasPlusResult &result) const;

  /// What add was given, bit by bit.
  void save(StateWriter &writer) const;
  void restore(StateReader &reader);

  std::int64_t size() const { return static_cast<std::int64_t>(iterations_.size()); }

 private:
  /// Means and covariances of iterations from `first` on, with a weight for each and component.
  struct Mean {
    std::vector<double> integral;    ///< [ncomp]
    std::vector<double> covariance;  ///< [ncomp (ncomp + 1) / 2]
    std::vector<double> weight;      ///< [iterations][ncomp]; 0 before the first
  };

  double variance(std::size_t iteration, int component) const;
  double covariance(std::size_t iteration, int row, int column) const;
  Mean mean_from(std::size_t first, Combination combination) const;
  std::vector<double> spread_from(std::size_t first, const Mean &mean) const;
  class LaterMean;
  bool contradicts(std::size_t iteration, const LaterMean &later) const;
  std::size_t first_without_contradiction() const;
  std::size_t first_of_least_error(std::size_t first) const;
  double chi2_from(std::size_t first, const Mean &mean, int component) const;
  bool single_sample_dominates(std::size_t first, const Mean &mean) const;
  bool vanishes(const Mean &mean, int component) const;
  bool variance_is_steady(std::size_t first, int component) const;

  int ncomp_;
  Combination combination_;
  bool quasi_;
  /// Estimates in units of unit_, powers of 2, in which squares neither overflow nor vanish.
  std::vector<engine::SamplesResult> iterations_;
  std::vector<double> unit_;  ///< [ncomp]; empty as long as all is zero
};

/// Place of (row, column) in a symmetric matrix that is stored by rows up to the diagonal.
inline std::size_t symmetric_index(int row, int column) {
  if (row < column) return symmetric_index(column, row);
  return static_cast<std::size_t>(row) * (static_cast<std::size_t>(row) + 1) / 2 +
         static_cast<std::size_t>(column);
}

}  // namespace cuboid::algorithm
