// Integrals with their derivatives by parameters on a device: expressions, and texts in C with dual
// numbers, alone and in lists.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "cuboid.h"
#include "cuboid_dual.hpp"
#include "device_support.hpp"
#include "support/domains.hpp"

namespace {

using support::Domain;
using support::made;

/// A function in C and its text.
#define BOTH(name, ...)                                \
  template <class T>                                   \
  struct name {                                        \
    typedef T number;                                  \
    static T value(const T *x, const T *p) __VA_ARGS__ \
  };                                                   \
  const char *const text_of_##name =                   \
      "typedef double number;\ndouble value(const double *x, const double *p)" #__VA_ARGS__;

BOTH(smooth, {
  number sum = 0;
  for (int d = 0; d < 5; ++d) sum += p[d] * x[d] * x[d];
  return exp(-sum) * (1 + p[5] * cos(p[6] * x[0] * x[1] + p[7] * x[2]));
})
const char *const smooth_as_expression =
    "exp(-(p[0]*x[0]^2 + p[1]*x[1]^2 + p[2]*x[2]^2 + p[3]*x[3]^2 + p[4]*x[4]^2))"
    " * (1 + p[5]*cos(p[6]*x[0]*x[1] + p[7]*x[2]))";
BOTH(flat, {
  const number table[2] = {2, 1};
  return fmax(p[0] * x[0], p[1]) > 100 ? number(0) : table[0] * p[0] * x[1] + table[1] * p[1];
})
/// 15 parameters in three dimensions.
BOTH(wide, {
  number sum = 0;
  for (int d = 0; d < 15; ++d) sum += p[d] * x[d % 3] * (1 + d % 2);
  return cos(sum);
})

template <template <class> class Function, int N>
struct OfPoint {
  using Number = cuboid::Dual<N>;
  int operator()(const Number *x, const Number *p, Number *f) const {
    f[0] = Function<Number>::value(x, p);
    return 0;
  }
};

Domain unit_box(int ndim) {
  const std::vector<double> zero(static_cast<std::size_t>(ndim), 0), one(zero.size(), 1);
  return made(cuboid_domain_box, ndim, zero.data(), one.data(), nullptr, nullptr, nullptr);
}

struct Found {
  int status = 0;
  std::string said, method;
  std::vector<double> value, error;
  long long neval = 0;
};

class Gradients : public support::OnDevice {
 protected:
  Found run(cuboid_integrand *one, const char *method, double epsrel) {
    cuboid_options_set_text(options, "method", method);
    cuboid_options_set_real(options, "epsrel", epsrel);
    cuboid_options_set_integer(options, "maxeval", 100'000'000);
    cuboid_result *result = nullptr;
    Found found;
    found.status = cuboid_integrate(one, nullptr, nullptr, options, &result);
    found.said = std::string(cuboid_result_message(result)) + "; " + cuboid_result_reasons(result);
    found.method = cuboid_result_method(result);
    const double *value = cuboid_result_value(result), *error = cuboid_result_error(result);
    const int ncomp = cuboid_result_ncomp(result);
    found.value.assign(value, value + ncomp);
    found.error.assign(error, error + ncomp);
    found.neval = cuboid_result_neval(result);
    cuboid_result_free(result);
    return found;
  }

