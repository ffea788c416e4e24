// A sparse grid over the whole cube beside the regions.  Of what is smooth it needs far fewer
// points, and its result stands for that of the regions as soon as it is accurate.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithm/cubature/cubature.hpp"
#include "algorithm/cubature/refinement.hpp"
#include "algorithm/cubature/sparse_grid.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

class SparseTrial {
 public:
  /// All but the options live as long as this object.
  SparseTrial(const Task &task, const CubatureOptions &options, Refinement &refinement,
              Result &result);

  /// Back to where an integration begins.
  void forget();
  /// Follows the regions, whose sums are in the result, with as many points as they have.
  /// is_contradicted: a probe has found what the rules of regions had not seen.
  void follow(bool is_contradicted);
  /// Whether it waits for more evaluations than maxeval allows: so does the integration, since
  /// whoever goes on from it is to have the same numbers.
  bool waits() const { return waits_; }
  /// Puts the regions back, for ever: a probe has found something that is not in the grid, or an
  /// end is singular, and what numbers say of it is seen by regions alone.
  void give_up();

  void save(StateWriter &writer) const;
  /// The regions are there.  Throws StateReader::BadState.
  void restore(StateReader &reader);

 private:
  enum class State : std::int32_t { follows, stands, ended };

  bool is_due() const;
  void refine();
  void tell();
  std::vector<RuleEstimate> cube() const;
  State state() const;
  std::vector<double> error() const;
  bool seems_accurate() const;
  int coarse_axis() const;
  int least_level(int axis) const;
  bool can_disagree() const;
  bool agrees() const;

  const Task &task_;
  const Checks checks_;
  const bool together_;
  Refinement &refinement_;
  Result &result_;
  SparseGrid grid_;
  const State first_;
  State state_;
  bool waits_ = false;
};

}  // namespace cuboid::algorithm
