// Component-by-component construction of rank-1 lattices with a prime number of points: D. Nuyens,
// R. Cools, "Fast algorithms for component-by-component construction of rank-1 lattice rules in
// shift-invariant reproducing kernel Hilbert spaces", Math. Comp. 75 (2006) 903.
#pragma once

#include <cstdint>
#include <vector>

#include "rng/lattice_construction.hpp"

namespace cuboid::rng {

/// Finds one component after the other, with the criterion of LatticeConstruction.
class PrimeLatticeConstruction {
 public:
  /// points: a prime of 5 to 2^31.
  explicit PrimeLatticeConstruction(std::uint64_t points);

  /// The component that adds least to the error.  weight: of the axis.
  std::uint64_t next(double weight);

 private:
  using Number = PowerOfTwoTransform::Number;

  std::vector<double> sums_over_points() const;

  /// Numbers of points but for their signs: the powers of a primitive root.
  std::vector<std::uint64_t> power_;
  PowerOfTwoTransform transform_;
  std::vector<double> kernel_;       ///< at the powers
  std::vector<Number> transformed_;  ///< the kernel
  std::vector<double> product_;      ///< of the factors of the axes so far, at the powers
  bool first_ = true;
};

/// Below 2^37.
bool is_prime(std::uint64_t number);

}  // namespace cuboid::rng
