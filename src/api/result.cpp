// The result handle.
#include <array>
#include <limits>

#include "api/handles.hpp"

namespace {

/// Instead of a result's numbers where there is no result: so many as Cuba has components.
constexpr std::array<double, 1024> nothing_known = [] {
  std::array<double, 1024> values{};
  for (double &value : values) value = std::numeric_limits<double>::quiet_NaN();
  return values;
}();

}  // namespace

extern "C" {

void cuboid_result_free(cuboid_result *result) {
  delete result;
}

int cuboid_result_status(const cuboid_result *result) {
  return result == nullptr ? CUBOID_BAD_ARGUMENT : result->outcome.status;
}

const char *cuboid_result_message(const cuboid_result *result) {
  return result == nullptr ? "" : result->outcome.message.c_str();
}

const char *cuboid_result_reasons(const cuboid_result *result) {
  return result == nullptr ? "" : result->outcome.reasons.c_str();
}

const char *cuboid_result_method(const cuboid_result *result) {
  return result == nullptr ? "" : result->outcome.method.c_str();
}

int cuboid_result_ncomp(const cuboid_result *result) {
  return result == nullptr ? 0 : static_cast<int>(result->outcome.result.integral.size());
}

const double *cuboid_result_value(const cuboid_result *result) {
  return result == nullptr ? nothing_known.data() : result->outcome.result.integral.data();
}

const double *cuboid_result_error(const cuboid_result *result) {
  return result == nullptr ? nothing_known.data() : result->outcome.result.error.data();
}

const double *cuboid_result_chi2(const cuboid_result *result) {
  return result == nullptr ? nothing_known.data() : result->outcome.result.chi2.data();
}

const double *cuboid_result_prob(const cuboid_result *result) {
  return result == nullptr ? nothing_known.data() : result->prob.data();
}

const double *cuboid_result_covariance(const cuboid_result *result) {
  if (result == nullptr) return nullptr;
  const std::vector<double> &covariance = result->outcome.result.covariance;
  return covariance.empty() ? nullptr : covariance.data();
}

int64_t cuboid_result_left_out(const cuboid_result *result) {
  return result == nullptr ? 0 : result->outcome.result.left_out;
}

int64_t cuboid_result_probed(const cuboid_result *result) {
  return result == nullptr ? 0 : result->outcome.result.probed;
}

int cuboid_result_trusted(const cuboid_result *result) {
  return result == nullptr ? 0 : result->outcome.result.trusted;
}

int64_t cuboid_result_dof(const cuboid_result *result) {
  return result == nullptr ? 0 : result->outcome.result.dof;
}

int64_t cuboid_result_neval(const cuboid_result *result) {
  return result == nullptr ? 0 : result->outcome.result.neval;
}

int64_t cuboid_result_nregions(const cuboid_result *result) {
  return result == nullptr ? 0 : result->outcome.result.nregions;
}

int64_t cuboid_result_niterations(const cuboid_result *result) {
  return result == nullptr ? 0 : result->outcome.result.niterations;
}

int64_t cuboid_result_nonfinite(const cuboid_result *result) {
  return result == nullptr ? 0 : result->outcome.nonfinite;
}

}  // extern "C"
