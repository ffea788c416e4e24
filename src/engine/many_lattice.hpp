// The interface through which the lattices of many integrals are summed side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/lattice.hpp"

namespace cuboid::engine {

/// A lattice of one of the integrals, without a receiver.
struct ManyLatticeRequest {
  std::uint32_t integral = 0;
  const LatticeRequest *request = nullptr;
};

/// first_nonfinite: none.
struct ManyLatticeSums : LatticeSums {
  bool aborted = false;  ///< the integrand has returned -999
};

/// Sums lattices of integrals with numbers from 0 on, each through a transform and a map of its
/// own. What an integral gives does not depend on those beside it.
class ManyLatticeEngine {
 public:
  virtual ~ManyLatticeEngine() = default;

  /// Without a box, where each integral may have its own.
  virtual const LatticeProblem &problem() const = 0;
  virtual std::int64_t count() const = 0;

  /// Sums all of them.  Throws Failure.
  virtual void evaluate(const std::vector<ManyLatticeRequest> &requests) = 0;

  /// What the last call gave for requests[place].
  virtual ManyLatticeSums result(std::size_t place) const = 0;
};

}  // namespace cuboid::engine
