// Which transforms, and which generating vector, the next lattice has: found by small lattices.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithm/lattice/asking.hpp"
#include "algorithm/lattice/choice.hpp"
#include "algorithm/lattice/needs.hpp"
#include "algorithm/lattice/plan.hpp"

namespace cuboid::algorithm {

class LatticeTrials {
 public:
  LatticeTrials(const LatticeTask &task, const engine::LatticeProblem &problem, LatticeState &state,
                const LatticePlan &plan, LatticeNeeds &needs)
      : task_(task), problem_(problem), state_(state), plan_(plan), needs_(needs) {}

  /// For a lattice of so many points: forms and vector in the state.
  Asking<void> choose(std::int64_t points);

 private:
  Asking<void> try_forms(int bits, std::int64_t points);
  std::vector<double> falls(const std::vector<TriedForm> &tried, int bits, std::int64_t points);
  std::size_t form_to_refine() const;
  Asking<void> refine(int bits);
  Asking<LatticeVector> vector_in_the_middle(bool random, std::int64_t points);
  Asking<bool> table_is_bad(std::int64_t points);

  const LatticeTask &task_;
  const engine::LatticeProblem &problem_;
  LatticeState &state_;
  const LatticePlan &plan_;
  LatticeNeeds &needs_;
};

}  // namespace cuboid::algorithm
