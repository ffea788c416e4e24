#include "engine/group/lattice.hpp"

#include <algorithm>
#include <vector>

#include "engine/group/digest.hpp"

namespace cuboid::engine::group {

LatticeSums GroupLattice::evaluate(const LatticeRequest &request) {
  if (request.receiver != nullptr || request.points * request.shifts() < least_)
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
  exchange(request, first, totals);
  return totals.sums(request.shifts(), ncomp);
}

/// Of each rank: the sums of its groups, and how many points were not finite, with the first of
/// them.  As doubles, which hold these numbers exactly.
void GroupLattice::exchange(const LatticeRequest &request, const std::vector<std::int64_t> &first,
                            LatticeTotals &totals) {
  const auto ncomp = static_cast<std::size_t>(problem().ncomp);
  const std::size_t groups =
      totals.group_sums.size() / (ncomp * static_cast<std::size_t>(request.shifts()));
  const auto words_of_nonfinite = static_cast<std::int64_t>(4 + problem().ndim);
  std::vector<std::int64_t> begin;
  for (std::size_t r = 0; r < first.size(); ++r)
    begin.push_back(first[r] * problem().ncomp + static_cast<std::int64_t>(r) * words_of_nonfinite);
  std::vector<double> words(static_cast<std::size_t>(begin.back()));
  // The place of a sum among the totals, and among the words.
  const auto for_each_sum = [&](std::size_t r, const auto &visit) {
    double *word = words.data() + begin[r] + words_of_nonfinite;
    for (auto g = static_cast<std::size_t>(first[r]); g < static_cast<std::size_t>(first[r + 1]);
         ++g)
      for (std::size_t c = 0; c < ncomp; ++c)
        visit(totals.group_sums[(g / groups * ncomp + c) * groups + g % groups], *word++);
  };
  const auto rank = static_cast<std::size_t>(ranks_.rank());
  for_each_sum(rank, [](double total, double &word) { word = total; });
  double *const mine = words.data() + begin[rank];
  mine[0] = static_cast<double>(totals.nonfinite);
  if (totals.first_nonfinite) {
    mine[1] = static_cast<double>(totals.first_nonfinite->sample);
    mine[2] = totals.first_nonfinite->component;
    mine[3] = totals.first_nonfinite->value;
    std::copy(totals.first_nonfinite->x.begin(), totals.first_nonfinite->x.end(), mine + 4);
  }
  ranks_.gather(words.data(), begin);
  totals.nonfinite = 0;
  totals.first_nonfinite.reset();
  for (std::size_t r = 0; r + 1 < first.size(); ++r) {
    for_each_sum(r, [](double &total, double word) { total = word; });
    take_nonfinite(words.data() + begin[r], totals);
  }
}

void GroupLattice::take_nonfinite(const double *words, LatticeTotals &totals) const {
  if (words[0] == 0) return;
  LatticeTotals other;
  other.nonfinite = static_cast<uint64>(words[0]);
  other.first_nonfinite =
      SamplesNonfinite{static_cast<std::int64_t>(words[1]), static_cast<int>(words[2]), words[3],
                       std::vector<double>(words + 4, words + 4 + problem().ndim)};
  totals.add_nonfinite(other);
}

}  // namespace cuboid::engine::group
