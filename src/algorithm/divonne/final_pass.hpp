// The estimate of the native Divonne: fresh samples in the regions that it has found.
//
// Cuts stand where the samples saw the integrand change, and a region where they saw a constant
// counts as known: what lies between the points is left out of the integral and of its error.
// Samples that had no part in any choice have an unbiased sum.  Here they are lattices, shifted at
// random; the spread of the sums over all regions with different shifts is the error, and holds
// what the points between them cannot see.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/cut_peaks.hpp"
#include "algorithm/common/iterations.hpp"
#include "algorithm/divonne/climb.hpp"
#include "cuba/divonne/evaluations.hpp"
#include "cuba/divonne/extremes.hpp"
#include "cuba/divonne/region.hpp"

namespace cuboid::algorithm::divonne_detail {

class FinalPass {
 public:
  /// goal: that of the whole integration.
  FinalPass(const Goal &goal, int seed, const std::vector<Region> &regions,
            Evaluations &evaluations);

  /// Brings the result up to date, series by series, until it has converged or maxeval is reached.
  /// each: is called after a series.
  template <class Each>
  void run(Result &result, Each each) {
    for (double points = first_points(); points > 0; points = next_points(result)) {
      add_series(points, result);
      each();
      if (result.converged) return;
    }
  }

 private:
  double min_series() const;
  double first_points() const;
  double next_points(const Result &result) const;
  double affordable() const;
  std::vector<double> shares() const;
  void add_series(double points, Result &result);
  void sample(const std::vector<std::int64_t> &sizes, std::vector<IterationEstimate> &sums);
  std::int64_t even_samples() const;
  bool one_stands_out(const std::vector<IterationEstimate> &sums) const;
  void note(const Box &box, const Extremes &extremes, std::int64_t points);
  void note_peaks(std::size_t region, const Extremes &extremes);
  void note_range(std::size_t region, const Extremes &extremes);
  double hidden(std::size_t component) const;
  void look_behind_faces(Result &result);
  std::vector<Summit> summits() const;

  const Goal goal_;
  std::uint64_t seed_;
  const std::vector<Region> &regions_;
  Evaluations &evaluations_;
  std::vector<double> shares_;  ///< [regions] of the points
  Iterations iterations_;
  Convergence convergence_;
  std::vector<std::int64_t> points_;  ///< [regions] so far
  std::vector<Range> ranges_;         ///< [regions][ncomp] of the values so far
  double sampled_ = 0;                ///< points so far
  bool stood_out_ = false;            ///< one sum in the last series
  std::size_t climbs_;                ///< so many are made at a success
  std::vector<Summit> greatest_;      ///< [ncomp] values that were met
  std::vector<Summit> largest_;       ///< [ncomp] parts of a sum
  CutPeaks cut_peaks_;
  std::int64_t images_;     ///< so many are looked at, at a success
  bool unlimited_ = false;  ///< a value grows without limit
};

}  // namespace cuboid::algorithm::divonne_detail
