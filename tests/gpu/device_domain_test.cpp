// Integrals over regions that are no boxes, with whole methods on a device.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "cuboid.h"
#include "device_support.hpp"
#include "support/domains.hpp"

namespace {

const double pi = std::acos(-1);

using support::Domain;
using support::made;

Domain unit_box(int ndim) {
  const std::vector<double> zero(static_cast<std::size_t>(ndim), 0), one(zero.size(), 1);
  return made(cuboid_domain_box, ndim, zero.data(), one.data(), nullptr, nullptr, nullptr);
}

Domain tetrahedron() {
  const double vertices[] = {0, 0, 0, 1, 1, 1, 0, 1, 1, 0, 0, 1};
  return made(cuboid_domain_simplex, 3, vertices, -1);
}

Domain ball(int ndim) {
  const std::vector<double> centre(static_cast<std::size_t>(ndim), 0);
  return made(cuboid_domain_ball, ndim, centre.data(), 0., 1.);
}

Domain limits() {
  const char *const lower[] = {"0", "0"}, *const upper[] = {"inf", "a*x"};
  const double parameter = 1;
  return made(cuboid_domain_from_expressions, 2, lower, upper, "a", 1, &parameter);
}

Domain together() {
  const Domain disc = ball(2);
  const double matrix[] = {2, 0, 0, 3}, offset[] = {5, 0};
  const Domain ellipse = made(cuboid_domain_image, disc.get(), matrix, offset);
  const cuboid_domain *const pieces[] = {disc.get(), ellipse.get()};
  return made(cuboid_domain_union, 2, pieces);
}

Domain ends() {
  const double zero[] = {0, 0}, one[] = {1, 1};
  const int lower[] = {1, 1};
  return made(cuboid_domain_box, 2, zero, one, lower, nullptr, nullptr);
}

Domain around_origin() {
  const double lower[] = {-1, -1}, upper[] = {1, 1}, origin[] = {0, 0};
  return made(cuboid_domain_around_points, 2, lower, upper, 1, origin);
}

Domain cylinder() {
  const Domain disc = ball(2);
  return made(cuboid_domain_product, disc.get(), unit_box(1).get());
}

struct Case {
  const char *name;
  std::function<Domain()> domain;
  const char *text;
  double truth;
};

const std::vector<Case> cases = {
    {"simplex", tetrahedron, "exp(x + y + z)", std::pow(std::expm1(1.), 3) / 6},
    {"ball", [] { return ball(3); }, "z^2", 4 * pi / 15},
    {"limits", limits, "exp(-x^2 - y^2)", pi / 8},
    {"union", together, "1", 7 * pi},
    {"product", cylinder, "z", pi / 2},
    {"ends", ends, "1/sqrt(x*y)", 4},
    {"points", around_origin, "1/hypot(x, y)", 8 * std::log(1 + std::sqrt(2.))},
    {"diagonal", [] { return made(cuboid_domain_diagonal, 0., 1.); }, "log(abs(x - y))", -1.5},
};

class Regions : public support::OnDevice {
 protected:
  /// The integrand over the region.
  void set(const char *text, const Domain &domain) {
    cuboid_integrand *plain = nullptr;
    const int ndim = cuboid_domain_ndim(domain.get());
    ASSERT_EQ(cuboid_integrand_from_expression(&plain, nullptr, ndim, text, nullptr, nullptr), 0)
        << cuboid_last_error();
    cuboid_integrand_free(integrand);
    ASSERT_EQ(cuboid_integrand_on_domain(&integrand, plain, domain.get()), 0)
        << cuboid_last_error();
    cuboid_integrand_free(plain);
  }

