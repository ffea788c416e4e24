// VEGAS+ and m-Cubes by name, on the host: options, covariances, what is trusted, and the sink.
#include <cmath>
#include <limits>
#include <stdexcept>

#include "handles.hpp"
#include "support/directory.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

constexpr double infinity = std::numeric_limits<double>::infinity();

class Samples : public testing::TestWithParam<const char *> {
 protected:
  Samples() { options_.set("method", std::string(GetParam())).set("seed", 5); }
  Options options_;
};

INSTANTIATE_TEST_SUITE_P(, Samples,
                         testing::Values("vegas_plus", "m_cubes", "m_cubes_1d", "lattice"),
                         [](const auto &method) { return std::string(method.param); });

/// The methods whose samples are drawn from hypercubes.
using SamplesOfCubes = Samples;

INSTANTIATE_TEST_SUITE_P(, SamplesOfCubes, testing::Values("vegas_plus", "m_cubes", "m_cubes_1d"),
                         [](const auto &method) { return std::string(method.param); });

TEST_P(Samples, ReachTheAccuracyAskedFor) {
  options_.set("nstart", 10000).set("maxeval", 2000000).set("epsrel", 1e-3);
  const Result r = api::integrate(Integrand(4, 2, support::peak), options_);
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_EQ(r.method, GetParam());
  EXPECT_TRUE(r.trusted);
  EXPECT_EQ(r.dof, r.niterations - r.left_out - 1);
  for (std::size_t c = 0; c < 2; ++c) {
    const double exact = (static_cast<double>(c) + 1) * support::peak_integral(4);
    EXPECT_NEAR(r.value[c], exact, 5 * r.error[c]);
    EXPECT_LE(r.error[c], 1e-3 * exact);
  }
}

TEST_P(Samples, HaveTheCovarianceOfTheComponents) {
  options_.set("nstart", 5000).set("maxeval", 50000).set("epsrel", 0.0);
  const Result r = api::integrate(Integrand(3, 3, support::peak), options_);
  ASSERT_EQ(r.covariance.size(), 6u);
  // The components are multiples of each other.
  std::size_t k = 0;
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t b = 0; b <= c; ++b, ++k)
      EXPECT_NEAR(r.covariance[k], r.error[c] * r.error[b], 1e-6 * r.covariance[k]);
}

TEST_P(SamplesOfCubes, TakeSobolPoints) {
  options_.set("nstart", 8192).set("nincrease", 0).set("maxeval", 160000).set("epsrel", 0.0);
  const Integrand integrand(4, 1, support::peak);
  const Result random = api::integrate(integrand, options_);
  const Result quasi = api::integrate(integrand, options_.set("quasi", 1));
  EXPECT_NE(quasi.message.find("quasi-random"), std::string::npos) << quasi.message;
  EXPECT_EQ(random.message.find("quasi-random"), std::string::npos) << random.message;
  EXPECT_LT(quasi.error[0], random.error[0]);
  EXPECT_NEAR(quasi.value[0], support::peak_integral(4), 5 * quasi.error[0]);
  const Result other = api::integrate(integrand, options_.set("seed", 6));
  EXPECT_NE(other.value, quasi.value);
}

int scaled(const int *ndim, const double *x, const int *, double *f, void *scale) {
  f[0] = *static_cast<double *>(scale) * (1 + x[0] * x[*ndim - 1]);
  return 0;
}

TEST_P(Samples, AreRightAtAnyScaleInManyDimensions) {
  struct {
    int ndim;
    double scale;
  } const cases[] = {{32, 1e112}, {20, 1e191}, {10, 1e258}, {4, 1e295}, {32, 1e300}, {32, 1e-300}};
  options_.set("nstart", 5000).set("maxeval", 40000).set("epsrel", 0.0);
  for (auto one : cases) {
    const Result r = api::integrate(Integrand(one.ndim, 1, scaled, &one.scale), options_);
    EXPECT_TRUE(r.trusted) << one.ndim << " " << one.scale << " " << r.message;
    EXPECT_NEAR(r.value[0] / one.scale, 1.25, 5 * r.error[0] / one.scale) << r.message;
    // The errors of lattices fall faster.
    const double least = GetParam() == std::string("lattice") ? 1e-8 : 1e-6;
    EXPECT_GT(r.error[0] / one.scale, least) << one.ndim << " " << one.scale;
    EXPECT_LT(r.error[0] / one.scale, 1e-2) << one.ndim << " " << one.scale;
  }
}

