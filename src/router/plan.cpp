#include "router/plan.hpp"

#include "base/formatted.hpp"
#include "base/physical_memory.hpp"

namespace cuboid::router {

namespace {

/// Measured on one H100 (tests/bench/results/device_times.txt): the least time of a method on a
/// device is 0.07 ms, in which the host evaluates this many points of a usual integrand.  Not
/// measured for the integrand at hand, since the same call has to give the same bits.
constexpr std::int64_t evaluations_worth_a_launch = 1000;

/// To compile a kernel with the text in it takes .3 to 1 s more, in which kernels that call the
/// text evaluate 1e10 points and more, a fifth to nine tenths as fast as those with the text in
/// them (tests/bench/results/gpu_first_answer.txt).  Who allows a tenth of these may call more than
/// once.
constexpr double evaluations_worth_compiling = 1e9;

/// Of a list, most integrals need a thousandth of maxeval, and kernels that call the text reach
/// three quarters of the speed and more, since they have other things to do than to evaluate.
constexpr double evaluations_worth_compiling_in_a_list = 1e13;

/// Sets place and where.
void choose_place(const Problem &problem, const Options &options, const Machine &machine,
                  Plan &plan) {
  plan.place = Place::host;
  if (problem.device == DeviceVersion::none) return;
  if (problem.is_line && plan.method == Method::line) {
    plan.where = "evaluated on the host: the version for a GPU has no breaks";
    return;
  }
  if (problem.device == DeviceVersion::registered) {
    std::string reason = reason_for_host(options, machine);
    if (reason.empty()) reason = machine.device_problem;
    if (!reason.empty()) {
      plan.where = "evaluated on the host: " + reason;
      return;
    }
  }
  plan.place = Place::device_points;
  plan.where = "evaluated on " + machine.device +
               (problem.joined ? ", called by kernels that stand ready" : "");
}

/// What takes the asked method's place on a device.
std::optional<Method> method_on_device(const Options &options, const Machine &machine,
                                       const Plan &plan) {
  if (plan.asked == Method::vegas && options.seed == 0 && machine.vegas_is_lattice)
    return Method::lattice;
  return traits_of(plan.asked).on_device;
}

/// Whether that can integrate this there.
bool runs_on_device(const Problem &problem, const Options &options,
                    const std::optional<Method> &method, const Plan &plan) {
  if (plan.place != Place::device_points || !method) return false;
  const bool refines_regions = traits_of(*method).interface == Interface::regions;
  // Kernels decide about one component or one complex number at a time.
  if (refines_regions && is_of_vector(norm_of(options))) return false;
  if (!(refines_regions ? problem.region_kernels : problem.kernels)) return false;
  if (!options.statefile.empty() && !has_option(*method, "statefile")) return false;
  const MethodEntry &asked = entry_of(plan.asked);
  return problem.ndim <= asked.device_max_ndim && problem.ncomp <= asked.device_max_ncomp;
}

}  // namespace

bool joins_text(const Problem &problem, const Options &options) {
  if (options.compile != "auto") return options.compile == "quick";
  const double foreseen =
      static_cast<double>(options.maxeval) * static_cast<double>(problem.integrals);
  return foreseen < (problem.integrals == 1 ? evaluations_worth_compiling
                                            : evaluations_worth_compiling_in_a_list);
}

std::string reason_for_host(const Options &options, const Machine &machine) {
  if (machine.accelerators == 0) return "CUBAACCEL or cubaaccel allow no accelerators";
  if (options.maxeval <= evaluations_worth_a_launch)
    return "maxeval = " + std::to_string(options.maxeval) +
           " evaluations take less time than to start on a device";
  return "";
}

Plan choose(const Problem &problem, const Options &options, const Machine &machine) {
  Plan plan;
  plan.ndim = problem.ndim;
  plan.asked = asked_method(problem.ndim, options);
  plan.method = plan.asked;
  choose_place(problem, options, machine, plan);
  const std::optional<Method> on_device = method_on_device(options, machine, plan);
  if (runs_on_device(problem, options, on_device, plan)) {
    plan.place = Place::device;
    plan.method = *on_device;
  }
  plan.interface = traits_of(plan.method).interface;
  if (problem.wants_samples && !traits_of(plan.method).has_samples)
    reject(std::string("method = \"") + entry_of(plan.asked).name +
           "\" hands out no samples: a sample sink needs " +
           names_of(&MethodTraits::has_samples, "or"));
  plan.workers =
      engine::cpu::worker_mode_from(options.workers).value_or(engine::cpu::WorkerMode::automatic);
  plan.nonfinite = options.nonfinite == "zero" ? engine::Nonfinite::zero : engine::Nonfinite::stop;
  plan.last_only =
      options.last_only == -1 ? traits_of(plan.asked).last_only : options.last_only == 1;
  plan.memory_limit = memory_within(options.memory_limit, machine.physical_memory);
  return plan;
}

}  // namespace cuboid::router
