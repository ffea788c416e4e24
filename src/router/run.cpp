#include "router/run.hpp"

#include <limits>
#include <string>

#include "engine/samples.hpp"

namespace cuboid::router {

namespace {

/// Why calls of the integrand on the host have fewer points than the caller allows; empty: they do
/// not, or as few as the method asks for at once.
std::string cut_of_nvec(const Options &options, const Plan &plan, int ncomp) {
  constexpr std::int64_t max_int = std::numeric_limits<std::int32_t>::max();
  const auto cut = [&](std::int64_t most, const std::string &why) {
    if (options.nvec <= most) return std::string();
    return "nvec = " + std::to_string(options.nvec) + " is cut to " + std::to_string(most) + ", " +
           why;
  };
  if (plan.place != Place::host) return "";
  if (has_option(plan.method, "nbatch"))
    return cut(options.nbatch, "the samples of a batch (nbatch)");
  if (plan.interface == Interface::samples || plan.interface == Interface::lattice)
    return cut(engine::samples_max_batch(ncomp), "the most points of a batch");
  return cut(max_int, "the largest number of Cuba's int");
}

}  // namespace

Origin origin_of(const Request &request, Method method) {
  const Options &options = request.options;
  Origin origin{request.host.ndim, request.lower, request.upper, {}, goal_of(options)};
  if (has_option(method, "seed")) origin.seeds.push_back(options.seed);
  return origin;
}

void carry_out(Request &request, const Plan &plan, const Call &call, Outcome &outcome) {
  call.clock.prepare();
  outcome.method = entry_of(plan.method).name;
  outcome.origin = origin_of(request, plan.method);
  outcome.result.ndim = request.host.ndim;
  outcome.result.method = entry_of(plan.method).name;
  if (const std::string cut = cut_of_nvec(request.options, plan, request.host.ncomp);
      !request.cuba.called && !cut.empty())
    log_of(request).print(1, "%s", cut.c_str());
  if (TraceOutput *const trace = call.record.trace()) {
    trace->begin(outcome.method, plan.place != Place::host, request.resume.used_before);
    request.listeners.receiver = trace->receiver_for(request.listeners.receiver);
  }
  if (call.progress) call.progress->watch(outcome.method, outcome.result);
  traits_of(plan.method).run({call, request, plan}, outcome);
  if (!plan.where.empty()) outcome.message += "; " + plan.where;
}

}  // namespace cuboid::router
