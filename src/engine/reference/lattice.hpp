// The lattice engine as its formulas stand, one point after the other: what the tests hold the
// other engines against.  It shares the leaves with them and nothing else.
#pragma once

#include "engine/engine.hpp"
#include "engine/lattice.hpp"

namespace cuboid::engine::reference {

class ReferenceLattice final : public LatticeEngine {
 public:
  ReferenceLattice(LatticeProblem problem, const HostFunction &host)
      : problem_(std::move(problem)), host_(host) {}

  const LatticeProblem &problem() const override { return problem_; }
  void evaluate_all(std::span<const LatticeRequest> requests, const Answer &answer) override {
    for (const LatticeRequest &request : requests) answer(sums_of(request));
  }

 private:
  LatticeSums sums_of(const LatticeRequest &request);
  /// x: [ndim].  Returns the weight.
  double place(const LatticeRequest &request, std::int64_t shift, std::uint64_t i, double *x) const;

  const LatticeProblem problem_;
  const HostFunction host_;
};

}  // namespace cuboid::engine::reference
