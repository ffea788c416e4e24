#include "engine/cpu/samples/tally.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace cuboid::engine::cpu {

void SamplesTally::add(const SamplesTally &other) {
  for (std::size_t i = 0; i < histogram.size(); ++i) histogram[i] += other.histogram[i];
  for (std::size_t c = 0; c < greatest.size(); ++c) {
    greatest[c] = std::max(greatest[c], other.greatest[c]);
    greatest_part[c] = std::max(greatest_part[c], other.greatest_part[c]);
  }
  nonfinite += other.nonfinite;
  if (other.first_nonfinite) keep_first(SamplesNonfinite(*other.first_nonfinite));
}

void SamplesTally::share(group::Exchange &exchange, int ndim) {
  exchange.sum(histogram.data(), histogram.size());
  exchange.sum(&nonfinite, 1);
  for (std::vector<uint32> *const each : {&greatest, &greatest_part})
    exchange.merge(each->data(), each->size(),
                   [count = each->size()](uint32 *mine, const uint32 *theirs) {
                     for (std::size_t c = 0; c < count; ++c) mine[c] = std::max(mine[c], theirs[c]);
                   });
  exchange.first(first_nonfinite, ndim);
}

void SamplesTally::add_nonfinite(uint64 sample, const double *x, int ndim, const double *f) {
  ++nonfinite;
  const auto number = static_cast<std::int64_t>(sample);
  if (first_nonfinite && first_nonfinite->sample < number) return;
  std::size_t component = 0;
  // Finite values may be beyond the range of double once they are weighted.
  while (component + 1 < greatest.size() && std::isfinite(f[component])) ++component;
  keep_first({number, static_cast<int>(component), f[component], std::vector<double>(x, x + ndim)});
}

void SamplesTally::keep_first(SamplesNonfinite &&found) {
  if (!first_nonfinite || found.sample < first_nonfinite->sample)
    first_nonfinite = std::move(found);
}

}  // namespace cuboid::engine::cpu
