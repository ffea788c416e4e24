#include "router/setting.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "base/environment.hpp"
#include "base/formatted.hpp"
#include "base/physical_memory.hpp"
#include "engine/cpu/make_engine.hpp"
#include "engine/device/agreement.hpp"
#include "engine/device/integrand.hpp"
#include "engine/device/registry.hpp"
#include "router/methods/line.hpp"
#include "router/points_method.hpp"

namespace cuboid::router {

namespace {

using engine::Nonfinite;
using Pair = std::shared_ptr<engine::DevicePair>;

/// The version for devices that is registered for the host function; nullptr: none.
Pair registered_pair(const Request &request) {
  if (request.device || request.host.function == nullptr || request.host.domain != nullptr)
    return nullptr;
  Pair pair = engine::device_registry().find(request.host.function);
  if (!pair || pair->device->ndim() != request.host.ndim ||
      pair->device->ncomp() != request.host.ncomp)
    return nullptr;
  return pair;
}

Problem problem_of(const Request &request, const engine::DeviceIntegrand *device) {
  Problem problem;
  problem.ndim = request.host.ndim;
  problem.ncomp = request.host.ncomp;
  problem.wants_samples = static_cast<bool>(request.listeners.receiver);
  problem.is_line = !line_of(request.host).empty();
  if (device == nullptr) return problem;
  problem.device = request.host.is_set() ? DeviceVersion::registered : DeviceVersion::given;
  problem.kernels = device->has_kernels();
  problem.region_kernels = device->has_region_kernels();
  return problem;
}

void compare(const Request &request, const engine::DeviceIntegrandPointer &device, void *userdata) {
  engine::cpu::EngineOptions options;
  options.nonfinite = Nonfinite::zero;
  options.mode = engine::cpu::WorkerMode::serial;
  const auto boxed = [&](std::unique_ptr<engine::PointsEngine> engine) {
    return on_unit_cube(request.host, request.lower_limits(), request.upper_limits(),
                        std::move(engine), Nonfinite::zero);
  };
  const auto on_host = boxed(engine::cpu::make_points_engine(request.host, options));
  const auto on_device =
      boxed(engine::make_device_points_engine(device, userdata, Nonfinite::zero, {}));
  engine::check_agreement(*on_host, *on_device, request.host.ndim, request.host.ncomp);
}

/// Bits of the axes of a box that have no end.  nullptr: the unit cube.
std::uint64_t infinite_axes(int ndim, const double *lower, const double *upper) {
  if (lower == nullptr) return 0;
  std::uint64_t axes = 0;
  for (int d = 0; d < std::min(ndim, 64); ++d)
    if (std::isinf(lower[d]) || std::isinf(upper[d])) axes |= std::uint64_t{1} << d;
  return axes;
}

/// Of all boxes of a list.
std::uint64_t infinite_axes(const engine::ManyList &list, int ndim) {
  std::uint64_t axes = infinite_axes(ndim, list.lower, list.upper);
  for (std::int64_t i = 1; i < list.boxes() && axes != 0; ++i)
    axes &= infinite_axes(ndim, list.lower + i * list.box_stride, list.upper + i * list.box_stride);
  return axes;
}

void add_tails(std::uint64_t infinite_axes, engine::DeviceIntegrandPointer &device) {
  if (infinite_axes == 0) return;
  if (engine::DeviceIntegrandPointer made = device->with_tails(infinite_axes))
    device = std::move(made);
}

/// Takes the version that kernels call which stand ready, if there is one.
void join(Setting &setting) {
  engine::DeviceIntegrandPointer joined = setting.device->joined();
  if (!joined) return;
  setting.device = std::move(joined);
  setting.problem.joined = true;
}

/// CUBOID_VEGAS: what Vegas is on a device where Cuba would draw quasi-random points.
bool vegas_is_lattice() {
  const char *const text = environment_variable("CUBOID_VEGAS");
  if (text == nullptr || std::string_view(text) == "vegas_plus") return false;
  if (std::string_view(text) == "lattice") return true;
  reject("CUBOID_VEGAS is " + std::string(text).substr(0, 200) +
         ", and must be vegas_plus or lattice");
}

/// Whether the method can begin with what another integration has learnt.
void check_start(const Start &start, int ndim, Method method) {
  const std::string name = entry_of(method).name;
  if (!traits_of(method).takes_start)
    reject("start is a result of " + start.method + ", but " + name +
           " does not begin with the map of another integral: " +
           names_of(&MethodTraits::takes_start, "and") + " do");
  if (start.ndim != ndim)
    reject("start is a result with ndim = %d, and the integrand has ndim = %d", start.ndim, ndim);
}

}  // namespace

Machine machine_for(const Problem &problem, const Options &options) {
  Machine machine;
  machine.physical_memory = physical_memory();
  if (problem.device == DeviceVersion::none) return machine;
  machine.accelerators = engine::cpu::process_settings().current().accelerators;
  if (problem.device == DeviceVersion::registered) {
    if (!reason_for_host(options, machine).empty()) return machine;
    machine.device_problem = engine::device_problem();
  }
  machine.vegas_is_lattice = vegas_is_lattice();
  if (machine.device_problem.empty()) machine.device = engine::device_description();
  return machine;
}

engine::DeviceIntegrandPointer device_version(const Request &request) {
  const Pair pair = registered_pair(request);
  return pair ? pair->device : request.device;
}

Setting setting_of(const Request &request, const engine::group::Group *ranks,
                   const engine::ManyList *list) {
  Setting setting;
  setting.registered = registered_pair(request);
  setting.device = setting.registered ? setting.registered->device : request.device;
  setting.device_userdata = request.host.userdata;
  if (setting.registered && setting.device_userdata == nullptr)
    setting.device_userdata = setting.registered->userdata;
  setting.problem = problem_of(request, setting.device.get());
  setting.problem.integrals = list != nullptr ? list->count : 1;
  if (setting.device)
    add_tails(list != nullptr ? infinite_axes(*list, request.host.ndim)
                              : infinite_axes(request.host.ndim, request.lower_limits(),
                                              request.upper_limits()),
              setting.device);
  if (setting.device && joins_text(setting.problem, request.options)) join(setting);
  setting.machine = machine_for(setting.problem, request.options);
  if (ranks) setting.machine.physical_memory = ranks->min_memory();
  setting.plan = plan_for(request, setting);
  return setting;
}

Plan plan_for(const Request &request, const Setting &setting) {
  Problem problem = setting.problem;
  if (request.on_host) problem.device = DeviceVersion::none;
  const Plan plan = choose(problem, request.options, setting.machine);
  if (request.resume.start) check_start(*request.resume.start, request.host.ndim, plan.method);
  if (setting.registered && plan.place != Place::host)
    setting.registered->check_once(
        [&] { compare(request, setting.device, setting.device_userdata); });
  return plan;
}

}  // namespace cuboid::router
