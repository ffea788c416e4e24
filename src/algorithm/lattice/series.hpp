// What the lattices that were summed say together: how their errors fall, and whether the last one
// can be believed.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithm/lattice/estimate.hpp"
#include "algorithm/lattice/lattice.hpp"
#include "algorithm/lattice/state.hpp"
#include "base/goal.hpp"

namespace cuboid::algorithm {

/// Most doublings from one lattice to the next.
inline constexpr int max_doublings = 3;

class LatticeSeries {
 public:
  /// goal and state must outlive it.  The state has the sums.
  LatticeSeries(const Goal &goal, int ncomp, const LatticeState &state);

  /// To be called when the state has further sums, and before all that follows.  Throws
  /// Failure(CUBOID_NONFINITE) where they overflow.
  void update();

  std::size_t size() const { return estimates_.size(); }
  const LatticeEstimate &last() const { return estimates_.back(); }

  /// How many times too large the error is, of the component for which it is worst.
  double excess() const;
  /// As which power of the number of points the error falls, by the last lattice and one that is at
  /// least so many doublings smaller; 1 where there is none.
  double rate(int doublings) const;

  /// Whether few samples carry an integral, and its error falls as slowly as it does then.
  bool has_heavy_tail() const;
  /// Whether the last lattice has points enough for its spread to tell something.
  bool large_enough() const;
  /// Whether there are points enough, lattices that agree, and an error that falls.
  bool supported() const;
  /// Whether a last lattice that there is no room to confirm may be a success.  Where the tolerance
  /// is about the true error, it would be one if its shifts happen to differ little.
  bool stands_unconfirmed() const;

  /// Writes down whether the lattices agree, and the shifts of the last one among themselves, and
  /// what is to be said of it.
  void judge(LatticeResult &result) const;

 private:
  double overall_rate(std::size_t component) const;

  const Goal &goal_;
  const int ncomp_;
  const LatticeState &state_;
  std::vector<LatticeEstimate> estimates_;  ///< of the lattices in the state
};

}  // namespace cuboid::algorithm
