// Many integrals by samples on a device: all that are not accurate share the launches of an
// iteration, and what needs more room follows alone.
#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "algorithm/vegas_plus/many.hpp"
#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "engine/cpu/processes/fork_safety.hpp"
#include "engine/device/many_samples.hpp"
#include "router/many_feeders.hpp"
#include "router/many_part.hpp"
#include "router/many_run.hpp"
#include "router/methods/vegas_plus.hpp"
#include "router/samples_method.hpp"

namespace cuboid::router {

namespace {

/// Integrals that are handed out together.  Four rounds of the blocks that an H100 runs at once;
/// while one thread decides about those of a chunk, the kernels of other chunks run.
constexpr std::int64_t chunk = 1024;
/// More threads than this hardly find anything to decide.
constexpr int most_feeders = 16;

/// What those who feed the device leave behind.
struct Fed {
  std::mutex mutex;                    ///< guards what follows
  std::vector<std::int64_t> left_out;  ///< integrals that follow alone
};

void put(const ManyRun &many, std::int64_t integral, const algorithm::VegasPlusResult &found,
         const Failure *failure) {
  if (failure == nullptr && found.converged && found.nonfinite == 0) {
    // A sentence is only made where somebody reads it.
    many.results.put(integral, CUBOID_CONVERGED, found.integral.data(), found.error.data(),
                     found.chi2.data(), found.dof, found.neval);
    return;
  }
  Outcome outcome(many.run.request.host.ncomp);
  outcome.result = found;
  outcome.nonfinite = found.nonfinite;
  if (failure != nullptr)
    fail(outcome, *failure);
  else
    conclude_samples(goal_of(many.run.request.options), found, outcome);
  many.results.put(integral, outcome);
}

/// Carries out a part of the list.  Returns the integrals that are to follow alone.
std::vector<std::int64_t> integrate(const ManyRun &many, const algorithm::VegasPlusTask &task,
                                    const ManyPart &part, engine::DeviceManySamples &engine) {
  algorithm::ManyVegasPlus host;
  host.most_samples = engine::DeviceManySamples::most_samples;
  host.for_all = [](std::size_t count, const std::function<void(std::size_t)> &work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
  };
  host.put = [&](std::size_t i, const algorithm::VegasPlusResult &found, const Failure *failure) {
    put(many, part.integral(i), found, failure);
  };
  host.goes_on = [&](std::int64_t evaluated) {
    if (many.limits.watch != nullptr) many.limits.watch->count(evaluated);
    return !many.queue.ends();
  };
  engine.begin(part.list());
  std::vector<std::int64_t> left_out;
  for (const std::size_t i : algorithm::vegas_plus_many(task, engine, host))
    left_out.push_back(part.integral(i));
  return left_out;
}

std::unique_ptr<engine::DeviceManySamples> make_engine(const ManyRun &many,
                                                       const algorithm::VegasPlusTask &task,
                                                       std::int64_t memory, std::int64_t &room) {
  auto made =
      engine::make_device_many_samples(many.run.device, many.run.device_userdata,
                                       static_cast<std::uint64_t>(many.run.request.options.seed),
                                       many.request.lower != nullptr, memory);
  const algorithm::ManyShape shape = algorithm::shape_of_many(
      task, made->problem(), made->most_intervals(), engine::DeviceManySamples::most_samples);
  room =
      made->reserve(std::min(chunk, many.request.count), shape.grid, shape.adaptive, shape.samples);
  return made;
}

/// Takes chunks of the list until there are none.
void feed(const ManyRun &many, int thread, int feeders, Fed &fed) {
  const algorithm::VegasPlusTask task =
      vegas_plus_task(many.run, samples_of_many(many.run.request.options));
  std::int64_t room = 0;
  const auto engine = engine_of_feeder(
      thread, [&] { return make_engine(many, task, memory_of_feeder(many, feeders), room); });
  if (!engine) return;
  for (std::int64_t first; (first = many.queue.next(room)) >= 0;) {
    const std::int64_t count = std::min(room, many.request.count - first);
    const ManyPart part(many, first, count);
    if (part.list().count == 0) continue;
    const auto left_out = integrate(many, task, part, *engine);
    if (thread == 0) many.look();
    const std::lock_guard lock(fed.mutex);
    fed.left_out.insert(fed.left_out.end(), left_out.begin(), left_out.end());
  }
}

}  // namespace

bool samples_many_on_device(const ManyRequest &request, const Plan &plan,
                            const engine::DeviceIntegrandPointer &device) {
  if (plan.place != Place::device || plan.interface != Interface::samples) return false;
  if (plan.method == Method::lattice || is_quasi(request.common.options, plan)) return false;
  if (request.common.start || !engine::device_samples_many(*device)) return false;
  return samples_of_many(request.common.options) <= engine::DeviceManySamples::most_first_samples;
}

void compile_many_samples(const ManyRequest &request, const Run &run) {
  const auto problem = boxed_problem<engine::SamplesProblem>(request.common);
  const std::int64_t most_samples = engine::DeviceManySamples::most_samples;
  const algorithm::ManyShape shape =
      algorithm::shape_of_many(vegas_plus_task(run, samples_of_many(run.request.options)), problem,
                               engine::most_device_intervals(problem.ndim), most_samples);
  engine::compile_for_many_samples(run.device, request.lower != nullptr, shape.adaptive);
}

void many_samples_on_device(const ManyRun &many) {
  const std::int64_t cores = many.run.request.options.cores;
  const std::int64_t threads =
      std::clamp<std::int64_t>(cores >= 0 ? cores : engine::cpu::available_cpus(), 2, most_feeders);
  const int feeders = static_cast<int>(std::min(threads, (many.request.count + chunk - 1) / chunk));
  Fed fed;
  run_feeders(many, feeders, [&](int thread) { feed(many, thread, feeders, fed); });
  many.log.print(3, "%d threads fed the device; %zu integrals follow by themselves", feeders,
                 fed.left_out.size());
  std::sort(fed.left_out.begin(), fed.left_out.end());
  many_alone(many, fed.left_out);
}

}  // namespace cuboid::router
