// What a run of lattices keeps in its state file.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithm/lattice/choice.hpp"
#include "algorithm/lattice/vectors.hpp"
#include "engine/lattice.hpp"
#include "run/state_file.hpp"

namespace cuboid::algorithm {

/// Of the map of VEGAS that the smooth map follows; a power of 2.
inline constexpr int map_intervals = 64;

/// One lattice that was summed.
struct SummedLattice {
  std::int64_t points = 0;     ///< of a shift
  std::vector<double> shifts;  ///< [shifts][ncomp]
  /// Of the shifts, those that were a success which the others have confirmed; 0: there are none.
  std::int64_t confirmed = 0;
};

/// All that the next lattice depends on.
struct LatticeState {
  std::int64_t neval = 0;
  std::int64_t nonfinite = 0;
  std::int64_t due = 0;      ///< see Convergence
  std::int32_t sums = 0;     ///< of lattices: twice where further shifts have confirmed one
  std::uint32_t stream = 0;  ///< of random shifts, and of vectors, that were used
  int tried_bits = 0;        ///< of the lattices with which forms were tried last; 0: none were
  std::vector<std::uint64_t> edges;  ///< of the map: [parts][ndim][map_intervals + 1]; empty: none
  std::vector<double> deviation;     ///< [ncomp]: of one sample through it; empty: not known
  /// [ncomp]: mean share of one sample in the variance of an iteration of the map; empty likewise.
  std::vector<double> tail;
  /// [ncomp]: see Rarity::samples_of_one; empty likewise.
  std::vector<double> rarity;
  std::vector<LatticeForm> forms;  ///< that are still tried; the first is the chosen one
  std::vector<double> varied;      ///< [forms]: KeptForm::variation; empty: none was tried
  bool refined = false;            ///< the transforms of single axes were tried
  LatticeVector vector;
  std::vector<SummedLattice> lattices;
};

void save_lattices(StateFile &file, const LatticeState &state,
                   const engine::LatticeProblem &problem);

/// In which phase the run was that goes on; nothing: there is none.  The state is that of lattices
/// alone.  Throws Failure for one that no run has written.
std::optional<LatticePhase> restore_lattices(StateFile &file, LatticeState &state,
                                             const engine::LatticeProblem &problem);

}  // namespace cuboid::algorithm
