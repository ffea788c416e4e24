// A lattice on a cube that is cut into parts: each is a box with a copy of it.
#pragma once

#include <memory>
#include <vector>

#include "engine/lattice.hpp"

namespace cuboid::engine {

/// Of the engine of a part.
LatticeProblem lattice_of_part(LatticeProblem whole, const std::vector<double> &lower,
                               const std::vector<double> &upper);

/// The sums of a shift are those of its copies, so that what shifts differ by is the error of all
/// parts together.
class LatticeOfParts final : public LatticeEngine {
 public:
  using Parts = std::vector<std::unique_ptr<LatticeEngine>>;

  /// parts: as many as the problem has, with the problems of lattice_of_part.
  LatticeOfParts(LatticeProblem problem, Parts parts)
      : problem_(std::move(problem)), parts_(std::move(parts)) {}

  const LatticeProblem &problem() const override { return problem_; }
  void evaluate_all(std::span<const LatticeRequest> requests, const Answer &answer) override;

 private:
  std::vector<LatticeRequest> requests_of_part(std::span<const LatticeRequest> requests,
                                               std::size_t part) const;

  const LatticeProblem problem_;
  const Parts parts_;
};

}  // namespace cuboid::engine
