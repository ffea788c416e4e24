#include "router/regions_method.hpp"

#include <atomic>
#include <utility>

#include "algorithm/common/log.hpp"
#include "algorithm/pagani/pagani.hpp"
#include "base/failure.hpp"
#include "engine/common/counted.hpp"
#include "engine/cpu/regions/regions_cpu.hpp"

namespace cuboid::router {

namespace {

void report(const algorithm::PaganiResult &found, Outcome &outcome) {
  algorithm::Result &result = outcome.result;
  if (found.value.empty()) return;
  result.integral = found.value;
  result.error = found.error;
  result.chi2 = found.chi2;
  result.dof = found.dof;
  result.neval = found.neval;
  result.nregions = found.nregions;
  result.niterations = found.niterations;
  result.converged = found.status == CUBOID_CONVERGED;
  outcome.nonfinite = found.nonfinite;
}

}  // namespace

void run_regions(engine::RegionsEngine &regions, const Request &request, const Plan &plan,
                 const engine::Limits &limits, Outcome &outcome) {
  const Options &options = request.options;
  const algorithm::Log log(static_cast<int>(options.verbosity), request.log);
  algorithm::PaganiOptions pagani;
  pagani.epsrel = options.epsrel;
  pagani.epsabs = options.epsabs;
  pagani.mineval = options.mineval;
  pagani.maxeval = options.maxeval;
  pagani.nonfinite = plan.nonfinite;
  pagani.limits = limits;
  pagani.log = &log;
  outcome.method = method_name(Method::pagani);
  algorithm::PaganiResult found;
  try {
    algorithm::pagani(regions, pagani, found);
  } catch (const Failure &) {
    report(found, outcome);
    throw;
  }
  report(found, outcome);
  outcome.status = found.status;
  outcome.message = found.message;
  if (found.status < 0) throw Failure(found.status, found.message);
  const bool interrupted = found.status == CUBOID_CANCELLED || found.status == CUBOID_TIME_LIMIT;
  if (found.nonfinite == 0 || interrupted) return;
  outcome.status = CUBOID_NONFINITE;
  outcome.message =
      algorithm::formatted("%lld values of the integrand were NaN or infinite and counted as zero",
                           static_cast<long long>(found.nonfinite));
}

void run_pagani_on_points(std::vector<std::unique_ptr<engine::PointsEngine>> points,
                          const Request &request, const Plan &plan, const engine::Limits &limits,
                          Outcome &outcome) {
  std::atomic<std::int64_t> evaluated = 0;
  for (auto &engine : points)
    engine = std::make_unique<engine::CountedEngine>(std::move(engine), evaluated);
  const auto regions = engine::cpu::make_regions(request.host.ndim, request.host.ncomp,
                                                 static_cast<int>(request.options.key),
                                                 std::move(points), plan.memory_limit);
  try {
    run_regions(*regions, request, plan, limits, outcome);
  } catch (const engine::Interrupted &) {
    // What was evaluated for regions that are not complete counts as well.
    outcome.result.neval = evaluated;
    throw;
  }
}

}  // namespace cuboid::router
