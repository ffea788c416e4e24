#include "call/empty_box.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "cuboid.h"
#include "statistics/covariances.hpp"

namespace cuboid::router {

int axis_without_width(int ndim, const double *lower, const double *upper) {
  if (lower == nullptr) return -1;
  const double *const found =
      std::mismatch(lower, lower + ndim, upper, std::not_equal_to<>()).first;
  return found == lower + ndim ? -1 : static_cast<int>(found - lower);
}

std::string sentence_of_empty_box(int axis, const double *lower) {
  return algorithm::formatted(
      "the box has no volume, for lower[%d] = upper[%d] = %g: the integral is 0, whatever the "
      "integrand, and nothing was evaluated",
      axis, axis, lower[axis]);
}

algorithm::Result result_of_empty_box(int ncomp) {
  algorithm::Result result(ncomp);
  for (std::vector<double> *values : {&result.integral, &result.error, &result.chi2})
    std::fill(values->begin(), values->end(), 0);
  if (statistics::has_covariances(ncomp))
    result.covariance.assign(static_cast<std::size_t>(statistics::covariance_count(ncomp)), 0);
  result.converged = true;
  return result;
}

bool has_empty_box(const Request &request) {
  return !request.lower.empty() &&
         axis_without_width(request.host.ndim, request.lower.data(), request.upper.data()) >= 0;
}

void leave_zero(const Request &request, Outcome &outcome) {
  const double *const lower = request.lower.data();
  outcome.status = CUBOID_CONVERGED;
  outcome.message = sentence_of_empty_box(
      axis_without_width(request.host.ndim, lower, request.upper.data()), lower);
  outcome.result = result_of_empty_box(request.host.ncomp);
  algorithm::Log(static_cast<int>(request.options.verbosity), request.listeners.log)
      .print(1, "%s", outcome.message.c_str());
}

}  // namespace cuboid::router
