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

void SamplesTally::add_ranks(group::Group &group, int ndim) {
  // Integers add up in any order; the count goes along with them.
  histogram.push_back(nonfinite);
  group.sum(histogram);
  nonfinite = histogram.back();
  histogram.pop_back();

  // What is not added, of each rank, as doubles, which hold these numbers exactly: the greatest
  // values, and the first that is not finite, with its sample (-1: none) and component.
  const std::size_t ncomp = greatest.size();
  const std::size_t length = 2 * ncomp + 3 + static_cast<std::size_t>(ndim);
  const auto size = static_cast<std::size_t>(group.size());
  std::vector<double> all(size * length);
  double *const mine = all.data() + static_cast<std::size_t>(group.rank()) * length;
  std::copy(greatest.begin(), greatest.end(), mine);
  std::copy(greatest_part.begin(), greatest_part.end(), mine + ncomp);
  mine[2 * ncomp] = -1;
  if (first_nonfinite) {
    mine[2 * ncomp] = static_cast<double>(first_nonfinite->sample);
    mine[2 * ncomp + 1] = first_nonfinite->component;
    mine[2 * ncomp + 2] = first_nonfinite->value;
    std::copy(first_nonfinite->x.begin(), first_nonfinite->x.end(), mine + 2 * ncomp + 3);
  }
  group.gather(all.data(),
               group::range_begins(group.size(), group.size(), static_cast<std::int64_t>(length)));
  for (std::size_t r = 0; r < size; ++r) {
    const double *const part = all.data() + r * length;
    for (std::size_t c = 0; c < ncomp; ++c) {
      greatest[c] = std::max(greatest[c], static_cast<uint32>(part[c]));
      greatest_part[c] = std::max(greatest_part[c], static_cast<uint32>(part[ncomp + c]));
    }
    const double *const found = part + 2 * ncomp;
    if (found[0] >= 0)
      keep_first({static_cast<std::int64_t>(found[0]), static_cast<int>(found[1]), found[2],
                  std::vector<double>(found + 3, found + 3 + ndim)});
  }
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
