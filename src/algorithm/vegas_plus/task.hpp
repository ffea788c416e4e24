// What VEGAS+ and m-Cubes are given, and what they give.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithm/common/iterations.hpp"
#include "base/goal.hpp"
#include "engine/samples.hpp"
#include "run/log.hpp"
#include "run/state_file.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

/// Most hypercubes whose numbers of samples differ.
inline constexpr std::int64_t max_adaptive_cubes = std::int64_t{1} << 25;
/// Most hypercubes of all: their numbers have 32 bits.
inline constexpr std::int64_t max_equal_cubes = 1'000'000'000;

struct AfterLattices {
  bool in_state_file = false;     ///< this run has begun there, and is gone on with
  std::int64_t numbers_used = 0;  ///< of iterations
};

struct VegasPlusTask {
  Goal goal;  ///< maxeval is exceeded by less than one iteration
  engine::SamplesEngine *engine = nullptr;
  std::int64_t samples = 10000;  ///< of the first iteration
  std::int64_t increase = 0;     ///< samples added from iteration to iteration
  double alpha = 1;              ///< of the refinement of the map: less takes shorter steps
  /// Iterations with all of alpha, besides those of samples_for_a_map; in the i-th one after them
  /// it is alpha times their number / i, counted from the first.  A constant step would keep up
  /// with the noise of the histograms, while steps that fall as 1 / i average it out and still
  /// reach any map: H. Robbins and S. Monro, Ann. Math. Stat. 22 (1951) 400.  -1: alpha is
  /// constant.
  std::int64_t full_steps = 5;
  double beta = 0.75;    ///< samples in a hypercube follow sigma^beta; 0: m-Cubes
  bool one_map = false;  ///< one map for all axes
  /// Iterations after which the map stays as it is; -1: it always adapts.
  std::int64_t adapting = -1;
  std::int64_t nintervals = 1000;               ///< of each axis, about; less for few samples
  std::int64_t max_cubes = max_adaptive_cubes;  ///< whose numbers of samples differ
  Combination combination = Combination::samples;
  bool stop_at_nonfinite = true;  ///< NaN or infinity is a failure, else a zero
  /// A map to begin with, of edges_intervals intervals; empty: none.
  std::vector<std::uint64_t> edges;
  std::int64_t edges_intervals = 0;
  /// The map is that of another integral: where uniform samples see what it has no place for, the
  /// integration begins anew without it.
  bool edges_of_another = false;
  /// Is handed all samples but those of the pilot; may be empty.
  engine::SampleReceiver receiver;
  /// Lattices have come before: the state file is theirs, and so are the numbers of iterations that
  /// they have used.
  std::optional<AfterLattices> after_lattices{};
  const Log *log = nullptr;    ///< for a line on each iteration; nullptr: none
  StateFile *state = nullptr;  ///< nullptr: none
  bool reset_state = false;    ///< take only the map from the state file
};

/// m-Cubes: all hypercubes alike.
VegasPlusTask m_cubes_task();

struct VegasPlusResult : SampledResult {
  std::vector<std::uint64_t> edges;  ///< the map at the end: [parts][ndim][edges_intervals + 1]
  std::int64_t edges_intervals = 0;

  using SampledResult::SampledResult;
};

}  // namespace cuboid::algorithm
