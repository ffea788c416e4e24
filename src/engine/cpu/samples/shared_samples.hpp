// Samples on the host that many integrals share: drawn once, and summed for each of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/failure.hpp"
#include "base/words.hpp"
#include "engine/common/shared_map.hpp"
#include "engine/cpu/samples/host_samples.hpp"
#include "engine/cpu/threads/thread_team.hpp"
#include "engine/engine.hpp"
#include "engine/many_samples.hpp"
#include "rng/philox.hpp"

namespace cuboid::engine::cpu {

/// Evaluates an integral, by its number in the whole list, on a thread, at points of its box.
/// Throws Failure.
using EvaluateIntegral =
    std::function<void(std::int64_t integral, int thread, const PointSet &points, double *f)>;

class SharedSamples final : public ManySamplesEngine {
 public:
  /// problem: with the box of all.  integrals: the numbers of those that are integrated, of a list
  /// of `list`, which the map follows.  The team has so many threads, and outlives the engine.
  SharedSamples(SamplesProblem problem, std::vector<std::int64_t> integrals, std::int64_t list,
                EvaluateIntegral evaluate, ThreadTeam &team, int threads);

  const SamplesProblem &problem() const override { return problem_; }
  std::int64_t count() const override { return static_cast<std::int64_t>(integrals_.size()); }
  std::int64_t most_intervals() const override { return most_host_intervals; }
  void set_grid(const SamplesGrid &grid, bool adaptive) override;
  void iterate(const SamplesIteration &iteration, const std::vector<std::uint32_t> &which) override;
  ManySamplesResult result(std::size_t place) const override { return results_[place]; }

 private:
  /// What an integral has of some samples.
  struct Sums {
    std::vector<statistics::SharedSum> of;  ///< [ncomp]
    statistics::SharedCount count;
    std::optional<Failure> failure;
  };

  void share_out(std::size_t count, const std::function<void(std::size_t, int thread)> &work);
  void draw(std::size_t slice);
  void follow_models(std::size_t slice, int thread, bool histogram);
  void sum(std::size_t place, std::uint32_t which, int thread);
  void add(std::int64_t integral, const double *scale, std::size_t slice, int thread, Sums &sums,
           std::vector<double> &values) const;
  void end_models();
  std::size_t begin(std::size_t slice) const { return slice * statistics::shared_slice; }
  std::size_t end(std::size_t slice) const;

  const SamplesProblem problem_;
  const std::vector<std::int64_t> integrals_;
  const std::vector<std::int64_t> models_;
  const EvaluateIntegral evaluate_;
  ThreadTeam &team_;
  const int threads_;
  const rng::SampleKeys keys_;
  SharedMap map_;
  SharedScales scale_;  ///< [integrals][ncomp]

  // Of the iteration.
  SamplesIteration iteration_;
  std::size_t samples_ = 0;
  std::vector<map::MapInterval> intervals_;
  std::vector<double> x_;                      ///< [samples][ndim]
  std::vector<double> weight_;                 ///< [samples]: of which the integral is the mean
  std::vector<uint32> cell_;                   ///< [samples][ndim]: in the map
  std::vector<std::vector<Sums>> model_sums_;  ///< [slices][models]
  std::vector<std::vector<std::uint64_t>> histogram_;  ///< [threads][ndim * intervals]
  std::vector<ManySamplesResult> results_;
};

}  // namespace cuboid::engine::cpu
