// Integrands that a text describes.
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "handles.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

constexpr double pi = 3.14159265358979323846;

/// The sentence with which a text is refused.
std::string refused(int ndim, const char *text, const char *names = nullptr,
                    int status = CUBOID_BAD_ARGUMENT) {
  cuboid_integrand *integrand = nullptr;
  int ncomp = 7;
  EXPECT_EQ(cuboid_integrand_from_expression(&integrand, &ncomp, ndim, text, names, nullptr),
            status);
  EXPECT_EQ(integrand, nullptr);
  EXPECT_EQ(ncomp, 0);
  return cuboid_last_error();
}

Options &accurate(Options &options) {
  return options.set("method", std::string("cuhre")).set("epsrel", 1e-9);
}

TEST(Expression, HasParametersByName) {
  double values[] = {3, 0.5};
  const Integrand integrand(2, "exp(-rate*(x^2 + y^2))*scale, scale", "rate, scale", values);
  Options options;
  accurate(options);
  const double lower[] = {-INFINITY, -INFINITY}, upper[] = {INFINITY, INFINITY};
  const Integrand gaussian(2, "exp(-rate*(x^2 + y^2))*scale", "rate, scale", values);
  EXPECT_NEAR(api::integrate(gaussian, options, lower, upper).value[0], pi / 3 * 0.5, 1e-8);
  const Result result = api::integrate(integrand, options);
  ASSERT_EQ(result.value.size(), 2U);
  EXPECT_NEAR(result.value[0], 0.5 * pi / 12 * std::pow(std::erf(std::sqrt(3.)), 2), 1e-9);
  EXPECT_DOUBLE_EQ(result.value[1], 0.5);
  values[1] = 2;  // read by each integration
  EXPECT_DOUBLE_EQ(api::integrate(integrand, options).value[1], 2);
}

TEST(Expression, HasParametersByNumber) {
  double values[] = {3, 0.5};
  Options options;
  EXPECT_NEAR(api::integrate(Integrand(1, "p[1]*x", nullptr, values), accurate(options)).value[0],
              0.25, 1e-12);
  EXPECT_NEAR(api::integrate(Integrand(1, "p[1]*b*x", " , b", values), options).value[0], 0.125,
              1e-12);
}

TEST(Expression, AgreesWithCompiledCode) {
  setenv("CUBOID_DEVICE", "off", 1);  // On a GPU other bits come out.
  const Integrand compiled(3, 1,
                           [](const int *, const double x[], const int *, double f[], void *) {
                             f[0] = std::sqrt(x[0] * x[1]) + x[2];
                             return 0;
                           });
  const Integrand text(3, "sqrt(x*y) + z");
  for (const char *method : {"vegas", "suave", "divonne", "cuhre", "vegas_plus", "m_cubes",
                             "lattice", "pagani", "auto"}) {
    Options options;
    options.set("method", std::string(method)).set("maxeval", 20000).set("epsrel", 1e-4);
    api::expect_same(api::integrate(text, options), api::integrate(compiled, options));
  }
  unsetenv("CUBOID_DEVICE");
}

TEST(Expression, HasTheSameBitsWithAllWorkers) {
  const Integrand integrand(4, "cos(x0 + x1)*exp(-x2)^x3, x0 < x1 ? x2 : log(1 + x3)");
  for (const char *method : {"vegas", "cuhre", "divonne", "vegas_plus", "lattice"}) {
    Options options;
    options.set("method", std::string(method)).set("maxeval", 20000).set("epsrel", 1e-9);
    options.set("cores", 3).set("workers", std::string("serial"));
    const Result expected = api::integrate(integrand, options);
    EXPECT_GT(expected.neval, 5000);
    for (const char *workers : {"threads", "fork", "auto"})
      api::expect_same(api::integrate(integrand, options.set("workers", std::string(workers))),
                       expected);
  }
}

