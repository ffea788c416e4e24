#include "router/device_engine.hpp"

#include "base/failure.hpp"
#include "engine/cpu/make_engine.hpp"
#include "engine/cpu/points/box.hpp"
#include "engine/cpu/settings.hpp"
#include "engine/device/agreement.hpp"
#include "engine/device/registry.hpp"

namespace cuboid::router {

namespace {

using engine::Nonfinite;

/// The integrand's engine in the coordinates of the method.
std::unique_ptr<engine::PointsEngine> on_unit_cube(const Request &request,
                                                   std::unique_ptr<engine::PointsEngine> inner) {
  if (request.lower.empty()) return inner;
  return std::make_unique<engine::cpu::BoxEngine>(request.host.ndim, request.host.ncomp,
                                                  request.lower.data(), request.upper.data(),
                                                  std::move(inner), Nonfinite::zero);
}

void compare(const Request &request, const engine::DeviceIntegrandPointer &device, void *userdata) {
  engine::cpu::EngineOptions options;
  options.nonfinite = Nonfinite::zero;
  options.mode = engine::cpu::WorkerMode::serial;
  const auto on_host =
      on_unit_cube(request, engine::cpu::make_points_engine(request.host, options));
  const auto on_device = on_unit_cube(
      request, engine::make_device_points_engine(device, userdata, Nonfinite::zero, {}));
  engine::check_agreement(*on_host, *on_device, request.host.ndim, request.host.ncomp);
}

std::shared_ptr<engine::DevicePair> registered_pair(const Request &request) {
  if (request.host.function == nullptr) return nullptr;
  auto pair = engine::device_registry().find(request.host.function);
  if (!pair || pair->device->ndim() != request.host.ndim ||
      pair->device->ncomp() != request.host.ncomp)
    return nullptr;
  return pair;
}

/// Measured on one H100 (tests/bench/results/device_times.txt): the least time of a method on a
/// device is 0.07 ms, in which the host evaluates this many points of a usual integrand.  Not
/// measured for the integrand at hand, since the same call has to give the same bits.
constexpr std::int64_t evaluations_worth_a_launch = 1000;

/// Why a request stays on the host although the integrand has a version for devices; empty: it does
/// not.
std::string reason_for_host(const Request &request) {
  if (engine::cpu::process_settings().current().accelerators == 0)
    return "CUBAACCEL or cubaaccel allow no accelerators";
  if (request.options.maxeval <= evaluations_worth_a_launch)
    return "maxeval = " + std::to_string(request.options.maxeval) +
           " evaluations take less time than to start on a device";
  return engine::device_problem();
}

}  // namespace

DeviceChoice choose_device(const Request &request) {
  DeviceChoice choice{request.device, request.host.userdata, ""};
  if (!choice.integrand) {
    const auto pair = registered_pair(request);
    if (!pair) return choice;
    if (const std::string reason = reason_for_host(request); !reason.empty()) {
      choice.where = "evaluated on the host: " + reason;
      return choice;
    }
    if (choice.userdata == nullptr) choice.userdata = pair->userdata;
    pair->check_once([&] { compare(request, pair->device, choice.userdata); });
    choice.integrand = pair->device;
  }
  choice.where = "evaluated on " + engine::device_description();
  return choice;
}

}  // namespace cuboid::router
