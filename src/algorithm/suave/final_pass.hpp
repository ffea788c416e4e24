// The estimate of the native Suave: fresh samples in the regions that it has found.
//
// The samples by which regions were chosen and grids were refined look better than they are: where
// few of them met the integrand its error is small as well.  Samples that had no part in any choice
// have an unbiased sum and variance, as in a stratified sample whose shares follow the deviations
// (J. Neyman, J. R. Stat. Soc. 97 (1934) 558).
#pragma once

#include <cstdint>
#include <vector>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/cut_peaks.hpp"
#include "algorithm/common/iterations.hpp"
#include "algorithm/suave/mixture.hpp"
#include "cuba/suave/suave_run.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm::suave_parts {

/// What chose the regions is worth so many iterations: the fewest that can convince.
inline constexpr std::int64_t iterations_of_regions = 3;
/// Where fresh samples are in vain, the regions are cut on with so many times the evaluations that
/// chose them.
inline constexpr std::int64_t smaller_regions = 4;

/// What there was before the fresh samples.
struct Before {
  std::int64_t explored = 0;     ///< evaluations by which the regions were chosen
  std::int64_t evaluations = 0;  ///< with those of fresh samples that were in vain
  std::int64_t iterations = 0;   ///< of these
};

class FinalPass {
 public:
  /// run: has chosen the regions, and outlives this.  result: its errors are the units in which
  /// components are compared.
  FinalPass(const Task &task, const SuaveOptions &options, SuaveRun &run, const Result &result,
            const Before &before);

  /// Brings the result up to date, iteration by iteration, until it has converged, maxeval is
  /// reached, or it is in vain, which it returns.  each: is called after an iteration.
  template <class Each>
  bool run(std::int64_t samples, Result &result, Each each) {
    while (!result.converged && !is_spent(samples, result)) {
      if (is_in_vain(samples, result)) return true;
      iterate(samples, result);
      each();
    }
    return false;
  }

 private:
  void iterate(std::int64_t samples, Result &result);
  bool is_spent(std::int64_t samples, const Result &result) const;
  bool is_in_vain(std::int64_t samples, const Result &result) const;
  std::vector<double> widths_at_ends() const;
  double share_of(std::size_t region, double total) const;
  void learn(std::size_t region, std::int64_t count, const std::vector<SetEstimate> &estimates);
  void note_peaks(std::size_t region, const SampleSet &set);
  void look_behind_faces(Result &result);
  std::vector<double> take_unit(const SampleSet &set);
  IterationEstimate sum_up(std::int64_t samples, Result &result);

  const Task &task_;
  const std::vector<Region> &regions_;
  const std::int64_t earlier_;          ///< iterations
  std::vector<double> unit_of_values_;  ///< [ncomp] in which the samples of the regions are
  std::vector<double> unit_;            ///< [ncomp] positive, to compare components
  std::vector<double> deviation_;       ///< [regions] what a sample in the region varies by
  std::vector<double> mean_;            ///< [regions][ncomp] of the values in a region, about
  SampleStore store_;
  Sampler sampler_;
  Mixture mixture_;
  Iterations iterations_;
  Convergence convergence_;
  CutPeaks cut_peaks_;
  std::int64_t images_;  ///< so many are looked at, at a success
};

}  // namespace cuboid::algorithm::suave_parts
