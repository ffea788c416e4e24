// Carries out one integration.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "algorithm/divonne/divonne.hpp"
#include "algorithm/log.hpp"
#include "algorithm/task.hpp"
#include "base/options.hpp"
#include "engine/cpu/worker_group.hpp"
#include "engine/device/integrand.hpp"
#include "engine/engine.hpp"

namespace cuboid::router {

/// Where Divonne is told to look for peaks.
struct Peaks {
  const double *given = nullptr;  ///< ngiven points, each ldxgiven numbers after the last
  std::int64_t ngiven = 0;
  std::int64_t ldxgiven = 0;
  algorithm::DivonneOptions::PeakFinder finder;
  std::int64_t nextra = 0;
};

/// An integration with checked arguments.
struct Request {
  engine::HostFunction host;
  engine::DeviceIntegrandPointer device;  ///< with host.userdata; nullptr: the host function
  std::vector<double> lower, upper;       ///< [ndim], or empty: the unit cube
  Options options;
  const volatile int *cancel = nullptr;
  algorithm::Log::Sink log;
  std::shared_ptr<engine::cpu::WorkerGroup> kept_workers;
  bool announce_workers = false;  ///< a line when workers are started
  bool as_cuba_resumes = false;   ///< see algorithm::Task
  std::vector<double> grid;       ///< of Vegas, to begin with; empty: uniform
  Peaks peaks;                    ///< of Divonne, in the unit cube
};

struct Outcome {
  explicit Outcome(int ncomp) : result(ncomp) {}

  int status = 0;
  std::string message;  ///< why it stopped, and what was chosen
  std::string method;
  algorithm::Result result;
  std::int64_t nonfinite = 0;  ///< values that were NaN or infinite
  std::vector<double> grid;    ///< of the last iteration of Vegas
};

/// Does not throw: what goes wrong is in the outcome's status and message.  After a failure that
/// leaves no valid result, its values are NaN.
Outcome run(const Request &request);

}  // namespace cuboid::router
