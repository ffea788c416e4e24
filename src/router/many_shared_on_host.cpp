// Many integrals on the host that share a map and the samples: threads over the integrals.
#include <algorithm>
#include <utility>
#include <vector>

#include "engine/cpu/make_engine.hpp"
#include "engine/cpu/samples/shared_samples.hpp"
#include "engine/cpu/threads/thread_team.hpp"
#include "engine/device/many_samples.hpp"
#include "router/many_run.hpp"
#include "router/many_samples.hpp"
#include "router/methods/vegas_plus.hpp"
#include "router/points_method.hpp"
#include "router/samples_method.hpp"

namespace cuboid::router {

namespace {

/// Integrals that are open at once, for the memory of their iterations.
constexpr std::int64_t chunk = 4096;

}  // namespace

void require_shared(const ManyRequest &request, const Run &run) {
  const Options &options = request.common.options;
  if (request.box_stride != 0)
    throw Failure(CUBOID_BAD_ARGUMENT,
                  "box_stride = " + std::to_string(request.box_stride) +
                      " must be 0 with shared_map = 1: integrals share samples in one box");
  const bool cubes = run.plan.method == Method::vegas_plus || run.plan.method == Method::m_cubes ||
                     run.plan.method == Method::m_cubes_1d;
  if (!cubes)
    throw Failure(CUBOID_BAD_ARGUMENT,
                  "shared_map = 1 needs the method vegas_plus, m_cubes or "
                  "m_cubes_1d, and here it is " +
                      std::string(entry_of(run.plan.method).name));
  if (is_quasi(options, run.plan))
    throw Failure(CUBOID_BAD_ARGUMENT, "quasi = 1 does not go with shared_map = 1");
  if (run.plan.place == Place::host || samples_many_on_device(request, run.plan, run.device))
    return;
  throw Failure(CUBOID_BAD_ARGUMENT,
                "shared_map = 1 on a device needs an integrand from source or from an image, with "
                "at most 8 components, and no result to begin with");
}

void many_shared_on_host(const ManyRun &many) {
  const Request &common = many.request.common;
  engine::cpu::EngineOptions options = host_options(many.run);
  options.limits = many.limits;
  options.nonfinite = engine::Nonfinite::leave;
  const engine::cpu::IntegralEngines engines(options);
  engine::cpu::ThreadTeam team(engines.threads());
  auto problem = boxed_problem<engine::SamplesProblem>(common);
  problem.seed = static_cast<std::uint64_t>(common.options.seed);
  const algorithm::VegasPlusTask task = shared_task(many.run, common.options.nstart);
  const auto evaluate = [&](std::int64_t integral, int thread, const engine::PointSet &points,
                            double *f) {
    engine::HostFunction host = common.host;
    host.userdata = many.request.userdata_of(integral);
    engines.make(host, thread)->evaluate(points, f);
  };
  std::vector<std::int64_t> left_out;
  for (std::int64_t first; (first = many.queue.next(chunk)) >= 0;) {
    std::vector<std::int64_t> numbers;
    for (std::int64_t i = first; i < std::min(first + chunk, many.request.count); ++i)
      if (!many.results.has(i)) numbers.push_back(i);
    if (numbers.empty()) continue;
    engine::cpu::SharedSamples engine(problem, numbers, many.request.count, evaluate, team,
                                      engines.threads());
    try {
      const auto rest =
          integrate_samples(many, task, engine, engine::DeviceManySamples::most_shared_samples,
                            [&numbers](std::size_t i) { return numbers[i]; });
      left_out.insert(left_out.end(), rest.begin(), rest.end());
    } catch (const engine::Interrupted &interrupted) {
      many.queue.end(interrupted.status());
    }
    many.look();
  }
  many_alone(many, left_out);
}

}  // namespace cuboid::router
