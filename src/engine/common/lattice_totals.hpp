// Lattices whose points are summed group by group, see statistics/lattice_chunks.hpp.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/words.hpp"
#include "engine/lattice.hpp"

namespace cuboid::engine {

/// Groups of all shifts, which are numbered through.
uint64 lattice_groups(const LatticeRequest &request);

/// What the groups of a request add to: each its own sums, and the rest in any order.
struct LatticeTotals {
  std::vector<double> group_sums;  ///< [shifts][ncomp][groups]
  uint64 nonfinite = 0;
  std::optional<SamplesNonfinite> first_nonfinite;

  void add_nonfinite(const LatticeTotals &other);
  void note(uint64 number, int component, double value, std::vector<double> x);
  LatticeSums sums(std::int64_t shifts, int ncomp);
};

LatticeTotals empty_totals(const LatticeRequest &request, int ncomp);

/// Groups of a request, from first to before end, which are added to the totals.
struct LatticePart {
  const LatticeRequest *request;
  uint64 first;
  uint64 end;
  LatticeTotals *totals;
};

/// An engine that can sum some of the groups.
class LatticeOfGroups : public LatticeEngine {
 public:
  /// Adds the groups from first to before end to the totals, which have room for all; the request
  /// has no receiver, but where evaluate_all() calls this.  Throws as that.
  virtual void sum_groups(const LatticeRequest &request, uint64 first, uint64 end,
                          LatticeTotals &totals) = 0;

  /// The same for several requests, which have no receiver.
  virtual void sum_parts(std::span<const LatticePart> parts) {
    for (const auto &[request, first, end, totals] : parts)
      sum_groups(*request, first, end, *totals);
  }

  void evaluate_all(std::span<const LatticeRequest> requests, const Answer &answer) override;
};

}  // namespace cuboid::engine