TEST(Expression, IsRefusedWithTheColumn) {
  EXPECT_EQ(refused(2, "ex(x)"),
            "expression, column 1: there is no 'ex'; the nearest name is 'exp'");
  EXPECT_EQ(refused(2, "x + p[0]", ""),
            "expression, column 5: p[0] is beyond the last of 0 parameters");
  EXPECT_NE(refused(2, "x", "1a").find("'1a' is not a name"), std::string::npos);
  EXPECT_NE(refused(2, "x", std::string(2000, ',').c_str()).find("at most 1024 parameters"),
            std::string::npos);
  EXPECT_NE(refused(2, "p[1024]").find("beyond the last of 1024"), std::string::npos);
  EXPECT_NE(refused(2, "").find("there is no value"), std::string::npos);
  EXPECT_EQ(refused(2, nullptr), "text = NULL must be set");
  EXPECT_EQ(refused(0, "1", nullptr, CUBOID_BAD_NDIM), "ndim = 0 must be between 1 and 1024");
}

TEST(Expression, NeedsItsParameters) {
  const Integrand integrand(1, "p[2]*x");
  const Result result = api::integrate(integrand, Options());
  EXPECT_EQ(result.status, CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(result.last_error,
            "parameters = NULL must be the address of 3 doubles, the parameters of the expression");
}

TEST(Expression, EndsByTheFlagAndTheClock) {
  const Integrand integrand(2, "sin(1/x)*y");
  Options options;
  options.set("method", std::string("vegas")).set("epsrel", 1e-14);
  options.set("maxeval", std::int64_t{1} << 50);
  const volatile int cancel = 1;
  ASSERT_EQ(cuboid_options_set_cancel(options.get(), &cancel), 0);
  EXPECT_EQ(api::integrate(integrand, options).status, CUBOID_CANCELLED);
  ASSERT_EQ(cuboid_options_set_cancel(options.get(), nullptr), 0);
  EXPECT_EQ(api::integrate(integrand, options.set("time_limit", 0.01)).status, CUBOID_TIME_LIMIT);
}

TEST(Expression, TellsWhereItIsNotFinite) {
  const Result result = api::integrate(Integrand(1, "log(-x)"), Options());
  EXPECT_EQ(result.status, CUBOID_NONFINITE);
}

class Lists : public testing::TestWithParam<const char *> {};

INSTANTIATE_TEST_SUITE_P(Expression, Lists, testing::Values("auto", "cuhre", "lattice"),
                         [](const auto &method) { return std::string(method.param); });

TEST_P(Lists, HaveParametersOfTheirOwn) {
  const Integrand integrand(2, "a*x + b*y", "a, b");
  std::vector<double> rows;
  for (int i = 0; i < 50; ++i) rows.insert(rows.end(), {i + 1., 2. * i, -1});
  Options options;
  options.set("method", std::string(GetParam()));
  const auto integrate_many = [&](const void *userdata, std::int64_t stride, cuboid_many **many) {
    return cuboid_integrate_many(integrand.get(), 50, nullptr, nullptr, 0, userdata, stride,
                                 options.get(), many);
  };
  cuboid_many *many = nullptr;
  ASSERT_EQ(integrate_many(rows.data(), 24, &many), 0) << cuboid_last_error();
  for (int i = 0; i < 50; ++i)
    EXPECT_NEAR(cuboid_many_value(many)[i], (i + 1) / 2. + i, 1e-3 * (i + 1));
  cuboid_many_free(many);
  EXPECT_EQ(integrate_many(rows.data(), 8, &many), CUBOID_BAD_ARGUMENT);
  EXPECT_NE(std::string(cuboid_last_error()).find("they would overlap"), std::string::npos);
  EXPECT_EQ(integrate_many(rows.data(), 20, &many), CUBOID_BAD_ARGUMENT);
  EXPECT_NE(std::string(cuboid_last_error()).find("multiple of 8"), std::string::npos);
  EXPECT_EQ(integrate_many(nullptr, 0, &many), CUBOID_BAD_ARGUMENT);
  EXPECT_NE(std::string(cuboid_last_error()).find("2 doubles"), std::string::npos);
}

}  // namespace
