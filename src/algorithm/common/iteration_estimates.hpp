// What each iteration of a Monte Carlo method says, in units in which squares neither overflow nor
// vanish.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "run/state_file.hpp"
#include "statistics/covariances.hpp"

namespace cuboid::algorithm {

/// Estimates that are sums of many equal values differ by that part of them, which is rounding, and
/// not by what their errors are of.
constexpr double rounding_of_sums = 1e-13;

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

/// Place of (row, column) in a symmetric matrix that is stored by rows up to the diagonal.
inline std::size_t symmetric_index(int row, int column) {
  if (row < column) return symmetric_index(column, row);
  return static_cast<std::size_t>(row) * (static_cast<std::size_t>(row) + 1) / 2 +
         static_cast<std::size_t>(column);
}

class IterationEstimates {
 public:
  explicit IterationEstimates(int ncomp) : ncomp_(ncomp) {}

  void add(IterationEstimate iteration);

  /// What add was given, bit by bit.
  void save(StateWriter &writer) const;
  void restore(StateReader &reader);

  int ncomp() const { return ncomp_; }
  std::size_t size() const { return iterations_.size(); }
  auto begin() const { return iterations_.begin(); }
  auto end() const { return iterations_.end(); }
  const IterationEstimate &operator[](std::size_t iteration) const {
    return iterations_[iteration];
  }

  /// Of the iterations from one on, together.
  std::int64_t samples_from(std::size_t first) const {
    std::int64_t sum = 0;
    for (std::size_t j = first; j < size(); ++j) sum += iterations_[j].samples;
    return sum;
  }

  /// [ncomp] Powers of 2, of which the estimates are multiples; 0 as long as a component is zero.
  const std::vector<double> &unit() const { return unit_; }

  double variance(std::size_t iteration, int component) const {
    const double error = iterations_[iteration].error[static_cast<std::size_t>(component)];
    return error * error;
  }
  double covariance(std::size_t iteration, int row, int column) const;

  /// That of one sample, for iterations of different size.
  double variance_of_sample(std::size_t iteration, int component) const {
    return variance(iteration, component) * static_cast<double>(iterations_[iteration].samples);
  }

 private:
  void raise_unit(std::size_t component, double size);

  int ncomp_;
  std::vector<IterationEstimate> iterations_;
  std::vector<double> unit_;  ///< empty before the first iteration
};

/// Of a constant, rounding is all that is left of n sum f^2 - (sum f)^2: 60 units in the last place
/// of the square of the value, measured with 1000 to 10000 samples.
inline double rounding_variance(double value, double samples) {
  constexpr double units = 128;
  return units * std::numeric_limits<double>::epsilon() * value * value / samples;
}

}  // namespace cuboid::algorithm
