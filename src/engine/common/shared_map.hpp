// One map for many integrals, which are summed over the same samples: what the engines of the host
// and of a device have in common.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "base/words.hpp"
#include "engine/many_samples.hpp"
#include "map/importance_map.hpp"
#include "statistics/shared_sum.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine {

/// The map follows so many integrals of a list at most, spread evenly over it.  They are evaluated
/// besides the others, which costs little where these are many.
inline constexpr std::int64_t most_models = 64;
std::vector<std::int64_t> models_of(std::int64_t count);

/// Units of the histograms.  Scaled squares are 4 at most, if values do not grow, and have room to
/// grow; sums of 64 bits have room for all samples.
inline constexpr statistics::HistogramUnit shared_unit{65536.0f, 4194305.0f};

/// Powers of 2 for the components of integrals, by which an iteration's values are multiplied:
/// [integrals][ncomp], 1 at first.
using SharedScales = std::vector<double>;

/// What the sums of an iteration say of an integral.  sums, scale: [ncomp].
ManySamplesResult shared_result(const statistics::SharedSum *sums,
                                const statistics::SharedCount &count, const double *scale,
                                int ncomp, std::int64_t samples);

/// The scales of the next iteration from those of this one.  sums, scale: [ncomp].
void rescale(const statistics::SharedSum *sums, int ncomp, std::int64_t samples, double *scale);

class SharedMap {
 public:
  SharedMap(const SamplesProblem &problem, std::int64_t models);

  void set_grid(const SamplesGrid &grid);

  const SamplesGrid &grid() const { return grid_; }
  /// Samples of an iteration, and of a hypercube of it.
  std::int64_t samples(const SamplesIteration &iteration) const;
  uint64 per_cube(const SamplesIteration &iteration) const;
  /// [ndim][intervals]
  std::vector<map::MapInterval> intervals() const;
  const std::vector<std::uint64_t> &edges() const { return edges_; }

  const SharedScales &scales() const { return scale_; }          ///< of the models
  const std::vector<float> &weights() const { return weight_; }  ///< of their squares, alike

  /// Ends an iteration.  sums: [models][ncomp]; histogram: [ndim][intervals], of the weighted
  /// squares of the models, if the map is to be refined.
  void finish(const SamplesIteration &iteration, const std::vector<statistics::SharedSum> &sums,
              const std::vector<std::uint64_t> &histogram);

 private:
  void refine(const SamplesIteration &iteration, const std::vector<std::uint64_t> &histogram);

  const int ndim_;
  const int ncomp_;
  uint64 ncube_ = 1;
  SamplesGrid grid_;
  std::vector<std::uint64_t> edges_;
  SharedScales scale_;
  std::vector<float> weight_;
};

/// The map of a list after each iteration, for engines that work off parts of it with the same
/// iterations: one that comes later need not follow the models anew.
class SharedMaps {
 public:
  /// nullptr: no engine has come so far.
  std::shared_ptr<const SharedMap> after(const SamplesIteration &iteration) const;
  void keep(const SamplesIteration &iteration, const SharedMap &map);

 private:
  mutable std::mutex mutex_;                                       ///< guards what follows
  std::map<std::int32_t, std::shared_ptr<const SharedMap>> maps_;  ///< by the iteration's number
};

}  // namespace cuboid::engine