  static void expect_alike(const Found &a, const Found &b) {
    ASSERT_EQ(a.value.size(), b.value.size());
    for (std::size_t c = 0; c < a.value.size(); ++c)
      EXPECT_NEAR(a.value[c], b.value[c], a.error[c] + b.error[c] + 1e-14) << c;
  }
};

const std::vector<double> point{1.0, 1.5, 0.7, 1.2, 0.9, 0.3, 1.1, 0.8};

template <template <class> class Function>
cuboid_integrand *gradient_of_duals(const char *text) {
  cuboid_integrand *made = nullptr;
  EXPECT_EQ(cuboid_integrand_gradient_from_cuda_source(
                &made, 5, 1, text, "value", cuboid::dual_function<8, 5, 1, 8, OfPoint<Function, 8>>,
                nullptr, 8, const_cast<double *>(point.data()), 8, nullptr, unit_box(5).get()),
            CUBOID_CONVERGED)
      << cuboid_last_error();
  return made;
}

cuboid_integrand *gradient_of_expression(const char *text) {
  cuboid_integrand *made = nullptr;
  EXPECT_EQ(cuboid_integrand_gradient_from_expression(&made, nullptr, 5, text, nullptr,
                                                      const_cast<double *>(point.data()), 8,
                                                      nullptr, nullptr),
            CUBOID_CONVERGED)
      << cuboid_last_error();
  return made;
}

// One run on the device for the value and all derivatives, and the same numbers in both ways.
TEST_F(Gradients, OfDualNumbersAreThoseOfExpressions) {
  for (const char *method : {"pagani", "vegas_plus", "lattice"}) {
    cuboid_integrand *const expression = gradient_of_expression(smooth_as_expression);
    cuboid_integrand *const duals = gradient_of_duals<smooth>(text_of_smooth);
    const double epsrel = std::strcmp(method, "vegas_plus") == 0 ? 1e-3 : 1e-6;
    const Found one = run(expression, method, epsrel), other = run(duals, method, epsrel);
    EXPECT_EQ(one.status, CUBOID_CONVERGED) << one.said;
    EXPECT_EQ(other.status, CUBOID_CONVERGED) << other.said;
    EXPECT_EQ(one.method, method);
    EXPECT_EQ(other.method, method);
    EXPECT_EQ(one.value.size(), 9u);
    EXPECT_NE(other.said.find("evaluated on"), std::string::npos) << other.said;
    for (std::size_t c = 0; c < one.value.size(); ++c)
      EXPECT_NEAR(one.value[c], other.value[c], 4 * (one.error[c] + other.error[c])) << c;
    cuboid_integrand_free(expression);
    cuboid_integrand_free(duals);
  }
}

// The map of limits that move, with its derivatives, is in the text.
TEST_F(Gradients, HaveLimitsThatMove) {
  std::vector<double> p{0.75, 0.5};
  const char *const lower[] = {"0", "0"}, *const upper[] = {"p[1]", "p[0]*x[0]"};
  const Domain triangle =
      made(cuboid_domain_from_expressions, 2, lower, upper, nullptr, 2, p.data());
  const double centre[] = {0.5, 0.5};
  const Domain disc = made(cuboid_domain_ball, 2, centre, 0.0, 0.5);
  const char *const map[] = {"p[0]*x[0] + p[1]", "p[1]*x[1]"};
  const Domain moved =
      made(cuboid_domain_image_by_expressions, 2, disc.get(), map, nullptr, 2, p.data());
  for (const Domain *domain : {&triangle, &moved, &disc}) {
    cuboid_integrand *duals = nullptr, *expression = nullptr;
    ASSERT_EQ(cuboid_integrand_gradient_from_cuda_source(
                  &duals, 2, 1, text_of_flat, "value",
                  cuboid::dual_function<2, 2, 1, 2, OfPoint<flat, 2>>, nullptr, 2, p.data(), 2,
                  nullptr, domain->get()),
              CUBOID_CONVERGED)
        << cuboid_last_error();
    ASSERT_EQ(
        cuboid_integrand_gradient_from_expression(&expression, nullptr, 2, "2*p[0]*y + p[1]",
                                                  nullptr, p.data(), 2, nullptr, domain->get()),
        CUBOID_CONVERGED)
        << cuboid_last_error();
    const Found one = run(duals, "pagani", 1e-6), other = run(expression, "pagani", 1e-6);
    EXPECT_EQ(one.status, CUBOID_CONVERGED) << one.said;
    EXPECT_NE(one.said.find("evaluated on"), std::string::npos) << one.said;
    expect_alike(one, other);
    cuboid_integrand_free(duals);
    cuboid_integrand_free(expression);
  }
}

// 16 components: the value and 15 derivatives of each integral.
TEST_F(Gradients, OfListsHaveSixteenComponents) {
  constexpr int count = 300, n = 15;
  std::vector<double> rows;
  for (int i = 0; i < count * n; ++i) rows.push_back(0.1 + i * 7 % 100 / 100.);
  ASSERT_EQ(cuboid_integrand_gradient_from_cuda_source(
                &integrand, 3, 1, text_of_wide, "value",
                cuboid::dual_function<n, 3, 1, n, OfPoint<wide, n>>, nullptr, n, rows.data(), n,
                nullptr, unit_box(3).get()),
            CUBOID_CONVERGED)
      << cuboid_last_error();
  cuboid_options_set_real(options, "epsrel", 1e-6);
  cuboid_options_set_real(options, "epsabs", 1e-6);
  for (const char *method : {"pagani", "vegas_plus", "lattice"}) {
    cuboid_options_set_text(options, "method", method);
    const bool samples = std::strcmp(method, "vegas_plus") == 0;
    if (samples) cuboid_options_set_real(options, "epsabs", 1e-3);
    cuboid_many *many = nullptr;
    ASSERT_GE(cuboid_integrate_many(integrand, count, nullptr, nullptr, 0, rows.data(),
                                    n * sizeof(double), options, &many),
              0)
        << cuboid_last_error();
    const std::string said = cuboid_many_message(many);
    EXPECT_EQ(said.find("one by one"), std::string::npos) << said;
    EXPECT_EQ(cuboid_many_number_of(many, CUBOID_CONVERGED), count) << said;
    // cos(s x) over the cube is the real part of a product of (exp(i s) - 1) / (i s).
    for (int i = 0; i < count; ++i) {
      double s[3] = {};
      for (int d = 0; d < n; ++d)
        s[d % 3] += rows[static_cast<std::size_t>(i * n + d)] * (1 + d % 2);
      double truth = std::cos((s[0] + s[1] + s[2]) / 2);
      for (const double one : s) truth *= std::sin(one / 2) / (one / 2);
      const double error = cuboid_many_error(many)[16 * i];
      EXPECT_NEAR(cuboid_many_value(many)[16 * i], truth, (samples ? 5 : 1) * error + 1e-14)
          << method;
    }
    cuboid_many_free(many);
    cuboid_options_set_real(options, "epsabs", 1e-6);
  }
}

}  // namespace
