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

std::unique_ptr<engine::PointsEngine> make_device_engine(const Request &request,
                                                         Nonfinite nonfinite,
                                                         const engine::Limits &limits,
                                                         std::string &where) {
  engine::DeviceIntegrandPointer device = request.device;
  void *userdata = request.host.userdata;
  std::shared_ptr<engine::DevicePair> pair;
  if (!device) {
    pair = registered_pair(request);
    if (!pair) return nullptr;
    if (const std::string problem = engine::device_problem(); !problem.empty()) {
      where = "evaluated on the host: " + problem;
      return nullptr;
    }
    device = pair->device;
    if (userdata == nullptr) userdata = pair->userdata;
  }
  auto made = engine::make_device_points_engine(device, userdata, nonfinite, limits);
  if (pair) pair->check_once([&] { compare(request, device, userdata); });
  where = "evaluated on " + engine::device_description();
  return made;
}

}  // namespace cuboid::router
