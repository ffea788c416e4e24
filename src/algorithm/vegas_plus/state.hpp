// What a run of VEGAS+ keeps in its state file.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithm/common/iterations.hpp"
#include "algorithm/vegas_plus/task.hpp"
#include "engine/samples.hpp"
#include "run/save_schedule.hpp"
#include "run/state_file.hpp"

namespace cuboid::algorithm {

/// All that the next iteration depends on.
struct VegasPlusState {
  std::int64_t samples = 0;       ///< of the first iteration
  std::int64_t parts = 1;         ///< as SamplesProblem has it
  std::int64_t numbers_used = 0;  ///< of iterations, by runs of which only the map was taken
  std::int64_t neval = 0;
  std::int64_t nonfinite = 0;
  std::int64_t due = 0;      ///< see Convergence
  engine::SamplesGrid grid;  ///< of each part, without edges
  bool adaptive = false;
  engine::SamplesMemory memory;
  /// Of the map to go back to where a softer one is no better; empty: it was not tried.
  std::vector<std::uint64_t> edges_before_trial;
};

/// Where the state goes, and when.
class VegasPlusStateFile {
 public:
  explicit VegasPlusStateFile(const VegasPlusTask &task)
      : file_(task.state), problem_(task.engine->problem()), after_lattices_(task.after_lattices) {}

  bool used() const { return file_ != nullptr && file_->used(); }
  bool is_kept() const { return file_ != nullptr && file_->is_kept(); }

  /// The state of an earlier run, and its iterations; nothing if there is none that fits.
  std::optional<VegasPlusState> restore(Iterations &iterations);

  /// Whether it is time.
  bool due() const { return file_->is_file() && schedule_.due(); }
  /// state: without the memory, which the engine gives.
  void save(VegasPlusState state, engine::SamplesEngine &engine, const Iterations &iterations);

 private:
  StateIdentity identity() const {
    return {after_lattices_ ? Routine::lattice : Routine::vegas_plus, problem_.ndim,
            problem_.ncomp};
  }

  StateFile *file_;
  const engine::SamplesProblem &problem_;
  std::optional<AfterLattices> after_lattices_;
  SaveSchedule schedule_{0};
};

}  // namespace cuboid::algorithm
