// Samples of a region by its grid, and even ones, which together are those of a mixture.
//
// Where few samples have met the integrand, beside a jump or at a corner of a set, a grid keeps the
// others away, and of what is there a rare one of great weight is all that is seen.  Errors are
// then too small until one is met.  So half of the samples are even: no weight is more than twice
// that of an even sample, and what they cost where the grid is good is taken away again by a
// control variate.  A. Owen and Y. Zhou, J. Am. Stat. Assoc. 95 (2000) 135; T. Hesterberg,
// Technometrics 37 (1995) 185.
#pragma once

#include <cstdint>
#include <vector>

#include "cuba/suave/region.hpp"
#include "cuba/suave/sampler.hpp"

namespace cuboid::algorithm::suave_parts {

class Mixture {
 public:
  explicit Mixture(Sampler &sampler) : sampler_(sampler) {}

  /// Draws a set of at least two samples, half of them evenly.  iteration: of the fresh samples.
  SampleSet draw(const Region &region, std::int64_t count, std::int32_t iteration);

  /// Of the set that was drawn last: adds to a component what has the mean 0, and takes away what
  /// even samples vary by where the grid follows the integrand.  mean: of the component over the
  /// region, in the units of the set, known from other samples; whatever it is, the estimate stays
  /// unbiased.
  void steady(const SampleSet &set, std::size_t ncomp, std::size_t component, double mean) const;

 private:
  Sampler &sampler_;
  double even_ = 0;              ///< part of the samples
  std::vector<double> density_;  ///< [count] of the samples, relative to even ones
};

}  // namespace cuboid::algorithm::suave_parts
