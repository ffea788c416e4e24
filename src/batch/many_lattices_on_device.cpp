// Many integrals by lattices on a device: all that are not accurate share the launches of a round,
// and what VEGAS+ does better follows alone.
#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "algorithm/lattice/many.hpp"
#include "algorithm/lattice/state.hpp"
#include "batch/many_feeders.hpp"
#include "batch/many_part.hpp"
#include "batch/many_run.hpp"
#include "batch/many_samples.hpp"
#include "engine/cpu/processes/fork_safety.hpp"
#include "engine/device/many_lattice.hpp"
#include "engine/device/many_samples.hpp"
#include "router/methods/lattice.hpp"
#include "router/samples_method.hpp"

namespace cuboid::router {

namespace {

/// Integrals of a thread: few enough that all threads have some.  A thread takes longer to fit the
/// smooth maps, 0.13 ms for an axis, than the device to sum the lattices.
constexpr std::int64_t chunk = 256;
constexpr int max_feeders = 32;

/// What a thread that feeds the device has.
struct Engines {
  std::unique_ptr<engine::DeviceManyLattice> lattices;
  std::unique_ptr<engine::DeviceManySamples> samples;  ///< nullptr: no map
  std::int64_t room = chunk;
};

std::unique_ptr<Engines> make_engines(const ManyRun &many, std::int64_t memory) {
  const Run &run = many.run;
  auto engines = std::make_unique<Engines>();
  engines->lattices = engine::make_device_many_lattice(run.device, run.device_userdata);
  if (!has_smooth_map(run.request)) return engines;
  engines->samples = engine::make_device_many_samples(
      run.device, run.device_userdata, static_cast<std::uint64_t>(run.request.options.seed), false,
      many.request.lower != nullptr, memory);
  engine::SamplesGrid grid;
  grid.nintervals = algorithm::map_intervals;
  engines->room = engines->samples->reserve(std::min(chunk, many.request.count), grid, false,
                                            engine::DeviceManySamples::max_samples);
  return engines;
}

/// Returns those that are to follow alone.
std::vector<std::int64_t> integrate(const ManyRun &many, const ManyPart &part, Engines &engines) {
  engines.lattices->begin(part.list());
  if (engines.samples) engines.samples->begin(part.list());
  algorithm::ManyLattices host;
  host.put = [&](std::size_t i, const algorithm::LatticeResult &found, const Failure *failure) {
    put_sampled(many, part.integral(i), found, failure);
  };
  host.goes_on = [&](std::int64_t evaluated) {
    if (many.limits.watch != nullptr) many.limits.watch->count(evaluated);
    return !many.queue.ends();
  };
  std::vector<std::int64_t> left_out;
  for (const std::size_t i : algorithm::lattice_many(lattice_task(many.run), *engines.lattices,
                                                     engines.samples.get(), host))
    left_out.push_back(part.integral(i));
  return left_out;
}

}  // namespace

bool sums_many_lattices_on_device(const ManyRequest &request, const Plan &plan,
                                  const engine::DeviceIntegrandPointer &device) {
  return plan.place == Place::device && plan.interface == Interface::lattice &&
         !request.common.resume.start && engine::device_sums_many_lattices(*device) &&
         (!has_smooth_map(request.common) || engine::device_samples_many(*device));
}

void compile_many_lattices(const ManyRequest &request, const Run &run) {
  engine::compile_for_many_lattices(run.device);
  if (has_smooth_map(run.request))
    engine::compile_for_many_samples(run.device, {request.lower != nullptr, false, false});
}

void many_lattices_on_device(const ManyRun &many) {
  const std::int64_t cores = many.run.request.options.cores;
  const std::int64_t threads =
      std::clamp<std::int64_t>(cores >= 0 ? cores : engine::cpu::available_cpus(), 2, max_feeders);
  const bool on_caller = many.run.device->is_many_batch();  // As the function may expect.
  const int feeders =
      on_caller ? 1 : static_cast<int>(std::min(threads, (many.request.count - 1) / chunk + 1));
  std::mutex mutex;
  std::vector<std::int64_t> left_out;  ///< guarded by it
  run_feeders(many, feeders, [&](int thread) {
    const auto engines = engine_of_feeder(
        thread, [&] { return make_engines(many, memory_of_feeder(many, feeders)); });
    if (!engines) return;
    for (std::int64_t first; (first = many.queue.next(engines->room)) >= 0;) {
      const ManyPart part(many, first, std::min(engines->room, many.request.count - first));
      if (part.list().count == 0) continue;
      const std::vector<std::int64_t> more = integrate(many, part, *engines);
      if (thread == 0) many.look();
      const std::lock_guard lock(mutex);
      left_out.insert(left_out.end(), more.begin(), more.end());
    }
  });
  many.log.print(3, "%d threads fed the device; %zu integrals follow by themselves", feeders,
                 left_out.size());
  many_alone(many, std::move(left_out));
}

}  // namespace cuboid::router
