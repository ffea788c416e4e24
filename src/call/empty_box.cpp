#include "call/empty_box.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include "cuboid.h"
#include "domain/domain.hpp"
#include "statistics/covariances.hpp"

namespace cuboid::router {

std::string emptiness(const engine::HostFunction &host, const double *lower, const double *upper) {
  std::string reason;
  if (host.domain != nullptr) {
    reason = host.domain->emptiness(static_cast<const double *>(host.userdata));
  } else if (lower != nullptr) {
    const double *const found =
        std::mismatch(lower, lower + host.ndim, upper, std::not_equal_to<>()).first;
    const int axis = static_cast<int>(found - lower);
    if (axis < host.ndim)
      reason = formatted("the box has no volume, for lower[%d] = upper[%d] = %g", axis, axis,
                         lower[axis]);
  }
  if (!reason.empty())
    reason += ": the integral is 0, whatever the integrand, and nothing was evaluated";
  return reason;
}

algorithm::Result result_of_empty_box(const Request &request) {
  const int ncomp = request.host.ncomp;
  algorithm::Result result(ncomp);
  if (request.options.log == 1) {
    // That has no derivatives.
    const auto behind = result.integral.begin() + ncomp / (1 + request.derivatives);
    std::fill(result.integral.begin(), behind, -std::numeric_limits<double>::infinity());
    std::fill(behind, result.integral.end(), std::numeric_limits<double>::quiet_NaN());
  } else {
    std::fill(result.integral.begin(), result.integral.end(), 0);
  }
  for (std::vector<double> *values : {&result.error, &result.chi2})
    std::fill(values->begin(), values->end(), 0);
  if (statistics::has_covariances(ncomp))
    result.covariance.assign(static_cast<std::size_t>(statistics::covariance_count(ncomp)), 0);
  result.converged = true;
  return result;
}

std::string emptiness(const Request &request) {
  return emptiness(request.host, request.lower_limits(), request.upper_limits());
}

void leave_zero(const Request &request, Outcome &outcome) {
  outcome.status = CUBOID_CONVERGED;
  outcome.message = emptiness(request);
  outcome.result = result_of_empty_box(request);
  log_of(request).print(1, "%s", outcome.message.c_str());
}

}  // namespace cuboid::router
