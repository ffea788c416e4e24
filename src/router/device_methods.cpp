#include "router/device_methods.hpp"

#include "router/regions_method.hpp"
#include "rule/symmetric_rule.hpp"

namespace cuboid::router {

namespace {

bool is_cubature(Method method) {
  return method == Method::cuhre || method == Method::pagani;
}

}  // namespace

bool runs_on_device(const Request &request, const Plan &plan, const DeviceChoice &device) {
  if (!device.integrand || !device.integrand->has_kernels()) return false;
  if (!request.options.statefile.empty()) return false;
  return is_cubature(plan.method) && request.host.ndim <= rule::cuhre_most_dimensions;
}

void run_on_device(const Request &request, const Plan &plan, const DeviceChoice &device,
                   const engine::Limits &limits, Outcome &outcome) {
  const auto regions = engine::make_device_regions_engine(
      device.integrand, device.userdata, request.lower.empty() ? nullptr : request.lower.data(),
      request.upper.empty() ? nullptr : request.upper.data(), static_cast<int>(request.options.key),
      request.options.memory_limit);
  run_regions(*regions, request, plan, limits, outcome);
}

}  // namespace cuboid::router
