// The samples that climb to a lost peak, drawn by a run of Vegas.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithm/common/lost_peaks.hpp"
#include "cuba/vegas/vegas_run.hpp"
#include "map/vegas_grid.hpp"

namespace cuboid::algorithm {

/// Hands each batch of samples of a run on, as those of the methods that have an engine for them.
inline void listen(cuba::VegasRun &run, engine::SampleReceiver receiver) {
  run.listen([receiver = std::move(receiver)](std::int64_t count, const double *x,
                                              const double *weight, const double *f) {
    engine::SampleBatch batch;
    batch.count = count;
    batch.x = x;
    batch.weight = weight;
    batch.f = f;
    receiver(batch);
  });
}

class VegasClimber final : public PeakClimber {
 public:
  VegasClimber(cuba::VegasRun &run, int ndim) : run_(run), ndim_(ndim) {}

  void refine(PeakMap &map, int times, std::int64_t samples) override {
    std::vector<double> grid = grid_of(map);
    for (int i = 0; i < times; ++i) run_.explore(grid, samples);
    map = {map::edges_of(grid, ndim_), map::host_vegas_intervals};
  }

  void draw(const PeakMap &map, std::int64_t samples,
            const engine::SampleReceiver &receiver) override {
    std::vector<double> grid = grid_of(map);
    listen(run_, receiver);
    run_.explore(grid, samples);
    run_.listen({});
  }

 private:
  std::vector<double> grid_of(const PeakMap &map) const {
    return map::with_intervals(map::grid_of(map.edges, ndim_), ndim_, map::host_vegas_intervals);
  }

  cuba::VegasRun &run_;
  int ndim_;
};

}  // namespace cuboid::algorithm
