// Values of any size that a double holds, whose squares it does not.
#include <cmath>

#include "cuba.h"
#include "handles.hpp"
#include "support/directory.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

/// A peak in units of a size, and beside it one of the usual size.
int of_size(const int *ndim, const double x[], const int *, double f[], void *userdata) {
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - 0.4) * (x[d] - 0.4);
  f[1] = std::exp(-4 * square) - 0.2;
  f[0] = f[1] * *static_cast<const double *>(userdata);
  return 0;
}

constexpr double sizes[] = {1e160, 1e300, 1e-160, 1e-300};

class Magnitude : public testing::TestWithParam<const char *> {
 protected:
  Result run(double size, int maxeval, const std::string &statefile = "") const {
    Options options;
    options.set("method", std::string(GetParam())).set("maxeval", maxeval).set("epsrel", 1e-9);
    options.set("workers", std::string("serial")).set("statefile", statefile);
    return api::integrate(Integrand(3, 2, of_size, &size), options);
  }
};

INSTANTIATE_TEST_SUITE_P(, Magnitude,
                         testing::Values("auto", "cuhre", "pagani", "vegas", "suave", "divonne",
                                         "vegas_plus", "m_cubes", "lattice"),
                         [](const auto &method) { return std::string(method.param); });

TEST_P(Magnitude, ChangesNothingButTheUnit) {
  const Result usual = run(1, 20000);
  for (const double size : sizes) {
    const Result result = run(size, 20000);
    ASSERT_GE(result.status, 0) << size << ' ' << result.message;
    // Divonne looks at logarithms, Suave splits for an accuracy of no less than 2^-104, and what
    // Pagani splits may hang on rounding.
    const std::string method = GetParam();
    const double ratio = result.error[0] / size / usual.error[0];
    const double most = method == "divonne" || method == "suave" || method == "pagani" ? 4 : 1.001;
    EXPECT_TRUE(ratio < most && ratio > 1 / most) << size << ' ' << ratio;
    EXPECT_NEAR(result.value[0] / size, usual.value[0], 5 * usual.error[0]) << size;
    EXPECT_TRUE(result.chi2[0] >= 0 && std::isfinite(result.chi2[0])) << size;
  }
}

TEST_P(Magnitude, IsNoReasonToRefuseAStateFile) {
  if (std::string(GetParam()) == "auto" || std::string(GetParam()) == "pagani")
    GTEST_SKIP() << "has no state file";
  const auto resumed = [&](double size) {
    const support::Directory directory;
    const std::string file = directory.file("state");
    EXPECT_EQ(run(size, 2000, file).status, CUBOID_NOT_CONVERGED);
    return run(size, 20000, file);
  };
  const Result usual = resumed(1);
  for (const double size : sizes) {
    const Result result = resumed(size);
    EXPECT_NE(api::said(result).find("resumed at"), std::string::npos) << api::said(result);
    EXPECT_NEAR(result.value[0] / size, usual.value[0], 5 * usual.error[0]) << size;
  }
}

TEST(MagnitudeOfLists, IsAnyForEachIntegral) {
  std::vector<double> all = {1, 1e160, 1e300, 1e-160, 1e-300};
  const Integrand integrand(3, 2, of_size, nullptr);
  for (const char *const method : {"auto", "cuhre", "pagani", "vegas_plus", "lattice"}) {
    Options options;
    options.set("method", std::string(method)).set("epsrel", 1e-4).set("maxeval", 50000);
    cuboid_many *handle = nullptr;
    cuboid_integrate_many(integrand.get(), static_cast<std::int64_t>(all.size()), nullptr, nullptr,
                          0, all.data(), sizeof(double), options.get(), &handle);
    ASSERT_GE(cuboid_many_status(handle), 0) << method << ' ' << cuboid_many_message(handle);
    const double *const value = cuboid_many_value(handle);
    const double *const error = cuboid_many_error(handle);
    for (std::size_t i = 0; i < all.size(); ++i)
      EXPECT_NEAR(value[2 * i] / all[i], value[1], 5 * (error[1] + error[2 * i] / all[i]))
          << method << ' ' << all[i];
    cuboid_many_free(handle);
  }
}

