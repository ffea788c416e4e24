// Lattices with random shifts: P. L'Ecuyer, C. Lemieux, Management Science 46 (2000) 1214, and for
// integrands of physics S. Borowka et al., Comput. Phys. Commun. 240 (2019) 120, arXiv:1811.11720.
// See docs/lattice.md.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "algorithm/lattice/choice.hpp"
#include "base/goal.hpp"
#include "engine/lattice.hpp"
#include "engine/samples.hpp"
#include "run/log.hpp"
#include "run/state_file.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

/// An iteration of samples that the map follows.
struct MapRequest {
  engine::SamplesIteration iteration;
  std::optional<engine::SamplesGrid> grid;  ///< before it, instead of the one there is
  bool last = false;                        ///< after it, the edges are wanted
};

struct MapAnswer {
  engine::SamplesResult found;
  std::vector<std::uint64_t> edges;  ///< of the map after the last one
};

MapAnswer draw_for_map(const MapRequest &request, engine::SamplesEngine &engine);

/// Iterations that find the map after the first one, which has few samples.
inline constexpr std::int64_t map_iterations = 5;
/// The share of maxeval that one of them may take.
inline constexpr std::int64_t map_share = 64;

struct LatticeTask {
  Goal goal;  ///< maxeval is exceeded by less than the first lattice
  engine::LatticeEngine *engine = nullptr;
  std::function<MapAnswer(const MapRequest &)> draw;  ///< for the smooth map; empty: there is none
  std::uint64_t seed = 1;
  std::int64_t shifts = 10;                   ///< of a lattice at least, 10 to 32
  std::int64_t points = 0;                    ///< of a shift of the last lattice; 0: as it fits
  std::int64_t map_samples = 0;               ///< of an iteration that finds the map; 0: by maxeval
  std::optional<map::Transform> transform{};  ///< nothing: the best
  bool stop_at_nonfinite = true;              ///< NaN or infinity is a failure, else a zero
  bool hands_over = false;                    ///< where VEGAS+ does better, it is to go on
  engine::SampleReceiver receiver;  ///< of all points but those of the choices; may be empty
  const Log *log = nullptr;
  StateFile *state = nullptr;
};

/// With what VEGAS+ goes on.
struct LatticeHandover {
  bool in_state_file = false;        ///< it had begun: all is in the state file
  std::vector<std::uint64_t> edges;  ///< of the map: [ndim][edges_intervals + 1]
  std::int64_t edges_intervals = 0;
  std::int64_t numbers_used = 0;  ///< of iterations, by the map and the lattices
  double needed = 0;              ///< evaluations that the tolerance needs, about
};

struct LatticeResult : SampledResult {
  std::optional<LatticeHandover> handover;  ///< nothing: the result is that of lattices
  std::string description;                  ///< the lattice, its transform and its map in words

  using SampledResult::SampledResult;
};

/// Integrates.  result is brought up to date after every lattice, so that it holds when the engine
/// throws.  A run that goes on from a state file gives the bits of one that was not interrupted.
/// Throws Failure(CUBOID_NONFINITE) for NaN or infinity with stop_at_nonfinite.
void lattice(const LatticeTask &task, LatticeResult &result);

}  // namespace cuboid::algorithm
