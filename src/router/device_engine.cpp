#include "router/device_engine.hpp"

#include "base/failure.hpp"
#include "engine/cpu/box.hpp"
#include "engine/cpu/make_engine.hpp"
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

}  // namespace

DeviceChoice choose_device(const Request &request) {
  DeviceChoice choice{request.device, request.host.userdata, ""};
  if (!choice.integrand) {
    const auto pair = registered_pair(request);
    if (!pair) return choice;
    if (const std::string problem = engine::device_problem(); !problem.empty()) {
      choice.where = "evaluated on the host: " + problem;
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