TEST(MagnitudeOfCuba, OfLargeValuesChangesNothingButTheUnit) {
  struct Sums {
    double integral[2], error[2], prob[2];
  };
  const auto all = [](double size) {
    std::vector<Sums> sums(4);
    int nregions, neval, fail;
    Sums *to = sums.data();
    const auto integrand = reinterpret_cast<integrand_t>(of_size);
    Vegas(3, 2, integrand, &size, 1, 1e-9, 0, 0, 0, 0, 20000, 1000, 500, 1000, 0, nullptr, nullptr,
          &neval, &fail, to->integral, to->error, to->prob);
    ++to;
    Suave(3, 2, integrand, &size, 1, 1e-9, 0, 0, 0, 0, 20000, 1000, 2, 25, nullptr, nullptr,
          &nregions, &neval, &fail, to->integral, to->error, to->prob);
    ++to;
    Divonne(3, 2, integrand, &size, 1, 1e-4, 0, 0, 0, 0, 20000, 47, 1, 1, 5, 0, 10, .25, 0, 3,
            nullptr, 0, nullptr, nullptr, nullptr, &nregions, &neval, &fail, to->integral,
            to->error, to->prob);
    ++to;
    Cuhre(3, 2, integrand, &size, 1, 1e-9, 0, 0, 0, 20000, 0, nullptr, nullptr, &nregions, &neval,
          &fail, to->integral, to->error, to->prob);
    return sums;
  };
  const std::vector<Sums> usual = all(1);
  for (const double size : {1e160, 1e300}) {
    const std::vector<Sums> large = all(size);
    for (std::size_t i = 0; i < usual.size(); ++i)
      EXPECT_NEAR(large[i].integral[0] / size, usual[i].integral[0], 3 * usual[i].error[0])
          << i << ' ' << size;
  }
}

/// Below the floors of Cuba's formulas there is a unit.
TEST(Suave, TakesAsManyEvaluationsForSmallValues) {
  const auto of = [](const std::string &scale) {
    Options options;
    options.set("method", std::string("suave")).set("maxeval", 200000).set("epsrel", 1e-3);
    return api::integrate(Integrand(3, (scale + "*exp(-3*(x + y + z))").c_str()), options);
  };
  const Result usual = of("1");
  EXPECT_EQ(usual.status, CUBOID_CONVERGED) << usual.message;
  for (const double scale : {0x1p-40, 0x1p-47, 0x1p-100, 0x1p-900}) {
    const Result small = of(std::to_string(std::ilogb(scale)).insert(0, "2^(") + ")");
    EXPECT_EQ(small.status, CUBOID_CONVERGED) << scale << ' ' << small.message;
    EXPECT_EQ(small.neval, usual.neval) << scale;
    EXPECT_EQ(small.value[0] / scale, usual.value[0]) << scale;
  }
}

/// Errors of what the samples before the final pass have seen of it are next to nothing.
TEST(Suave, EndsNoCallAtANeedleThatItHasMissed) {
  for (int seed = 1; seed <= 3; ++seed) {
    const Integrand needle(3, "exp(-((x[0]-.4)^2 + (x[1]-.4)^2 + (x[2]-.4)^2) / 8e-6)");
    Options options;
    options.set("method", std::string("suave")).set("maxeval", 40000).set("epsrel", 1e-9);
    options.set("workers", std::string("serial")).set("seed", seed);
    const Result result = api::integrate(needle, options);
    EXPECT_EQ(result.status, CUBOID_NOT_CONVERGED) << seed << ' ' << result.message;
  }
}

/// A likelihood: the first samples see e^-700 of its peak, or nothing.  What is within the accuracy
/// of infinity is no value, and scales of what was seen at first are none for what comes.
class WideRange : public testing::TestWithParam<const char *> {};

INSTANTIATE_TEST_SUITE_P(, WideRange,
                         testing::Values("auto", "cuhre", "vegas", "suave", "divonne", "vegas_plus",
                                         "m_cubes", "lattice"),
                         [](const auto &method) { return std::string(method.param); });

TEST_P(WideRange, IsNoOverflow) {
  for (const double peak : {0.0, 150.0, 300.0}) {
    double parameters[] = {peak};
    const auto likelihood = [](const int *ndim, const double x[], const int *, double f[],
                               void *userdata) {
      double square = 0;
      for (int d = 0; d < *ndim; ++d) square += (x[d] - 0.71) * (x[d] - 0.71);
      f[0] = std::exp(*static_cast<const double *>(userdata) - 1e5 * square);
      return 0;
    };
    Options options;
    options.set("method", std::string(GetParam())).set("maxeval", 200000).set("epsrel", 1e-2);
    options.set("workers", std::string("serial"));
    const Result r = api::integrate(Integrand(4, 1, likelihood, parameters), options);
    ASSERT_GE(r.status, 0) << peak << ' ' << r.message;
    ASSERT_TRUE(std::isfinite(r.value[0])) << peak;
    if (r.status != CUBOID_CONVERGED) continue;
    const double truth = std::exp(peak) * std::pow(std::acos(-1.0) / 1e5, 2);
    EXPECT_NEAR(r.value[0] / truth, 1, 5 * r.error[0] / truth) << peak;
  }
}

}  // namespace