// Far out the weight of a point is beyond the range of double in the unit of such values, and these
// are 0 there.
TEST_P(Samples, AreRightForTinyValuesOnAnInfiniteBox) {
  const auto gaussian = [](const int *ndim, const double *x, const int *, double *f, void *) {
    double r = 0;
    for (int d = 0; d < *ndim; ++d) r += x[d] * x[d];
    f[0] = 1e-300 * std::exp(-r);
    return 0;
  };
  constexpr int ndim = 3;
  const std::vector<double> lower(ndim, -INFINITY), upper(ndim, INFINITY);
  options_.set("nstart", 5000).set("maxeval", 100000).set("epsrel", 0.0);
  const Result r =
      api::integrate(Integrand(ndim, 1, gaussian), options_, lower.data(), upper.data());
  EXPECT_GE(r.status, 0) << r.message;
  EXPECT_NEAR(r.value[0] / 1e-300, std::pow(M_PI, 1.5), 5 * r.error[0] / 1e-300) << r.message;
  EXPECT_LT(r.error[0] / 1e-300, 0.1);
}

/// The normal distribution.
int normal(const int *ndim, const double *x, const int *, double *f, void *) {
  double r = 0;
  for (int d = 0; d < *ndim; ++d) r += x[d] * x[d];
  f[0] = std::exp(-r / 2) * std::pow(2 * M_PI, -*ndim / 2.0);
  return 0;
}

int cauchy(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] /= M_PI * (1 + x[d] * x[d]);
  return 0;
}

TEST_P(Samples, AreRightOnLargeBoxesInManyDimensions) {
  constexpr int most = 32;
  const auto parabola = [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = 1 + x[0] * x[0];
    return 0;
  };
  struct {
    const char *name;
    int ndim;
    cuboid_function function;
    double lower, upper, exact;
  } const cases[] = {
      {"part of a normal distribution", 32, normal, -1, 1, std::pow(std::erf(std::sqrt(0.5)), 32)},
      {"Cauchy's distribution", 27, cauchy, -infinity, infinity, 1},
      {"parabola", 32, parabola, 0, 10, 103e32 / 3},
      {"parabola on 1e-96", 32, parabola, 0, 1e-3, (1 + 1e-6 / 3) * 1e-96}};
  options_.set("nstart", 50000).set("maxeval", 500000).set("epsrel", 0.0);
  for (const auto &one : cases) {
    const std::vector<double> lower(most, one.lower), upper(most, one.upper);
    const Result r =
        api::integrate(Integrand(one.ndim, 1, one.function), options_, lower.data(), upper.data());
    EXPECT_GE(r.status, 0) << one.name << ": " << r.message;
    EXPECT_NEAR(r.value[0], one.exact, 5 * r.error[0]) << one.name;
    EXPECT_LT(r.error[0], 0.2 * one.exact) << one.name;
  }
}

struct Sums {
  std::vector<double> estimates;
  std::int64_t samples = 0;
  double least = infinity, most = -infinity;
};

void add(void *user, int64_t iteration, int64_t count, int ndim, const double x[],
         const double weight[], int ncomp, const double f[]) {
  auto &sums = *static_cast<Sums *>(user);
  ASSERT_EQ(ndim, 2);
  ASSERT_EQ(ncomp, 2);
  sums.estimates.resize(static_cast<std::size_t>(iteration));
  for (int64_t i = 0; i < count; ++i) {
    sums.estimates.back() += weight[i] * f[2 * i + 1];
    sums.least = std::min(sums.least, x[2 * i]);
    sums.most = std::max(sums.most, x[2 * i]);
  }
  sums.samples += count;
}

TEST_P(Samples, GoToTheSink) {
  const auto decay = [](const int *, const double x[], const int *, double f[], void *) {
    f[0] = 1;
    f[1] = std::exp(-x[0]) * x[1];
    return 0;
  };
  const double lower[] = {0, 1}, upper[] = {infinity, 3};
  const Integrand integrand(2, 2, decay);
  options_.set("nstart", 3000).set("maxeval", 30000).set("epsrel", 0.0);
  for (const char *workers : {"serial", "threads"}) {
    Sums sums;
    options_.set("workers", std::string(workers)).set("cores", 3);
    ASSERT_EQ(cuboid_options_set_sample_sink(options_.get(), add, &sums), 0);
    const Result r = api::integrate(integrand, options_, lower, upper);
    EXPECT_EQ(static_cast<std::int64_t>(sums.estimates.size()), r.niterations);
    for (const double estimate : sums.estimates) EXPECT_NEAR(estimate, 4, 0.5);
    EXPECT_GE(sums.least, 0);
    EXPECT_GT(sums.most, 5);
    EXPECT_LT(sums.samples, r.neval);
    ASSERT_EQ(cuboid_options_set_sample_sink(options_.get(), nullptr, nullptr), 0);
    const Result without = api::integrate(integrand, options_, lower, upper);
    api::expect_same(without, r);
  }
}

