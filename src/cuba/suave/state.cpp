#include "cuba/suave/state.hpp"

#include <algorithm>
#include <limits>

namespace cuboid::algorithm::suave_parts {

namespace {

void put_set(StateWriter &writer, const SampleSet &set, std::size_t ndim, std::size_t ncomp) {
  const auto count = static_cast<std::size_t>(set.count);
  writer.put(static_cast<std::uint64_t>(count));
  writer.put(set.weight, count);
  writer.put(set.x, count * ndim);
  writer.put(set.f, count * ncomp);
}

SampleSet get_set(StateReader &reader, std::size_t ndim, std::size_t ncomp, SampleStore &store) {
  // A vector is not made longer than what is left of the file, whatever length the file claims.
  std::vector<double> weight;
  reader.get(weight);
  StateReader::require(!weight.empty());
  const SampleSet set = store.allocate(static_cast<std::int64_t>(weight.size()));
  std::copy(weight.begin(), weight.end(), set.weight);
  reader.get(set.x, weight.size() * ndim);
  reader.get(set.f, weight.size() * ncomp);
  StateReader::require_finite(set.weight, weight.size());
  StateReader::require_in_cube(set.x, weight.size() * ndim);
  StateReader::require_finite(set.f, weight.size() * ncomp);
  return set;
}

/// What the file has of a region, in its order: of it, or for it.
void describe(auto &file, auto &region, const auto &describe_set) {
  file.fields(region.lower, region.upper, region.edges, region.bins, region.bisections);
  file.list(region.sets, describe_set);
}

bool is_box(const Region &region) {
  for (std::size_t d = 0; d < region.lower.size(); ++d)
    if (!(0 <= region.lower[d] && region.lower[d] <= region.upper[d] && region.upper[d] <= 1))
      return false;
  return true;
}

bool is_grid(const double *edge) {
  double last = 0;
  for (int b = 0; b < grid_bins; ++b) {
    if (!(edge[b] >= last)) return false;
    last = edge[b];
  }
  return last == 1;
}

bool is_sound(const Region &region, std::size_t ndim) {
  if (region.lower.size() != ndim || region.upper.size() != ndim || !is_box(region)) return false;
  if (region.edges.size() != ndim * grid_bins) return false;
  for (std::size_t d = 0; d < ndim; ++d)
    if (!is_grid(region.edges_of(static_cast<int>(d)))) return false;
  if (region.bisections < 0 || region.bisections == std::numeric_limits<int>::max()) return false;
  if (region.sets.empty() ||
      region.bins.size() != ndim * static_cast<std::size_t>(region.sets.back().count))
    return false;
  return std::all_of(region.bins.begin(), region.bins.end(),
                     [](std::uint8_t bin) { return bin < grid_bins; });
}

}  // namespace

void put_region(StateWriter &writer, const Region &region, int ncomp) {
  describe(writer, region, [&](const SampleSet &set) {
    put_set(writer, set, region.lower.size(), static_cast<std::size_t>(ncomp));
  });
}

Region get_region(StateReader &reader, int ndim, int ncomp, SampleStore &store) {
  Region region;
  describe(reader, region, [&](SampleSet &set) {
    set = get_set(reader, static_cast<std::size_t>(ndim), static_cast<std::size_t>(ncomp), store);
  });
  StateReader::require(is_sound(region, static_cast<std::size_t>(ndim)));
  return region;
}

}  // namespace cuboid::algorithm::suave_parts
