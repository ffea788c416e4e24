// Pairs of components as complex numbers: which error is held to the tolerance, by every method.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <string>

#include "api/handles.hpp"
#include "api/many.hpp"

namespace {

const char *const methods[] = {"cuhre",   "pagani",     "vegas",   "suave",
                               "divonne", "vegas_plus", "m_cubes", "lattice"};

/// exp(i pi (x + y - 1)) (1 + x): its imaginary part is smaller than the real one, and its errors
/// are not.
int wave(const int *, const double x[], const int *, double f[], void *) {
  const double phase = std::acos(-1.0) * (x[0] + x[1] - 1);
  f[0] = (1 + x[0]) * std::cos(phase);
  f[1] = (1 + x[0]) * std::sin(phase);
  return 0;
}

/// Of the wave: -int (1 + x) e^(i pi x) dx int e^(i pi y) dy.
std::complex<double> integral_of_wave() {
  using namespace std::complex_literals;
  const double pi = std::acos(-1.0);
  const std::complex<double> over_y = 2i / pi;
  const std::complex<double> over_x = 3i / pi - 2 / (pi * pi);
  return -over_x * over_y;
}

/// Nothing but zero in its imaginary part, on both sides of the middle.
int odd(const int *, const double x[], const int *, double f[], void *) {
  f[0] = 1 + x[0] * x[0] * x[1];
  f[1] = std::sin(3 * (x[0] - 0.5)) * (1 + x[1]);
  return 0;
}

double error_of(const api::Result &result, const std::string &norm) {
  const double dx = result.error[0], dy = result.error[1];
  if (norm == "largest") return std::max(dx, dy);
  if (norm == "l2") return std::hypot(dx, dy);
  return std::hypot(std::fabs(result.value[0]) + dx, std::fabs(result.value[1]) + dy) -
         std::hypot(result.value[0], result.value[1]);
}

api::Result integrate(cuboid_function function, const char *method, const char *norm,
                      double epsrel) {
  api::Options options;
  options.set("method", method).set("complex", norm).set("epsrel", epsrel).set("seed", 5);
  options.set("maxeval", 2000000);
  return api::integrate({2, 2, function}, options);
}

TEST(Complex, ConvergesByTheErrorOfTheNumber) {
  const std::complex<double> exact = integral_of_wave();
  for (const char *method : methods)
    for (const char *norm : {"largest", "l2", "modulus"}) {
      SCOPED_TRACE(std::string(method) + " " + norm);
      const double epsrel = 5e-3;
      const api::Result result = integrate(wave, method, norm, epsrel);
      EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
      const std::complex<double> value(result.value[0], result.value[1]);
      const double size =
          norm == std::string("largest") ? std::fabs(value.real()) : std::abs(value);
      EXPECT_LE(error_of(result, norm), epsrel * size * (1 + 1e-12));
      EXPECT_LE(std::abs(value - exact), 3 * std::hypot(result.error[0], result.error[1]) + 1e-12);
    }
}

TEST(Complex, DoesNotHoldAPartThatIsZeroToItself) {
  for (const char *method : methods) {
    SCOPED_TRACE(method);
    const api::Result by_itself = integrate(odd, method, "component", 3e-3);
    const api::Result together = integrate(odd, method, "l2", 3e-3);
    EXPECT_EQ(together.status, CUBOID_CONVERGED) << together.message;
    EXPECT_LT(together.neval, by_itself.neval);
  }
}

TEST(Complex, HasTheSameBitsInAListOfIntegrals) {
  api::Options options;
  options.set("method", "cuhre").set("complex", "l2").set("epsrel", 1e-7);
  const api::Integrand integrand(2, 2, odd);
  const api::Result single = api::integrate(integrand, options);
  cuboid_many *many = nullptr;
  EXPECT_EQ(cuboid_integrate_many(integrand.get(), 3, nullptr, nullptr, 0, nullptr, 0,
                                  options.get(), &many),
            0);
  ASSERT_NE(many, nullptr);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(cuboid_many_value(many)[i], single.value[static_cast<std::size_t>(i % 2)]);
  EXPECT_EQ(cuboid_many_neval(many)[2], single.neval);
  cuboid_many_free(many);
}

TEST(Complex, NeedsPairs) {
  api::Options options;
  options.set("complex", "modulus");
  cuboid_result *result = nullptr;
  const api::Integrand integrand(2, 3, odd);
  EXPECT_EQ(cuboid_integrate(integrand.get(), nullptr, nullptr, options.get(), &result),
            CUBOID_BAD_NCOMP);
  EXPECT_NE(std::string(cuboid_last_error()).find("ncomp = 3"), std::string::npos)
      << cuboid_last_error();
  cuboid_result_free(result);
  cuboid_many *many = nullptr;
  EXPECT_EQ(cuboid_integrate_many(integrand.get(), 3, nullptr, nullptr, 0, nullptr, 0,
                                  options.get(), &many),
            CUBOID_BAD_NCOMP);
  cuboid_many_free(many);
}

}  // namespace