TEST_P(Samples, NameTheFirstPointThatIsNotFinite) {
  const auto spoilt = [](const int *, const double x[], const int *, double f[], void *) {
    f[0] = x[0] > 0.75 ? NAN : 1;
    return 0;
  };
  const Result r = api::integrate(Integrand(2, 1, spoilt), options_);
  EXPECT_EQ(r.status, CUBOID_NONFINITE);
  EXPECT_NE(r.message.find("f[0] is nan at x = ("), std::string::npos) << r.message;
  EXPECT_TRUE(std::isnan(r.value[0]));
  options_.set("nonfinite", std::string("zero")).set("epsrel", 0.02);
  const Result zero = api::integrate(Integrand(2, 1, spoilt), options_);
  EXPECT_EQ(zero.status, CUBOID_NONFINITE);
  EXPECT_NE(zero.message.find("f[0] is nan at x = ("), std::string::npos) << zero.message;
  EXPECT_GT(zero.nonfinite, 0);
  EXPECT_NEAR(zero.value[0], 0.75, 5 * zero.error[0]);
}

TEST_P(SamplesOfCubes, HaveLimitsOnDimensionsAndComponents) {
  const Result ndim = api::integrate(Integrand(33, 1, support::peak), options_);
  EXPECT_EQ(ndim.status, CUBOID_BAD_NDIM);
  EXPECT_NE(ndim.message.find("ndim = 33 must be between 1 and 32"), std::string::npos);
  const Result ncomp = api::integrate(Integrand(2, 1025, support::peak), options_);
  EXPECT_EQ(ncomp.status, CUBOID_BAD_NCOMP);
  EXPECT_NE(ncomp.message.find("ncomp = 1025 must be at most 1024"), std::string::npos);
  options_.set("maxeval", 1000);
  EXPECT_GE(api::integrate(Integrand(32, 32, support::peak), options_).status, 0);
}

/// x^i y^j with i = c % 32 and j = c / 32, whose integral is 1 / ((i + 1) (j + 1)).
int monomials(const int *, const double x[], const int *ncomp, double f[], void *) {
  double row = 1;
  for (int c = 0; c < *ncomp; ++c) {
    if (c % 32 == 0 && c > 0) row *= x[1];
    f[c] = c % 32 == 0 ? row : f[c - 1] * x[0];
  }
  return 0;
}

TEST_P(SamplesOfCubes, TakeManyComponentsWithoutTheirCovariances) {
  options_.set("nstart", 2000).set("maxeval", 16000).set("epsrel", 0.0);
  for (const int ncomp : {33, 1024}) {
    double squares = 0;
    constexpr int seeds = 10;
    for (int seed = 1; seed <= seeds; ++seed) {
      const Result r = api::integrate(Integrand(2, ncomp, monomials), options_.set("seed", seed));
      EXPECT_GE(r.status, 0) << r.message;
      EXPECT_TRUE(r.covariance.empty());
      for (int c = 0; c < ncomp; ++c) {
        const double exact = 1.0 / (c % 32 + 1) / (c / 32 + 1);
        const auto k = static_cast<std::size_t>(c);
        // A constant has no error.
        const double pull = c == 0 ? 0 : (r.value[k] - exact) / r.error[k];
        EXPECT_LT(std::fabs(pull), 6) << c;
        EXPECT_NEAR(r.value[k], exact, 0.05 * exact) << c;
        squares += pull * pull / ncomp / seeds;
      }
    }
    // Components are correlated, so that the mean of their squares is uncertain.
    EXPECT_GT(squares, 0.3) << ncomp;
    EXPECT_LT(squares, 1.9) << ncomp;
  }
}

