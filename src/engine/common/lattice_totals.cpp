#include "engine/common/lattice_totals.hpp"

#include <utility>

#include "engine/common/tree_sum.hpp"
#include "statistics/lattice_chunks.hpp"

namespace cuboid::engine {

uint64 lattice_groups(const LatticeRequest &request) {
  return static_cast<uint64>(request.shifts()) *
         statistics::lattice_chunks(static_cast<uint64>(request.points)).groups();
}

void LatticeTotals::note(uint64 number, int component, double value, std::vector<double> x) {
  ++nonfinite;
  const auto sample = static_cast<std::int64_t>(number);
  if (!first_nonfinite || sample < first_nonfinite->sample)
    first_nonfinite = SamplesNonfinite{sample, component, value, std::move(x)};
}

void LatticeTotals::add_nonfinite(const LatticeTotals &other) {
  nonfinite += other.nonfinite;
  if (other.first_nonfinite &&
      (!first_nonfinite || other.first_nonfinite->sample < first_nonfinite->sample))
    first_nonfinite = other.first_nonfinite;
}

LatticeSums LatticeTotals::sums(std::int64_t shifts, int ncomp) {
  LatticeSums sums;
  const auto rows = static_cast<std::size_t>(shifts * ncomp);
  const std::size_t groups = group_sums.size() / rows;
  for (std::size_t row = 0; row < rows; ++row)
    sums.integral.push_back(tree_sum({group_sums.data() + row * groups, groups}));
  sums.nonfinite = static_cast<std::int64_t>(nonfinite);
  sums.first_nonfinite = first_nonfinite;
  return sums;
}

LatticeTotals empty_totals(const LatticeRequest &request, int ncomp) {
  LatticeTotals totals;
  totals.group_sums.resize(lattice_groups(request) * static_cast<uint64>(ncomp));
  return totals;
}

void LatticeOfGroups::evaluate_all(std::span<const LatticeRequest> requests, const Answer &answer) {
  const int ncomp = problem().ncomp;
  for (const LatticeRequest &request : requests) {
    LatticeTotals totals = empty_totals(request, ncomp);
    sum_groups(request, 0, lattice_groups(request), totals);
    answer(totals.sums(request.shifts(), ncomp));
  }
}

}  // namespace cuboid::engine
