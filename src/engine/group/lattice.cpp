#include "engine/group/lattice.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/group/digest.hpp"
#include "engine/group/exchange.hpp"

namespace cuboid::engine::group {

LatticeSums GroupLattice::evaluate(const LatticeRequest &request) {
  if (request.receiver != nullptr || request.points * request.shifts() < min_points_)
    return own_->evaluate(request);
  const int ncomp = problem().ncomp;
  LatticeTotals totals = empty_totals(request, ncomp);
  const std::vector<std::int64_t> first =
      range_begins(static_cast<std::int64_t>(lattice_groups(request)), ranks_.size());
  const auto rank = static_cast<std::size_t>(ranks_.rank());
  Message mine;
  Digest digest;
  digest.add(request.points);
  digest.add(request.generator);
  digest.add(request.fine);
  digest.add(request.shift);
  mine.digest = digest.value();
  const std::int64_t points_of_group =
      request.points * request.shifts() / first[static_cast<std::size_t>(ranks_.size())];
  work_and_meet(ranks_, Step::samples, mine, (first[rank + 1] - first[rank]) * points_of_group,
                [&] {
                  own_->sum_groups(request, static_cast<uint64>(first[rank]),
                                   static_cast<uint64>(first[rank + 1]), totals);
                });
  const std::int64_t groups = first.back() / request.shifts();
  Exchange exchange(ranks_);
  for (std::int64_t shift = 0; shift < request.shifts(); ++shift) {
    std::vector<std::int64_t> of_shift;
    for (const std::int64_t group : first)
      of_shift.push_back(std::clamp<std::int64_t>(group - shift * groups, 0, groups));
    exchange.range(totals.group_sums.data() + shift * ncomp * groups, std::move(of_shift),
                   static_cast<std::size_t>(ncomp), static_cast<std::size_t>(groups));
  }
  exchange.sum(&totals.nonfinite, 1);
  exchange.first(totals.first_nonfinite, problem().ndim);
  exchange.run();
  return totals.sums(request.shifts(), ncomp);
}

}  // namespace cuboid::engine::group