TEST(SamplesOptions, ChangeTheRun) {
  const Integrand integrand(3, 1, support::peak);
  const auto run = [&](auto change) {
    Options options;
    options.set("method", std::string("vegas_plus")).set("nstart", 5000).set("epsrel", 0.0);
    options.set("maxeval", 60000).set("seed", 1);
    change(options);
    const Result r = api::integrate(integrand, options);
    EXPECT_NEAR(r.value[0], support::peak_integral(3), 6 * r.error[0]);
    return r;
  };
  const Result base = run([](Options &) {});
  EXPECT_NE(run([](Options &o) { o.set("alpha", 0.5); }).value, base.value);
  EXPECT_NE(run([](Options &o) { o.set("beta", 0.25); }).value, base.value);
  EXPECT_NE(run([](Options &o) { o.set("adapting", 2); }).value, base.value);
  EXPECT_NE(run([](Options &o) { o.set("intervals", 100); }).value, base.value);
  EXPECT_NE(run([](Options &o) { o.set("combination", std::string("inverse_variance")); }).value,
            base.value);
  EXPECT_EQ(run([](Options &o) { o.set("raise_samples", 0); }).value, base.value);
  // With beta = 0 and its alpha, VEGAS+ is m-Cubes.
  EXPECT_EQ(
      run([](Options &o) { o.set("beta", 0.0).set("alpha", 1.5); }).value,
      run([](Options &o) { o.set("method", std::string("m_cubes")).set("alpha", 1.5); }).value);
}

// Where nobody names them, iterations have three strata on each axis, but a twentieth of maxeval
// and what the accuracy is worth at most, and 1000 samples at least.
TEST(SamplesOptions, FollowFromMaxeval) {
  struct Row {
    int ndim;
    std::int64_t maxeval;
    double epsrel;
    std::int64_t samples;
  };
  for (const char *method : {"vegas", "vegas_plus", "m_cubes"})
    for (const Row &row :
         {Row{3, 200000, 0, 1000}, Row{7, 400000, 0, 17496}, Row{9, 200000, 0, 10000},
          Row{9, 5000, 0, 1000}, Row{9, 3000000, 1e-2, 100000}, Row{9, 3000000, 1e-3, 150000}}) {
      const Integrand integrand(row.ndim, 1, support::peak);
      SCOPED_TRACE(std::string(method) + ", " + std::to_string(row.maxeval));
      const auto run = [&](auto change) {
        Options options;
        options.set("method", method).set("maxeval", row.maxeval).set("epsrel", row.epsrel);
        change(options);
        return api::integrate(integrand, options);
      };
      const Result unnamed = run([](Options &) {});
      const Result named =
          run([&](Options &o) { o.set("nstart", row.samples).set("nincrease", 500); });
      EXPECT_EQ(unnamed.value, named.value);
      EXPECT_EQ(unnamed.neval, named.neval);
      // Who names one of them has the other one of the list of options.
      const Result said = run([](Options &o) { o.set("nincrease", 500); });
      EXPECT_EQ(said.value, run([](Options &o) { o.set("nstart", 1000); }).value);
      if (row.samples > 1000) {
        EXPECT_NE(said.value, unnamed.value);
      }
    }
}

/// Over the samples with an iteration, and those without.
struct Drawn {
  std::vector<double> estimates;
  std::int64_t samples = 0, exploring = 0;
  double least = infinity, most = -infinity;
};

void draw(void *user, int64_t iteration, int64_t count, int ndim, const double x[],
          const double weight[], int ncomp, const double f[]) {
  auto &drawn = *static_cast<Drawn *>(user);
  if (iteration == 0) drawn.exploring += count;
  drawn.samples += count;
  drawn.estimates.resize(std::max<std::size_t>(drawn.estimates.size(), iteration));
  for (int64_t i = 0; i < count; ++i) {
    drawn.least = std::min(drawn.least, x[ndim * i]);
    drawn.most = std::max(drawn.most, x[ndim * i]);
    if (iteration > 0) drawn.estimates[iteration - 1] += weight[i] * f[ncomp * i];
  }
}

TEST(SamplesOptions, VegasAndSuaveHaveASinkOnTheHost) {
  const double lower[] = {-infinity, 2}, upper[] = {infinity, 0};
  const Integrand integrand(2, 1, normal);
  const double exact = -std::erf(std::sqrt(2.0)) / 2;
  for (const char *method : {"vegas", "suave", "auto"}) {
    Options options;
    options.set("method", std::string(method)).set("seed", 3).set("maxeval", 60000);
    options.set("epsrel", 1e-4);
    Drawn drawn;
    ASSERT_EQ(cuboid_options_set_sample_sink(options.get(), draw, &drawn), 0);
    const Result with = api::integrate(integrand, options, lower, upper);
    EXPECT_EQ(with.method, method == std::string("auto") ? "vegas" : method);
    EXPECT_EQ(drawn.samples, with.neval) << method;
    EXPECT_EQ(drawn.exploring > 0, method == std::string("suave"));
    ASSERT_GT(drawn.estimates.size(), 2u);
    for (const double estimate : drawn.estimates) EXPECT_NEAR(estimate, exact, 0.2) << method;
    EXPECT_LT(drawn.least, -2);
    EXPECT_GT(drawn.most, 2);
    options.set("method", with.method);
    ASSERT_EQ(cuboid_options_set_sample_sink(options.get(), nullptr, nullptr), 0);
    api::expect_same(api::integrate(integrand, options, lower, upper), with);
  }
}

