// What stands behind the handles of cuboid.h.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/options.hpp"
#include "batch/one.hpp"
#include "cuboid.h"
#include "domain/domain.hpp"
#include "engine/device/integrand.hpp"
#include "engine/engine.hpp"
#include "engine/group/transport.hpp"

namespace cuboid::api {

/// What a version for devices was made from.
struct DeviceSource {
  std::string text;
  std::string function_name;
  std::int64_t userdata_bytes = 0;
};

}  // namespace cuboid::api

struct cuboid_domain {
  cuboid::domain::Pointer region;
};

struct cuboid_integrand {
  cuboid::engine::HostFunction host;              ///< not set: of device integrands
  cuboid::engine::DeviceIntegrandPointer device;  ///< nullptr: there is no version for a device
  bool thread_safe = false;                       ///< of the host function
  std::shared_ptr<const cuboid::engine::BatchFunction> batch = {};  ///< that of host; nullptr: none
  cuboid::domain::Pointer region = {};                              ///< that of host; nullptr: none
  std::shared_ptr<const cuboid::api::DeviceSource> source = {};     ///< of device, if it has any
  std::vector<std::string> remarks = {};  ///< what is to be known of components; may be empty
  /// Parameters by which there are derivatives behind the values, as in router::Integral; -1:
  /// there are derivatives in another order, or of derivatives.
  int derivatives = 0;
  /// The same where values are logarithms, to which that of a Jacobian is added; nullptr: this one.
  std::shared_ptr<const cuboid_integrand> of_logarithms = {};
  /// Of an expression that is a condition, how near it is to hold; nullptr: nobody knows.
  std::shared_ptr<const cuboid::engine::BatchFunction> level = {};
  bool has_region = false;  ///< it is one over the unit cube of a region, host.domain or another

  /// Makes the version for a device, of the shape of host.
  void compile(cuboid::api::DeviceSource text) {
    device = cuboid::engine::device_integrand_from_source(host.ndim, host.ncomp, text.text,
                                                          text.function_name, text.userdata_bytes);
    source = std::make_shared<cuboid::api::DeviceSource>(std::move(text));
  }
};

struct cuboid_options {
  cuboid::Options values;
  cuboid_log_function log = nullptr;
  void *log_user = nullptr;
  cuboid_sample_sink sample_sink = nullptr;
  void *sample_sink_user = nullptr;
  const volatile int *cancel = nullptr;
  cuboid::router::ProgressListener progress;
  cuboid::router::TraceListener trace;
  std::shared_ptr<cuboid::engine::group::Transport> ranks;
  std::shared_ptr<const cuboid::router::Start> start;
};

struct cuboid_result {
  cuboid::router::Outcome outcome;
  int ndim;
  std::vector<double> prob;
};
