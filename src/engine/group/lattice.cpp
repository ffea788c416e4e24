#include "engine/group/lattice.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/group/digest.hpp"
#include "engine/group/exchange.hpp"

namespace cuboid::engine::group {

bool GroupLattice::is_shared(const LatticeRequest &request) const {
  return request.receiver == nullptr && request.points * request.shifts() >= min_points_;
}

void GroupLattice::evaluate_all(std::span<const LatticeRequest> requests, const Answer &answer) {
  while (!requests.empty()) {
    const bool shared = is_shared(requests.front());
    const auto next = std::ranges::find_if(
        requests, [&](const LatticeRequest &one) { return is_shared(one) != shared; });
    auto count = static_cast<std::size_t>(next - requests.begin());
    if (shared) {
      evaluate_together(requests.first(count), answer);
    } else if (const auto *const known = ranks_.known_of<LatticeSums>()) {
      answer(*known);
      count = 1;
    } else {
      own_->evaluate_all(requests.first(count), [&](const LatticeSums &sums) {
        ranks_.remember(sums);
        answer(sums);
      });
    }
    requests = requests.subspan(count);
  }
}

/// Of each request, every rank has a range.
void GroupLattice::evaluate_together(std::span<const LatticeRequest> requests,
                                     const Answer &answer) {
  ranks_.wake_others();
  const int ncomp = problem().ncomp;
  const auto rank = static_cast<std::size_t>(ranks_.rank());
  std::vector<LatticeTotals> totals;
  std::vector<std::vector<std::int64_t>> first;
  Message mine;
  Digest digest;
  std::int64_t points = 0;
  for (const LatticeRequest &request : requests) {
    totals.push_back(empty_totals(request, ncomp));
    first.push_back(
        range_begins(static_cast<std::int64_t>(lattice_groups(request)), ranks_.size()));
    digest.add(request.points);
    digest.add(request.generator);
    digest.add(request.fine);
    digest.add(request.shift);
    points += (first.back()[rank + 1] - first.back()[rank]) *
              (request.points * request.shifts() / first.back().back());
  }
  mine.digest = digest.value();
  std::vector<LatticePart> parts;
  for (std::size_t i = 0; i < requests.size(); ++i)
    parts.push_back({&requests[i], static_cast<uint64>(first[i][rank]),
                     static_cast<uint64>(first[i][rank + 1]), &totals[i]});
  work_and_meet(ranks_, Step::samples, mine, points, [&] { own_->sum_parts(parts); });

  Exchange exchange(ranks_);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const std::int64_t groups = first[i].back() / requests[i].shifts();
    for (std::int64_t shift = 0; shift < requests[i].shifts(); ++shift) {
      std::vector<std::int64_t> of_shift;
      for (const std::int64_t group : first[i])
        of_shift.push_back(std::clamp<std::int64_t>(group - shift * groups, 0, groups));
      exchange.range(totals[i].group_sums.data() + shift * ncomp * groups, std::move(of_shift),
                     static_cast<std::size_t>(ncomp), static_cast<std::size_t>(groups));
    }
    exchange.sum(&totals[i].nonfinite, 1);
    exchange.first(totals[i].first_nonfinite, problem().ndim);
  }
  exchange.run();
  for (std::size_t i = 0; i < requests.size(); ++i)
    answer(totals[i].sums(requests[i].shifts(), ncomp));
}

}  // namespace cuboid::engine::group
