// All components as one vector: which error is held to the tolerance, by every method.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "api/handles.hpp"
#include "api/many.hpp"

namespace {

const char *const methods[] = {"cuhre",   "pagani",     "vegas",   "suave",
                               "divonne", "vegas_plus", "m_cubes", "lattice"};
const char *const norms[] = {"max", "l1", "l2"};

/// A large component, a small one that is rough, and one whose integral is 0.
int three(const int *, const double x[], const int *, double f[], void *) {
  f[0] = 1 + x[0] * x[1];
  f[1] = 1e-3 * std::sqrt(std::fabs(x[0] - 0.3)) * std::cos(20 * x[1]);
  f[2] = std::sin(2 * (x[0] - 0.5)) * (1 + x[1]);
  return 0;
}

double norm_of(const std::string &norm, const std::vector<double> &values) {
  double largest = 0, sum = 0, squares = 0;
  for (const double value : values) {
    largest = std::max(largest, std::fabs(value));
    sum += std::fabs(value);
    squares += value * value;
  }
  return norm == "max" ? largest : norm == "l1" ? sum : std::sqrt(squares);
}

api::Result integrate(const char *method, const char *norm, double epsrel) {
  api::Options options;
  options.set("method", method).set("norm", norm).set("epsrel", epsrel).set("seed", 5);
  options.set("maxeval", 300000);
  return api::integrate({2, 3, three}, options);
}

TEST(Norm, ConvergesByTheErrorOfTheVector) {
  for (const char *method : methods)
    for (const char *norm : norms) {
      SCOPED_TRACE(std::string(method) + " " + norm);
      const double epsrel = 4e-3;
      const api::Result result = integrate(method, norm, epsrel);
      EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
      EXPECT_LE(norm_of(norm, result.error), epsrel * norm_of(norm, result.value) * (1 + 1e-12));
      EXPECT_NEAR(result.value[0], 1.25, 4 * result.error[0] + 1e-12);
    }
}

TEST(Norm, DoesNotHoldAComponentToItself) {
  for (const char *method : methods) {
    SCOPED_TRACE(method);
    const api::Result by_itself = integrate(method, "component", 2e-3);
    const api::Result together = integrate(method, "l2", 2e-3);
    EXPECT_NE(by_itself.status, CUBOID_CONVERGED);
    EXPECT_LT(together.neval, by_itself.neval);
  }
}

TEST(Norm, HasTheSameBitsInAListOfIntegrals) {
  api::Options options;
  options.set("method", "cuhre").set("norm", "l1").set("epsrel", 1e-5);
  const api::Integrand integrand(2, 3, three);
  const api::Result single = api::integrate(integrand, options);
  cuboid_many *many = nullptr;
  EXPECT_EQ(cuboid_integrate_many(integrand.get(), 3, nullptr, nullptr, 0, nullptr, 0,
                                  options.get(), &many),
            CUBOID_CONVERGED);
  for (int i = 0; i < 3; ++i)
    for (int c = 0; c < 3; ++c) {
      EXPECT_EQ(cuboid_many_value(many)[3 * i + c], single.value[c]);
      EXPECT_EQ(cuboid_many_error(many)[3 * i + c], single.error[c]);
    }
  cuboid_many_free(many);
}

TEST(Norm, GoesWithoutComplexNumbers) {
  api::Options options;
  options.set("norm", "l2").set("complex", "largest");
  const api::Result result = api::integrate({2, 3, three}, options);
  EXPECT_EQ(result.status, CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(result.last_error,
            "norm = \"l2\" goes with complex = \"component\", not \"largest\": it counts the parts "
            "of complex numbers as components");
  cuboid_options *handle = nullptr;
  cuboid_options_create(&handle);
  EXPECT_EQ(cuboid_options_set_text(handle, "norm", "l3"), CUBOID_BAD_ARGUMENT);
  cuboid_options_free(handle);
}

}  // namespace
