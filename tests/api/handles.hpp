// The handles of cuboid.h as objects that give themselves back.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cuboid.h"
#include "support/integrands.hpp"

namespace api {

/// The methods that integrate in so many dimensions, and auto.
inline std::vector<const char *> methods_up_to(int ndim) {
  std::vector<const char *> names;
  for (int i = 0; i < cuboid_methods_count(); ++i)
    if (cuboid_methods_max_ndim(i, 0) >= ndim) names.push_back(cuboid_methods_name(i));
  names.push_back("auto");
  return names;
}

class Integrand {
 public:
  Integrand(int ndim, int ncomp, cuboid_function function, void *userdata = nullptr) {
    EXPECT_EQ(cuboid_integrand_create(&handle_, ndim, ncomp, function, userdata), 0)
        << cuboid_last_error();
  }
  /// Of a text, with the names of its parameters; nullptr: p[0], p[1] ...
  Integrand(int ndim, const char *text, const char *names = nullptr, void *parameters = nullptr) {
    EXPECT_EQ(cuboid_integrand_from_expression(&handle_, nullptr, ndim, text, names, parameters), 0)
        << cuboid_last_error();
  }
  /// Of one variable, with its distances from the limits.
  explicit Integrand(cuboid_distance_function function, void *userdata = nullptr, int ncomp = 1) {
    EXPECT_EQ(cuboid_integrand_from_distances(&handle_, ncomp, function, userdata), 0)
        << cuboid_last_error();
  }
  /// Another one over a region.
  Integrand(const Integrand &of, const cuboid_domain *domain) {
    EXPECT_EQ(cuboid_integrand_on_domain(&handle_, of.get(), domain), 0) << cuboid_last_error();
  }
  ~Integrand() { cuboid_integrand_free(handle_); }
  Integrand(const Integrand &) = delete;
  Integrand &operator=(const Integrand &) = delete;
  void set_thread_safe(bool safe) const {
    EXPECT_EQ(cuboid_integrand_set_thread_safe(handle_, safe), 0) << cuboid_last_error();
  }
  const cuboid_integrand *get() const { return handle_; }

 private:
  cuboid_integrand *handle_ = nullptr;
};

class Options {
 public:
  Options() { EXPECT_EQ(cuboid_options_create(&handle_), 0) << cuboid_last_error(); }
  ~Options() { cuboid_options_free(handle_); }
  Options(const Options &) = delete;
  Options &operator=(const Options &) = delete;

  Options &set(const char *name, std::int64_t value) {
    EXPECT_EQ(cuboid_options_set_integer(handle_, name, value), 0) << cuboid_last_error();
    return *this;
  }
  Options &set(const char *name, int value) { return set(name, std::int64_t{value}); }
  Options &set(const char *name, double value) {
    EXPECT_EQ(cuboid_options_set_real(handle_, name, value), 0) << cuboid_last_error();
    return *this;
  }
  Options &set(const char *name, const std::string &value) {
    EXPECT_EQ(cuboid_options_set_text(handle_, name, value.c_str()), 0) << cuboid_last_error();
    return *this;
  }
  cuboid_options *get() const { return handle_; }

 private:
  cuboid_options *handle_ = nullptr;
};

/// A copy of a result, and the last error after the call.
struct Result {
  int status = 0;
  std::string message, reasons, method, last_error;
  std::vector<double> value, error, chi2, prob;
  std::vector<double> covariance;
  std::int64_t dof = 0, neval = 0, nregions = 0, niterations = 0, nonfinite = 0, left_out = 0;
  bool trusted = false;
};

inline Result integrate(const Integrand &integrand, const Options &options,
                        const double *lower = nullptr, const double *upper = nullptr) {
  cuboid_result *handle = nullptr;
  const int status = cuboid_integrate(integrand.get(), lower, upper, options.get(), &handle);
  Result r;
  r.last_error = cuboid_last_error();
  EXPECT_NE(handle, nullptr);
  if (handle == nullptr) return r;
  r.status = cuboid_result_status(handle);
  EXPECT_EQ(r.status, status);
  r.message = cuboid_result_message(handle);
  r.reasons = cuboid_result_reasons(handle);
  r.method = cuboid_result_method(handle);
  const int ncomp = cuboid_result_ncomp(handle);
  const auto copy = [&](const double *values) { return std::vector(values, values + ncomp); };
  r.value = copy(cuboid_result_value(handle));
  r.error = copy(cuboid_result_error(handle));
  r.chi2 = copy(cuboid_result_chi2(handle));
  r.prob = copy(cuboid_result_prob(handle));
  r.dof = cuboid_result_dof(handle);
  r.neval = cuboid_result_neval(handle);
  r.nregions = cuboid_result_nregions(handle);
  r.niterations = cuboid_result_niterations(handle);
  r.nonfinite = cuboid_result_nonfinite(handle);
  r.left_out = cuboid_result_left_out(handle);
  r.trusted = cuboid_result_trusted(handle) != 0;
  if (const double *covariance = cuboid_result_covariance(handle))
    r.covariance.assign(covariance, covariance + ncomp * (ncomp + 1) / 2);
  cuboid_result_free(handle);
  return r;
}

/// All that is said of a result: the message, and what it has no room for.
inline std::string said(const Result &result) {
  return result.reasons.empty() ? result.message : result.message + "; " + result.reasons;
}

/// Expects the same bits in everything that numbers say.
inline void expect_same(const Result &a, const Result &b) {
  EXPECT_EQ(a.status, b.status) << a.message << "; " << b.message;
  EXPECT_EQ(a.value, b.value);
  EXPECT_EQ(a.error, b.error);
  EXPECT_EQ(a.chi2, b.chi2);
  EXPECT_EQ(a.prob, b.prob);
  EXPECT_EQ(a.dof, b.dof);
  EXPECT_EQ(a.neval, b.neval);
  EXPECT_EQ(a.nregions, b.nregions);
  EXPECT_EQ(a.niterations, b.niterations);
}

}  // namespace api
