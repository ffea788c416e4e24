// Many integrals by samples on a device: all that are not accurate share the launches of an
// iteration, and what needs more room follows alone.
#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "algorithm/vegas_plus/many.hpp"
#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "batch/many_feeders.hpp"
#include "batch/many_part.hpp"
#include "batch/many_run.hpp"
#include "batch/many_samples.hpp"
#include "engine/cpu/processes/fork_safety.hpp"
#include "engine/device/many_samples.hpp"
#include "router/methods/vegas_plus.hpp"
#include "router/samples_method.hpp"

namespace cuboid::router {

namespace {

using Engine = engine::DeviceManySamples;

/// How the samples of a list are drawn.
struct Drawing {
  bool quasi;  ///< Sobol points
  algorithm::VegasPlusTask task;
};

/// Integrals that are handed out together.  Four rounds of the blocks that an H100 runs at once;
/// while one thread decides about those of a chunk, the kernels of other chunks run.
constexpr std::int64_t max_in_chunk = 1024;
/// More threads than this hardly find anything to decide.
constexpr int max_feeders = 16;

/// What those who feed the device leave behind.
struct Fed {
  std::mutex mutex;                    ///< guards what follows
  std::vector<std::int64_t> left_out;  ///< integrals that follow alone
};

Drawing drawing_of(const Run &run) {
  const Options &options = run.request.options;
  return {is_quasi_of_many(options), vegas_plus_task(run, samples_of_many(options, run.plan.ndim))};
}

std::unique_ptr<engine::DeviceManySamples> make_engine(const ManyRun &many, const Drawing &drawing,
                                                       std::int64_t memory, std::int64_t &room) {
  const auto seed = static_cast<std::uint64_t>(many.run.request.options.seed);
  auto made =
      engine::make_device_many_samples(many.run.device, many.run.device_userdata, seed,
                                       drawing.quasi, many.request.lower != nullptr, memory);
  const algorithm::ManyShape shape = algorithm::shape_of_many(
      drawing.task, made->problem(), made->max_intervals(), Engine::max_samples);
  room = made->reserve(std::min(max_in_chunk, many.request.count), shape.grid, shape.adaptive,
                       shape.samples);
  return made;
}

/// Takes chunks of the list until there are none.
void feed(const ManyRun &many, const Drawing &drawing, int thread, int feeders, Fed &fed) {
  std::int64_t room = 0;
  const auto engine = engine_of_feeder(
      thread, [&] { return make_engine(many, drawing, memory_of_feeder(many, feeders), room); });
  if (!engine) return;
  for (std::int64_t first; (first = many.queue.next(room)) >= 0;) {
    const std::int64_t count = std::min(room, many.request.count - first);
    const ManyPart part(many, first, count);
    if (part.list().count == 0) continue;
    engine->begin(part.list());
    const auto left_out = integrate_samples(many, drawing.task, *engine, Engine::max_samples,
                                            [&part](std::size_t i) { return part.integral(i); });
    if (thread == 0) many.look();
    const std::lock_guard lock(fed.mutex);
    fed.left_out.insert(fed.left_out.end(), left_out.begin(), left_out.end());
  }
}

}  // namespace

bool samples_many_on_device(const ManyRequest &request, const Plan &plan,
                            const engine::DeviceIntegrandPointer &device) {
  if (plan.place != Place::device || plan.interface != Interface::samples) return false;
  if (request.common.resume.start || !engine::device_samples_many(*device)) return false;
  return samples_of_many(request.common.options, request.common.host.ndim) <=
         Engine::max_first_samples;
}

void compile_many_samples(const ManyRequest &request, const Run &run) {
  const Drawing drawing = drawing_of(run);
  const bool boxed = request.lower != nullptr;
  auto problem = boxed_problem<engine::SamplesProblem>(request.common);
  problem.quasi = drawing.quasi;
  const algorithm::ManyShape shape = algorithm::shape_of_many(
      drawing.task, problem, engine::max_device_intervals(problem.ndim), Engine::max_samples);
  engine::compile_for_many_samples(run.device, {boxed, drawing.quasi, shape.adaptive});
}

void many_samples_on_device(const ManyRun &many) {
  const std::int64_t cores = many.run.request.options.cores;
  const std::int64_t threads =
      std::clamp<std::int64_t>(cores >= 0 ? cores : engine::cpu::available_cpus(), 2, max_feeders);
  const Drawing drawing = drawing_of(many.run);
  const bool on_caller = many.run.device->is_many_batch();  // As the function may expect.
  const int feeders =
      on_caller ? 1
                : static_cast<int>(std::min(threads, (many.request.count - 1) / max_in_chunk + 1));
  Fed fed;
  run_feeders(many, feeders, [&](int thread) { feed(many, drawing, thread, feeders, fed); });
  many.log.print(3, "%d threads fed the device; %zu integrals follow by themselves", feeders,
                 fed.left_out.size());
  many_alone(many, std::move(fed.left_out));
}

}  // namespace cuboid::router
