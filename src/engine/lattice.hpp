// The interface through which lattices are summed.  Plain structs, no CUDA types.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/samples.hpp"
#include "map/interval.hpp"
#include "map/periodise.hpp"
#include "map/smooth_map.hpp"

namespace cuboid::engine {

/// The integral over a box whose integrand the engine knows.
struct LatticeProblem {
  int ndim = 0;                            ///< 1 to lattice_max_ndim
  int ncomp = 0;                           ///< 1 to lattice_max_ncomp
  std::vector<map::Interval> box;          ///< [ndim]; empty: the unit cube
  const domain::Domain *domain = nullptr;  ///< as HostFunction has it, for messages
  /// Boxes that have a copy of the lattice each, of as many points, and a smooth map of their own.
  /// See common/lattice_of_parts.hpp.
  int parts = 1;
};

inline constexpr int lattice_max_ndim = 64;
inline constexpr int lattice_max_ncomp = 32;
inline constexpr int lattice_max_bits = 36;  ///< logarithm of the points of a shift
inline constexpr std::int64_t lattice_max_points = std::int64_t{1} << lattice_max_bits;
inline constexpr int lattice_max_shifts = 32;

/// Shifted copies of one lattice.  On an axis, point i of a shift lies at the fraction
/// (i generator + shift) mod 2^64 of 2^64, see rng::lattice_place and map::unit_fraction; the
/// transform of the axis, its smooth map and its interval of the box make x of it.  The weight of a
/// point is the product of their derivatives, divided by the number of points of a shift.
struct LatticeRequest {
  std::int64_t points = 1;               ///< of a shift
  std::vector<std::uint64_t> generator;  ///< [ndim]
  /// [ndim]: the next digits of the generators; empty: zeros, as for powers of 2.
  std::vector<std::uint64_t> fine = {};
  std::vector<std::uint64_t> shift;          ///< [shifts][ndim]
  std::vector<map::Transform> transform;     ///< [ndim]
  std::vector<map::SmoothAxis> smooth = {};  ///< [parts][ndim]; empty: none
  std::int32_t number = 0;                   ///< told to the integrand and the receiver
  /// Called for all points in their order, with weights that are divided by the number of shifts,
  /// or nullptr.  Devices evaluate the points once more for it.
  const SampleReceiver *receiver = nullptr;

  std::int64_t shifts() const { return static_cast<std::int64_t>(shift.size() / generator.size()); }
};

struct LatticeSums {
  std::vector<double> integral;  ///< [shifts][ncomp]: of weight f
  std::int64_t nonfinite = 0;    ///< points with NaN or infinity, which were taken as 0
  std::optional<SamplesNonfinite> first_nonfinite;
};

class LatticeEngine {
 public:
  using Answer = std::function<void(const LatticeSums &)>;

  virtual ~LatticeEngine() = default;

  virtual const LatticeProblem &problem() const = 0;

  /// answer: gets the sums of one after the other, and asks for none meanwhile; those that it has
  /// got before this throws are not counted in Interrupted.  Throws Failure: what the integrand or
  /// the device gives cause for; and Interrupted.
  virtual void evaluate_all(std::span<const LatticeRequest> requests, const Answer &answer) = 0;

  LatticeSums evaluate(const LatticeRequest &request) {
    LatticeSums found;
    evaluate_all({&request, 1}, [&found](const LatticeSums &sums) { found = sums; });
    return found;
  }
};

/// The product of the constants of the transforms, over the number of points: what the products of
/// the derivatives are multiplied by.
inline double lattice_unit(const LatticeRequest &request) {
  double unit = 1;
  for (const map::Transform transform : request.transform) unit *= map::transform_unit(transform);
  return unit / static_cast<double>(request.points);
}

}  // namespace cuboid::engine