TEST(SamplesOptions, ExceptionOfTheSinkIsToldAsSuch) {
  const auto throws = [](void *, int64_t, int64_t, int, const double *, const double *, int,
                         const double *) { throw std::runtime_error("no more"); };
  for (const char *method : {"vegas", "vegas_plus", "lattice"}) {
    Options options;
    options.set("method", std::string(method));
    ASSERT_EQ(cuboid_options_set_sample_sink(options.get(), throws, nullptr), 0);
    const Result r = api::integrate(Integrand(3, 1, support::peak), options);
    EXPECT_EQ(r.status, CUBOID_EXCEPTION) << method << ": " << r.message;
    EXPECT_EQ(r.message, "the sample sink threw an exception: no more");
  }
}

TEST(SamplesOptions, VegasHasTheCovarianceOfTheComponents) {
  Options options;
  options.set("method", std::string("vegas")).set("seed", 5).set("epsrel", 0.0);
  options.set("maxeval", 50000);
  const Result r = api::integrate(Integrand(3, 3, support::peak), options);
  ASSERT_EQ(r.covariance.size(), 6u);
  // The components are multiples of each other.
  std::size_t k = 0;
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t b = 0; b <= c; ++b, ++k)
      EXPECT_NEAR(r.covariance[k], r.error[c] * r.error[b], 1e-6 * r.covariance[k]);
  // Batches change nothing.
  EXPECT_EQ(api::integrate(Integrand(3, 3, support::peak), options.set("nbatch", 77)).covariance,
            r.covariance);
  options.set("last_only", 1);
  EXPECT_TRUE(api::integrate(Integrand(3, 3, support::peak), options).covariance.empty());
}

/// The map takes some eight iterations of the twenty that maxeval holds.
TEST(SamplesOptions, ConvergesWhereHalfOfTheSamplesHaveFoundTheMap) {
  const auto gaussian = [](const int *ndim, const double x[], const int *, double f[], void *) {
    double square = 0;
    for (int d = 0; d < *ndim; ++d) square += (10 * x[d] - 5) * (10 * x[d] - 5);
    f[0] = std::exp(-square);
    return 0;
  };
  Options options;
  options.set("method", std::string("vegas_plus")).set("epsrel", 1e-3).set("maxeval", 1000000);
  for (int seed = 1; seed <= 3; ++seed) {
    const Result r = api::integrate(Integrand(10, 1, gaussian), options.set("seed", seed));
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
    const double truth = std::pow(std::sqrt(std::acos(-1.0)) / 10, 10);
    EXPECT_NEAR(r.value[0], truth, 4 * r.error[0]);
  }
}

TEST(SamplesOptions, TheSinkIsRefusedByMethodsWithoutSamples) {
  for (const char *method : {"cuhre", "pagani", "divonne"}) {
    Options options;
    Sums sums;
    options.set("method", std::string(method));
    cuboid_options_set_sample_sink(options.get(), add, &sums);
    const Result r = api::integrate(Integrand(2, 2, support::peak), options);
    EXPECT_EQ(r.status, CUBOID_BAD_ARGUMENT) << method;
    EXPECT_NE(r.message.find(std::string("method = \"") + method + "\""), std::string::npos)
        << r.message;
    EXPECT_TRUE(r.covariance.empty());
    EXPECT_FALSE(r.trusted);
  }
}

TEST(SamplesOptions, IterationsAreLogged) {
  std::vector<std::string> lines;
  Options options;
  options.set("method", std::string("vegas_plus")).set("verbosity", 1).set("maxeval", 5000);
  cuboid_options_set_log(
      options.get(),
      [](void *user, int, const char *line) {
        static_cast<std::vector<std::string> *>(user)->push_back(line);
      },
      &lines);
  const Result r = api::integrate(Integrand(2, 1, support::peak), options);
  std::int64_t iterations = 0;
  for (const std::string &line : lines) iterations += line.starts_with("Iteration ") ? 1 : 0;
  EXPECT_EQ(iterations, r.niterations);
}

}  // namespace
