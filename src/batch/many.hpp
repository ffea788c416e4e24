// Carries out many integrations of one integrand.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/unfilled.hpp"
#include "call/outcome.hpp"
#include "call/request.hpp"
#include "engine/device/integral_list.hpp"

namespace cuboid::router {

/// Integrals that differ in their boxes and their userdata.
struct ManyRequest : engine::ManyList {
  /// box and host.userdata: where the integrals have none of their own.  Without a progress
  /// listener and a state file, since these are of the whole.
  Request common;
  ProgressListener progress;
  std::string statefile;  ///< "": none; keep_state and overwrite_state are in common.options

  const double *lower_of(std::int64_t integral) const {
    return lower == nullptr ? nullptr : lower + integral * box_stride;
  }
  const double *upper_of(std::int64_t integral) const {
    return upper == nullptr ? nullptr : upper + integral * box_stride;
  }
  /// [ndim] As a call of its own has them; nullptr: the unit cube.
  struct Box {
    const double *lower = nullptr, *upper = nullptr;
  };
  Box box_of(std::int64_t integral) const {
    const Box box{lower_of(integral), upper_of(integral)};
    return lower == nullptr || is_unit_cube(common.host.ndim, box.lower, box.upper) ? Box() : box;
  }
  void *userdata_of(std::int64_t integral) const {
    if (userdata == nullptr) return common.host.userdata;
    return const_cast<std::byte *>(userdata) + integral * userdata_stride;
  }
  /// common.device or what is registered for the function, as the integral needs it.
  engine::DeviceIntegrandPointer device_of(const engine::DeviceIntegrandPointer &device,
                                           std::int64_t integral) const;
};

/// The integrals that ended with one status.
struct Ending {
  std::int64_t number = 0;
  std::int64_t first = 0;  ///< of them
  std::string reason;      ///< of the first
};

struct ManyOutcome {
  int status = 0;
  std::string message;
  std::string method;
  std::int64_t count = 0;
  int ncomp = 0;
  Unfilled<double> value, error, chi2;  ///< [count][ncomp]
  std::vector<int> statuses;            ///< [count]
  Unfilled<std::int64_t> neval;         ///< [count]
  Unfilled<std::int64_t> dof;           ///< [count]
  std::map<int, Ending> endings;        ///< by status
  double seconds = 0;

  /// [count][ncomp] probabilities of a smaller chi2, as Result::prob() has them.
  std::vector<double> prob() const;
};

/// Throws Failure(CUBOID_OUT_OF_MEMORY) where the results would not fit.
void require_results_fit(const ManyRequest &request);

/// Throws Failure if nothing can be integrated at all.
ManyOutcome run_many(const ManyRequest &request);

}  // namespace cuboid::router