  void expect(const std::string &name, double truth, double sigmas) {
    cuboid_result *result = nullptr;
    const int status = cuboid_integrate(integrand, nullptr, nullptr, options, &result);
    const double value = cuboid_result_value(result)[0], error = cuboid_result_error(result)[0];
    EXPECT_EQ(status, CUBOID_CONVERGED) << name << ": " << cuboid_result_message(result);
    EXPECT_LT(std::fabs(value - truth), sigmas * error + 1e-13 * std::fabs(truth)) << name;
    const std::string said =
        std::string(cuboid_result_message(result)) + "; " + cuboid_result_reasons(result);
    EXPECT_NE(said.find("evaluated on"), std::string::npos) << said;
    cuboid_result_free(result);
  }
};

TEST_F(Regions, AreRefinedByCubature) {
  cuboid_options_set_text(options, "method", "pagani");
  cuboid_options_set_real(options, "epsrel", 1e-6);
  cuboid_options_set_integer(options, "maxeval", 500'000'000);
  for (const Case &one : cases) {
    set(one.text, one.domain());
    expect(one.name, one.truth, 1);
  }
}

TEST_F(Regions, AreSampled) {
  cuboid_options_set_integer(options, "maxeval", 500'000'000);
  for (const char *method : {"vegas_plus", "lattice"}) {
    cuboid_options_set_text(options, "method", method);
    for (const Case &one : cases) {
      set(one.text, one.domain());
      expect(std::string(method) + " " + one.name, one.truth, 4);
    }
  }
}

TEST_F(Regions, HoldSourceInCToo) {
  const char *const source =
      "#include <math.h>\n#define x_squared(x) ((x)[0] * (x)[0])\n"
      "int f(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {\n"
      "f[0] = *(double *)userdata * x_squared(x); f[1] = *ndim; return 0; }";
  double factor = 15;
  cuboid_integrand *plain = nullptr;
  ASSERT_EQ(cuboid_integrand_from_cuda_source(&plain, 3, 2, source, "f", &factor, sizeof factor), 0)
      << cuboid_last_error();
  ASSERT_EQ(cuboid_integrand_on_domain(&integrand, plain, ball(3).get()), 0) << cuboid_last_error();
  cuboid_integrand_free(plain);
  expect("source", 4 * pi, 1);
}

TEST_F(Regions, ServeLists) {
  set("p[0]*x*y", tetrahedron());
  std::vector<double> factors(2000);
  for (std::size_t i = 0; i < factors.size(); ++i) factors[i] = static_cast<double>(i + 1);
  cuboid_many *many = nullptr;
  cuboid_options_set_real(options, "epsrel", 1e-6);
  ASSERT_EQ(cuboid_integrate_many(integrand, 2000, nullptr, nullptr, 0, factors.data(), 8, options,
                                  &many),
            CUBOID_CONVERGED)
      << cuboid_last_error();
  const double first = cuboid_many_value(many)[0];
  EXPECT_NEAR(first, 1. / 40, 1e-6);  // of x y over 0 < x < y < z < 1
  for (int i = 0; i < 2000; ++i)
    EXPECT_NEAR(cuboid_many_value(many)[i], first * factors[static_cast<std::size_t>(i)],
                2e-6 * first * factors[static_cast<std::size_t>(i)]);
  cuboid_many_free(many);
}

/// Vertices of triangles with areas from 0.1 to 1.
std::vector<double> triangles(int count) {
  std::vector<double> vertices;
  for (int i = 0; i < count; ++i) {
    const double a = i % 97 / 97., b = i % 89 / 89.;
    vertices.insert(vertices.end(), {a, b, a + 1, b + 0.2 * a, a - 0.5 * b, b + 0.2 + 1.6 * a});
  }
  return vertices;
}

// Each integral has a triangle of its own.
TEST_F(Regions, HaveNumbersOfEachIntegral) {
  constexpr int count = 2000;
  set("1 + x*y", made(cuboid_domain_simplex, 2, nullptr, -1));
  const std::vector<double> vertices = triangles(count);
  cuboid_options_set_real(options, "epsrel", 1e-9);
  for (const char *method : {"pagani", "lattice"}) {
    cuboid_options_set_text(options, "method", method);
    cuboid_many *many = nullptr;
    ASSERT_EQ(cuboid_integrate_many(integrand, count, nullptr, nullptr, 0, vertices.data(),
                                    6 * sizeof(double), options, &many),
              CUBOID_CONVERGED)
        << cuboid_last_error();
    for (int i = 0; i < count; ++i) {
      const double *const v = vertices.data() + 6 * i;
      const double area =
          std::fabs((v[2] - v[0]) * (v[5] - v[1]) - (v[4] - v[0]) * (v[3] - v[1])) / 2;
      const double products =
          (v[0] + v[2] + v[4]) * (v[1] + v[3] + v[5]) + v[0] * v[1] + v[2] * v[3] + v[4] * v[5];
      const double truth = area * (1 + products / 12);
      EXPECT_NEAR(cuboid_many_value(many)[i], truth, 2e-9 * truth) << method << ' ' << i;
    }
    cuboid_many_free(many);
  }
}

// Those of CUDA err by a unit of the last place.
TEST_F(Regions, HaveSinesAsAccurateAsOthers) {
  const char *const source =
      "int f(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {\n"
      "double s, c, sine, cosine;\n::cuboid::domain::sine_and_cosine_of_turn(x[0], s, c);\n"
      "sincospi(2*x[0], &sine, &cosine);\n"
      "f[0] = 1 + (fabs(s - sine) > 3e-16 || fabs(c - cosine) > 3e-16); return 0; }";
  ASSERT_EQ(cuboid_integrand_from_cuda_source(&integrand, 2, 1, source, "f", nullptr, 0), 0)
      << cuboid_last_error();
  cuboid_options_set_text(options, "method", "pagani");
  cuboid_options_set_real(options, "epsrel", 1e-6);
  expect("sines", 1, 1);
}

}  // namespace
