// Carries out one integration.
#pragma once

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "algorithm/common/log.hpp"
#include "algorithm/common/task.hpp"
#include "algorithm/divonne/divonne.hpp"
#include "algorithm/suave/suave.hpp"
#include "base/options.hpp"
#include "engine/cpu/processes/worker_group.hpp"
#include "engine/device/integrand.hpp"
#include "engine/engine.hpp"
#include "engine/samples.hpp"

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
  algorithm::SuaveVariant suave = algorithm::SuaveVariant::native;
  /// Of Vegas, to begin with: upper edges of equally many intervals on each axis; empty: uniform.
  std::vector<double> grid;
  engine::SampleReceiver receiver;  ///< of samples, of the methods that hand them out; may be empty
  Peaks peaks;                      ///< of Divonne, in the unit cube
  /// What the integrand throws is to be thrown at the caller: a batch in which a worker process did
  /// is evaluated again by this one.
  bool passes_exceptions = false;
  bool thread_safe = false;    ///< the host function may be called on several threads at once
  bool forks_unasked = false;  ///< see engine::cpu::EngineOptions
};

struct Outcome {
  explicit Outcome(int ncomp) : result(ncomp) {}

  int status = 0;
  std::string message;        ///< why it stopped, and what was chosen
  std::exception_ptr thrown;  ///< by a function of the caller's, if that is why
  std::string method;
  algorithm::Result result;
  std::int64_t nonfinite = 0;  ///< values that were NaN or infinite
  std::vector<double> grid;    ///< of the last iteration of Vegas
  /// Of the components' integrals: [ncomp (ncomp + 1) / 2], rows up to the diagonal; empty: the
  /// method does not find it.
  std::vector<double> covariance;
  std::int64_t left_out = 0;  ///< iterations that are no part of the result
  bool trusted = true;        ///< false: the error estimate is not to be believed
};

/// What goes wrong is in the outcome's status and message.  After a failure that leaves no valid
/// result, its values are NaN.  Nothing is thrown but what cannot be kept: the unwinding of a
/// thread that is being cancelled, and exceptions of other languages.
Outcome run(const Request &request);

}  // namespace cuboid::router
