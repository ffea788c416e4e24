// Which lattice to sum next, and what to try before it, with the evaluations that are left.
#pragma once

#include <cstdint>
#include <optional>

#include "algorithm/lattice/lattice.hpp"
#include "algorithm/lattice/series.hpp"
#include "algorithm/lattice/state.hpp"
#include "engine/lattice.hpp"
#include "map/periodise.hpp"

namespace cuboid::algorithm {

/// What is summed next.
struct LatticeStep {
  std::int64_t points;
  std::int64_t shifts;
  bool again;  ///< with the last lattice: more shifts of it
};

/// Shifts of the lattices with which forms and vectors are compared.
inline constexpr std::int64_t trial_shifts = 8;

/// Logarithm of the points of the first lattice, with enough evaluations.
inline constexpr int first_bits = 7;

/// From this size of the trials on, they tell forms and vectors apart.
inline constexpr int telling_bits = 10;

/// Transforms that are tried on a single axis.
inline constexpr map::Transform refined_transforms[] = {
    map::Transform::none, map::Transform::korobov_1, map::Transform::korobov_3};

/// Vectors of which the one in the middle is taken.
inline constexpr std::uint32_t random_vectors = 5;

class LatticePlan {
 public:
  /// All must outlive it.
  LatticePlan(const LatticeTask &task, const engine::LatticeProblem &problem,
              const LatticeState &state, const LatticeSeries &series);

  /// Evaluations that are left of each part.
  double remaining() const;

  /// Nothing: there is no room for another one.
  std::optional<LatticeStep> next_step() const;
  /// The same where no success is to be confirmed.
  std::optional<LatticeStep> larger_step() const;
  /// Whether there is room for as many shifts again of the last lattice.
  bool again_fits() const;
  /// Shifts of so many points that there are evaluations for.
  static std::int64_t shifts_within(double evaluations, std::int64_t points);

  /// Logarithm of the points of the lattices that are tried before one of so many.
  static int trial_bits(std::int64_t points);
  /// Whether forms are compared before a lattice of so many points.
  bool tries_forms(std::int64_t points) const;
  /// Whether transforms of single axes are tried, with so many points: once, when trials tell
  /// something, and where the transform is not given.
  bool refines(int bits) const;
  /// Whether vectors are compared before a lattice of so many points.
  static bool tries_vectors(std::int64_t points);
  /// Whether there is room for random vectors of so many points, where the table's are bad, and for
  /// the least lattice after them.
  bool random_vectors_fit(std::int64_t points) const;

 private:
  int wanted_doublings() const;
  /// Of a shift.
  std::int64_t max_points() const;
  std::int64_t shifts_of_a_lattice() const;
  std::int64_t shifts_that_fit(std::int64_t points) const;
  bool fits(std::int64_t points, std::int64_t shifts, double most) const;
  /// Evaluations before the lattice itself, about: in the best case for vectors.
  double cost_of_choice(std::int64_t points) const;

  const LatticeTask &task_;
  const engine::LatticeProblem &problem_;
  const LatticeState &state_;
  const LatticeSeries &series_;
};

}  // namespace cuboid::algorithm
