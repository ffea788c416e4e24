// method = "auto": what is taken, why, and that it is the same each time.
#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "handles.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

int smooth(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += x[d];
  f[0] = std::exp(-sum);
  return 0;
}
double smooth_integral(int ndim) {
  return std::pow(1 - std::exp(-1.0), ndim);
}

/// The indicator of a ball of which everything lies within the cube.
int ball(const int *ndim, const double x[], const int *, double f[], void *) {
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - 0.5) * (x[d] - 0.5);
  f[0] = square < 0.2 ? 1 : 0;
  return 0;
}

/// Each point has a value of its own.
int noise(const int *ndim, const double x[], const int *, double f[], void *) {
  std::uint64_t mixed = 0;
  for (int d = 0; d < *ndim; ++d)
    mixed =
        (mixed ^ std::bit_cast<std::uint64_t>(x[d])) * 6364136223846793005U + 1442695040888963407U;
  f[0] = 1 + static_cast<double>(mixed >> 40) * 0x1p-24;
  return 0;
}

int zero(const int *, const double *, const int *, double f[], void *) {
  f[0] = 0;
  return 0;
}

/// Smooth, with a ridge across the axes: too many regions for cubature in eight dimensions.
int ridge(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d)
    sum += (x[d] - 0.4) * (x[d] - 0.4) + x[d] * x[(d + 1) % *ndim] / 4;
  f[0] = std::exp(-6 * sum);
  return 0;
}

Result run(int ndim, cuboid_function function, double epsrel, std::int64_t maxeval = 1000000) {
  const Integrand integrand(ndim, 1, function);
  Options options;
  options.set("epsrel", epsrel).set("maxeval", maxeval);
  return api::integrate(integrand, options);
}

bool says(const Result &result, const std::string &words) {
  return api::said(result).find(words) != std::string::npos;
}

/// Needs several looks of cubature.
int narrow(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += (x[d] - 0.3) * (x[d] - 0.3);
  f[0] = std::exp(-100 * sum);
  return 0;
}

/// Kinks on every axis.
int kinks(const int *ndim, const double x[], const int *, double f[], void *) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] *= 1 + std::fabs(x[d] - 0.4);
  return 0;
}

/// A tip in the middle, from which it falls along every axis.
int tip(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += std::fabs(x[d] - 0.45);
  f[0] = std::exp(-4 * sum);
  return 0;
}

/// Infinite at a corner, and large along three edges.
int edges(const int *ndim, const double x[], const int *, double f[], void *) {
  double product = 1;
  for (int d = 0; d < *ndim; ++d) product *= x[d];
  f[0] = 1 / (1 - product);
  return 0;
}

/// Infinite at one place, which is never met, and NaN in a part of the box.
int holed(const int *ndim, const double x[], const int *, double f[], void *) {
  f[0] = x[0] < 0.01 ? std::nan("") : 0;
  for (int d = 0; d < *ndim; ++d) f[0] += std::fabs(x[d] - 0.4);
  return 0;
}

TEST(Auto, LetsCubatureSettleWhatIsSmooth) {
  for (const int ndim : {2, 5, 8}) {
    const Result result = run(ndim, smooth, 1e-6);
    EXPECT_EQ(result.status, CUBOID_CONVERGED) << ndim;
    EXPECT_EQ(result.method, "cuhre") << ndim;
    EXPECT_TRUE(says(result, "auto: ")) << api::said(result);
    EXPECT_NEAR(result.value[0], smooth_integral(ndim), result.error[0]) << ndim;
  }
}

int oblique_wave(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += x[d];
  f[0] = std::cos(2 * sum);
  return 0;
}

/// The errors of regions fall slowly, while the sparse grid beside them gets there.
TEST(Auto, LetsTheSparseGridOfCubatureGoOn) {
  const Result result = run(6, oblique_wave, 1e-9);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_EQ(result.method, "cuhre") << result.message;
  EXPECT_LT(result.neval, 300000);
  const std::complex<double> i(0, 1);
  const double value = std::real(std::pow((std::exp(2. * i) - 1.) / (2. * i), 6));
  EXPECT_NEAR(result.value[0], value, result.error[0]);
}

/// A smooth function, and half of the integral in a square: userdata has its width and corner.
int bar(const int *, const double x[], const int *, double f[], void *userdata) {
  const auto *square = static_cast<const double *>(userdata);
  bool inside = true;
  for (int d = 0; d < 2; ++d)
    inside = inside && x[d] > square[1 + d] && x[d] < square[1 + d] + square[0];
  f[0] = (1 + x[0]) * (1 + x[1]) + (inside ? 2.25 / (square[0] * square[0]) : 0);
  return 0;
}

double bars[][3] = {{0.02, 0.37409657367744847, 0.35577501366243608},
                    {0.01, 0.54841494700716509, 0.31231551948125902},
                    {0.03, 0.65768353801327095, 0.39724490617386438},
                    {0.014, 0.75844904721745532, 0.50033182335932413}};

// What cubature has met in its trial, and samples or lattices have missed.  At the standard price
// of probing, what fills a ten thousandth of a square is met by chance.
TEST(Auto, IsBoundByWhatAnyStepSaw) {
  for (auto &square : bars) {
    const Integrand integrand(2, 1, bar, square);
    const Result r = api::integrate(integrand, Options{}.set("probing", "thorough"));
    const bool is_right = std::fabs(r.value[0] - 4.5) < 5 * r.error[0];
    EXPECT_TRUE(is_right || (r.status == CUBOID_NOT_CONVERGED && !r.trusted)) << r.message;
  }
}

TEST(Auto, IsBoundInListsToo) {
  const Integrand integrand(2, 1, bar);
  cuboid_many *many = nullptr;
  Options options;
  options.set("probing", "thorough");
  cuboid_integrate_many(integrand.get(), 4, nullptr, nullptr, 0, bars, sizeof bars[0],
                        options.get(), &many);
  ASSERT_NE(many, nullptr) << cuboid_last_error();
  for (int i = 0; i < 4; ++i) {
    const double off = std::fabs(cuboid_many_value(many)[i] - 4.5);
    EXPECT_TRUE(off < 5 * cuboid_many_error(many)[i] ||
                cuboid_many_statuses(many)[i] == CUBOID_NOT_CONVERGED)
        << i;
  }
  cuboid_many_free(many);
}

// What a method found while it was looked at is kept: it goes on to the same bits.
TEST(Auto, KeepsWhatCubatureHasEvaluated) {
  const Integrand integrand(3, 1, narrow);
  Options options;
  options.set("epsrel", 1e-6);
  const Result taken = api::integrate(integrand, options);
  options.set("method", std::string("cuhre"));
  const Result named = api::integrate(integrand, options);
  EXPECT_EQ(taken.method, "cuhre");
  EXPECT_EQ(taken.value, named.value);
  EXPECT_EQ(taken.error, named.error);
  EXPECT_GE(taken.neval, named.neval);
  EXPECT_LE(taken.neval, named.neval + named.neval / 2);
}

/// A peak in a corner, which takes cubature some 640000 evaluations.
int corner(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 1;
  for (int d = 0; d < *ndim; ++d) sum += (d + 1) * x[d];
  f[0] = std::pow(sum, -(*ndim + 1));
  return 0;
}

/// A ridge across the axes, so narrow that what is found of it grows with the regions.
int diagonal(const int *, const double x[], const int *, double f[], void *) {
  const double along = x[0] + x[1] - 1, across = x[0] - x[1];
  f[0] = std::exp(-84.5 * (along * along + 2000 * across * across));
  return 0;
}

Result run_in_batches(int ndim, cuboid_function function, double epsrel = 1e-6,
                      std::int64_t maxeval = 20000000) {
  Options options;
  options.set("splits", std::int64_t{64}).set("epsrel", epsrel).set("maxeval", maxeval);
  return api::integrate(Integrand(ndim, 1, function), options);
}

TEST(Auto, LetsCubatureGoOnInBatchesWhereItIsNear) {
  const Result result = run_in_batches(5, corner);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_EQ(result.method, "cuhre");
  EXPECT_GT(result.neval, 500000);
  EXPECT_LT(result.neval, 1000000);
}

TEST(Auto, FollowsARidgeInBatches) {
  const Result result = run_in_batches(2, diagonal);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_NEAR(result.value[0], 4.1566951071246897e-4, result.error[0]);
  EXPECT_LT(result.neval, 1000000);
}

/// Nearly singular at the ends of the axes, where cubature gets nowhere and lattices do not need to
/// look.
int root_of_product(const int *ndim, const double x[], const int *, double f[], void *) {
  constexpr double layer = 1e-5;
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d)
    f[0] /= 2 * std::sqrt(x[d] + layer) * (std::sqrt(1 + layer) - std::sqrt(layer));
  return 0;
}

TEST(Auto, TakesOthersInBatchesWhereCubatureGetsNowhere) {
  const Result result = run_in_batches(4, root_of_product, 1e-4, 1000000);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_EQ(result.method, "lattice") << result.message;
  EXPECT_TRUE(says(result, "evaluations needed, about")) << api::said(result);
  EXPECT_NEAR(result.value[0], 1, 1e-4);
}

/// A peak of which cubature takes long to find an error that is small, and samples do not.
int product_of_peaks(const int *ndim, const double x[], const int *, double f[], void *) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] /= 1. / 4900 + (x[d] - .47) * (x[d] - .47);
  return 0;
}

/// So narrow that cubature finds it late.
int narrow_gaussian(const int *ndim, const double x[], const int *, double f[], void *) {
  double squares = 0;
  for (int d = 0; d < *ndim; ++d) squares += (x[d] - .5) * (x[d] - .5);
  f[0] = std::exp(-5000 * squares);
  return 0;
}

TEST(Auto, LetsSamplesGoOnInBatchesWhereTheyAreNear) {
  const Result result = run_in_batches(4, narrow_gaussian, 1e-3, 1000000000);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_EQ(result.method, "vegas_plus") << result.message;
  EXPECT_LT(result.neval, 700000);
}

TEST(Auto, TakesSamplesInBatchesWhereLittleAccuracyIsAskedFor) {
  const Result result = run_in_batches(4, product_of_peaks, 1e-3);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_EQ(result.method, "vegas_plus") << result.message;
  EXPECT_LT(result.neval, 1000000);
  const double axis = 70 * (std::atan(70 * .53) + std::atan(70 * .47));
  EXPECT_NEAR(result.value[0], std::pow(axis, 4), 5 * result.error[0]);
}

struct Kind {
  const char *name;
  int ndim;
  cuboid_function function;
  double epsrel;
  const char *method;
  const char *reason;
};

class AutoReason : public testing::TestWithParam<Kind> {};

TEST_P(AutoReason, IsSaid) {
  const Kind &kind = GetParam();
  const Result result = run(kind.ndim, kind.function, kind.epsrel);
  if (*kind.method != 0) {
    EXPECT_EQ(result.method, kind.method) << result.message;
  }
  EXPECT_TRUE(says(result, kind.reason)) << api::said(result);
  // The message leaves the looks to the reasons, which end with them.
  EXPECT_EQ(result.message.find("auto: "), std::string::npos) << result.message;
  EXPECT_LE(result.message.size(), 200U) << result.message;
  EXPECT_NE(result.reasons.find("auto: "), std::string::npos) << result.reasons;
}

INSTANTIATE_TEST_SUITE_P(
    , AutoReason,
    testing::Values(
        Kind{"smooth", 3, smooth, 1e-3, "cuhre",
             "auto: cuhre settled it before any other method was looked at"},
        Kind{"narrow", 3, narrow, 1e-11, "cuhre",
             "auto: the error of cubature falls like the power -"},
        Kind{"ridge", 8, ridge, 1e-4, "lattice", "evaluations needed, about: cuhre"},
        Kind{"taken", 8, ridge, 1e-4, "lattice", "; lattice was taken"},
        Kind{"noise", 3, noise, 1e-5, "", "auto: the error of cubature falls like the power -0.1"},
        Kind{"kinks", 8, kinks, 1e-4, "lattice", "evaluations needed, about: cuhre"},
        Kind{"jump", 4, ball, 1e-3, "", "auto: the error of cubature falls like the power -"},
        Kind{"tip", 5, tip, 1e-3, "vegas_plus",
             "auto: vegas_plus settled it while it was looked at"},
        Kind{"peaks", 8, product_of_peaks, 1e-3, "", "auto: the error of cubature "},
        Kind{"corner", 12, narrow, 1e-3, "", "auto: cubature is far from the accuracy"},
        Kind{"zero", 3, zero, 1e-3, "vegas_plus", "zero at all "},
        Kind{"line", 1, smooth, 1e-6, "line",
             "auto: line settled it before any other method was looked at"},
        Kind{"long", 20, smooth, 1e-5, "", "too many dimensions for cubature"}),
    [](const auto &kind) { return std::string(kind.param.name); });

/// Five dimensions are few, but its rule has more points than that.
TEST(Auto, SaysThatMaxevalIsTooSmallForCubature) {
  const Result result = run(5, smooth, 1e-4, 100);
  EXPECT_TRUE(says(result, "auto: maxeval is too small for cubature; ")) << result.message;
}

TEST(Auto, SaysThatNoneGetsThere) {
  const Result result = run(8, product_of_peaks, 1e-6, 20000);
  EXPECT_EQ(result.status, CUBOID_NOT_CONVERGED);
  EXPECT_TRUE(says(result, "; none gets there with maxeval: ")) << result.message;
  EXPECT_TRUE(says(result, " was taken, which comes nearest")) << api::said(result);
}

TEST(Auto, SaysWhatTookThePlaceOfAnother) {
  const Result result = run(8, product_of_peaks, 1e-3, 100000);
  EXPECT_EQ(result.status, CUBOID_NOT_CONVERGED);
  EXPECT_TRUE(says(result, " did not get there, so ")) << api::said(result);
  EXPECT_TRUE(says(result, " took its place")) << api::said(result);
}

/// Of the method that settled it the message says what it took, not what it would still need.
TEST(Auto, SaysWhatWasDone) {
  const Result result = run(5, tip, 1e-3);
  const std::size_t place = result.reasons.find("vegas_plus ", result.reasons.find("about: "));
  ASSERT_NE(place, std::string::npos) << result.reasons;
  EXPECT_EQ(result.reasons.substr(result.reasons.find(' ', place + 11), 7), " (done)")
      << result.message;
  EXPECT_FALSE(says(result, "no end in sight")) << api::said(result);
}

TEST(Auto, TakesNoCubatureForJumps) {
  const Result result = run(4, ball, 1e-3);
  EXPECT_NE(result.method, "cuhre");
  const double volume = std::pow(std::acos(-1.0), 2) / 2 * 0.2 * 0.2;
  EXPECT_NEAR(result.value[0], volume, 5 * result.error[0]);
}

/// All evaluations count, and those before the plan are a tenth of maxeval, or 4096.
TEST(Auto, CountsThePilot) {
  std::int64_t calls = 0;
  const auto counting = [](const int *ndim, const double x[], const int *ncomp, double f[],
                           void *counter) {
    ++*static_cast<std::int64_t *>(counter);
    return ball(ndim, x, ncomp, f, nullptr);
  };
  const Integrand integrand(4, 1, counting, &calls);
  for (const std::int64_t maxeval : {3000, 20000, 100000}) {
    calls = 0;
    Options options;
    options.set("epsrel", 1e-4).set("maxeval", maxeval).set("workers", std::string("serial"));
    const Result result = api::integrate(integrand, options);
    EXPECT_EQ(result.neval, calls);
    EXPECT_EQ(result.status, CUBOID_NOT_CONVERGED);
    // An iteration is not cut.
    EXPECT_LT(result.neval, maxeval + maxeval / 2 + 5000);
  }
}

/// Values of a ball that are NaN from a certain call on.
struct Failing {
  std::int64_t calls = 0, good = 0;
};
int failing_ball(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  Failing &failing = *static_cast<Failing *>(userdata);
  ball(ndim, x, ncomp, f, nullptr);
  if (++failing.calls > failing.good) f[0] = std::nan("");
  return 0;
}

/// Whichever method was looked at when it failed: cubature, VEGAS+, or a lattice.
TEST(Auto, CountsTheStepThatFails) {
  for (const std::int64_t good : {0, 3000, 5000, 12000, 40000, 150000}) {
    Failing failing{0, good};
    const Integrand integrand(4, 1, failing_ball, &failing);
    Options options;
    options.set("epsrel", 1e-4).set("maxeval", 2000000).set("workers", std::string("serial"));
    const Result result = api::integrate(integrand, options);
    EXPECT_EQ(result.status, CUBOID_NONFINITE) << result.message;
    EXPECT_EQ(result.neval, failing.calls) << good;
  }
}

/// Volumes overflow in the first batch of every method.
TEST(Auto, CountsTheStepThatFailsInAHugeBox) {
  for (const int ndim : {1, 2, 5, 14}) {
    Failing failing{0, 1000000};
    const Integrand integrand(ndim, 1, failing_ball, &failing);
    const std::vector<double> lower(static_cast<std::size_t>(ndim), 0);
    const std::vector<double> upper(static_cast<std::size_t>(ndim), 1.7e308);
    Options options;
    options.set("workers", std::string("serial"));
    const Result result = api::integrate(integrand, options, lower.data(), upper.data());
    EXPECT_EQ(result.neval, failing.calls) << ndim;
  }
}

/// A lattice that begins anew, with a better map, evaluates all again.
TEST(Auto, CountsWhatALatticeBeginsAnew) {
  std::int64_t calls = 0;
  const auto counting = [](const int *ndim, const double x[], const int *ncomp, double f[],
                           void *counter) {
    ++*static_cast<std::int64_t *>(counter);
    return tip(ndim, x, ncomp, f, nullptr);
  };
  const Integrand integrand(4, 1, counting, &calls);
  Options options;
  options.set("epsrel", 1e-6).set("maxeval", 2000000).set("workers", std::string("serial"));
  const Result result = api::integrate(integrand, options);
  EXPECT_EQ(result.method, "lattice") << result.message;
  EXPECT_EQ(result.neval, calls);
}

/// Narrow along every axis.
int narrow_product(const int *ndim, const double x[], const int *, double f[], void *) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] /= 1e-3 + (x[d] - 0.45) * (x[d] - 0.45);
  return 0;
}

/// With the map that is enough for a short one it does not get there.
TEST(Auto, GivesALongLatticeABetterMap) {
  const Result result = run(6, narrow_product, 1e-6, 4000000);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_EQ(result.method, "lattice");
  const double root = std::sqrt(1e-3);
  const double truth = std::pow((std::atan(0.55 / root) + std::atan(0.45 / root)) / root, 6);
  EXPECT_NEAR(result.value[0], truth, 1e-6 * truth);
}

TEST(Auto, NeedsMoreThanZeros) {
  const Result result = run(3, zero, 1e-3, 50000);
  EXPECT_EQ(result.status, CUBOID_NOT_CONVERGED) << result.message;
  EXPECT_TRUE(says(result, "only zeros were seen")) << api::said(result);
}

/// All points of the first regions are outside of the shell .295 < r < .305 of five dimensions.
int thin_shell(const int *ndim, const double x[], const int *, double f[], void *) {
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - 0.5) * (x[d] - 0.5);
  f[0] = std::fabs(std::sqrt(square) - 0.3) < 0.005;
  return 0;
}

TEST(Auto, DoesNotStayWithZeros) {
  const Result result = run(5, thin_shell, 1e-1, 1000000);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  const double pi = std::acos(-1);
  const double truth = 8 * pi * pi / 15 * (std::pow(0.305, 5) - std::pow(0.295, 5));
  EXPECT_NEAR(result.value[0], truth, 0.2 * truth);
  EXPECT_LT(result.neval, 500000);
}

/// Who asks for no accuracy wants what maxeval gives.
TEST(Auto, UsesWhatIsAllowedWhereNoAccuracyIsAskedFor) {
  for (const int ndim : {2, 4, 10})
    for (const double epsrel : {-1.0, 0.0, 1e-300})
      for (const int maxeval : {1000, 20000, 100000}) {
        const Result result = run(ndim, narrow, epsrel, maxeval);
        EXPECT_EQ(result.status, CUBOID_NOT_CONVERGED) << ndim << " " << result.message;
        EXPECT_TRUE(std::isfinite(result.value[0])) << ndim << " " << result.message;
      }
}

TEST(Auto, GoesToDimensionsThatOneMethodHas) {
  const Integrand integrand(100, 1, smooth);
  Options options;
  options.set("epsrel", 0.5).set("seed", 1).set("maxeval", 20000);
  const Result result = api::integrate(integrand, options);
  EXPECT_EQ(result.method, "vegas");
  EXPECT_TRUE(says(result, "no other method goes to so many dimensions")) << api::said(result);
}

/// exp(-x1 - x2 ...): in so many dimensions a map that 1000 samples find is noise.
int falling(const int *ndim, const double x[], const int *, double f[], void *) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] *= std::exp(-x[d]);
  return 0;
}

TEST(Auto, HasAsManySamplesAsVegasByNameWhereItIsAlone) {
  const Result result = run(40, falling, 1e-2);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_EQ(result.method, "vegas");
  EXPECT_NEAR(result.value[0] / std::pow(-std::expm1(-1), 40), 1, 1e-2);
}

TEST(Auto, GivesTheSameBitsOnThreads) {
  for (const cuboid_function function : {ball, narrow, kinks}) {
    const Integrand integrand(4, 1, function);
    integrand.set_thread_safe(true);
    std::vector<Result> results;
    for (const int cores : {0, 3}) {
      Options options;
      options.set("epsrel", 1e-4).set("maxeval", 400000).set("cores", cores);
      results.push_back(api::integrate(integrand, options));
    }
    api::expect_same(results[0], results[1]);
    EXPECT_EQ(results[0].message, results[1].message);
  }
}

/// What is said at verbosity 1.
struct Lines {
  std::vector<std::string> all;

  std::int64_t count(const std::string &beginning) const {
    return std::count_if(all.begin(), all.end(),
                         [&](const std::string &line) { return line.rfind(beginning, 0) == 0; });
  }
};

Lines lines_of(int ndim, cuboid_function function, double epsrel) {
  Lines lines;
  Options options;
  options.set("epsrel", epsrel).set("verbosity", 1);
  cuboid_options_set_log(
      options.get(),
      [](void *user, int, const char *line) { static_cast<Lines *>(user)->all.push_back(line); },
      &lines);
  api::integrate(Integrand(ndim, 1, function), options);
  return lines;
}

TEST(Auto, ShowsTheCandidates) {
  const Lines lines = lines_of(4, ball, 1e-3);
  for (const char *method : {"cuhre", "lattice", "vegas_plus"})
    EXPECT_GE(lines.count(std::string("auto: ") + method + " has an error of "), 1) << method;
}

TEST(Auto, SaysAtWhichStepItEnded) {
  const Lines lines = lines_of(3, smooth, 1e-3);
  const auto step = std::find_if(lines.all.rbegin(), lines.all.rend(), [](const std::string &line) {
    return line.rfind("auto: ", 0) == 0;
  });
  ASSERT_NE(step, lines.all.rend());
  EXPECT_NE(step->find(" evaluations, and has ended"), std::string::npos) << *step;
}

/// Steps of cubature that find no room for what would confirm it evaluate nothing.
TEST(Auto, SaysNothingTwice) {
  std::vector<std::string> steps;
  for (const std::string &line : lines_of(3, zero, 1e-3).all)
    if (line.rfind("auto: ", 0) == 0) steps.push_back(line);
  ASSERT_GT(steps.size(), 2u);
  EXPECT_NE(steps[0].find(", and no end is in sight"), std::string::npos) << steps[0];
  EXPECT_NE(steps.back().find(", and has ended"), std::string::npos) << steps.back();
  std::sort(steps.begin(), steps.end());
  EXPECT_EQ(std::adjacent_find(steps.begin(), steps.end()), steps.end());
}

TEST(Auto, SaysWhatDidNotGetThere) {
  const Lines lines = lines_of(2, ball, 1e-6);
  const auto last = std::find_if(lines.all.rbegin(), lines.all.rend(), [](const std::string &line) {
    return line.rfind("auto: ", 0) == 0;
  });
  ASSERT_NE(last, lines.all.rend());
  EXPECT_NE(last->find(", and did not get there"), std::string::npos) << *last;
}

/// A step of cubature, of which nothing is lost, counts from where it is: others that cost as much
/// wait.
TEST(Auto, LetsCubatureGoOnBeforeOthersBegin) {
  const Lines lines = lines_of(3, edges, 1e-4);
  EXPECT_GE(lines.count("auto: cuhre has an error of "), 2);
  EXPECT_EQ(lines.count("auto: vegas_plus has an error of "), 0);
}

/// Smooth but for two jumps that are parallel to the axes, which cubature resolves late.
int cut(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += x[d];
  f[0] = x[0] < 0.31 && x[1] < 0.68 ? std::exp(sum) : 0;
  return 0;
}

/// The error of lattices falls slowly there: once that shows, cubature goes on.
TEST(Auto, ReturnsToCubatureWhereLatticesTurnOutToBeDear) {
  const Result result = run(8, cut, 1e-5, 10000000);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_EQ(result.method, "cuhre") << result.message;
  const double truth = std::expm1(0.31) * std::expm1(0.68) * std::pow(std::expm1(1.0), 6);
  EXPECT_NEAR(result.value[0], truth, 1e-5 * truth);
  EXPECT_LT(result.neval, 2500000);
}

/// A tip so narrow that the first look of VEGAS+ hardly meets it, and which no lattice resolves.
int steep_tip(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += std::fabs(x[d] - 0.37);
  f[0] = std::exp(-25 * sum);
  return 0;
}

/// VEGAS+ is expected to need what it needs as a rule where its map is not there yet, and not what
/// the error of the first look says.
TEST(Auto, TakesSamplesWhereTheFirstLookTellsLittle) {
  const Result result = run(6, steep_tip, 1e-3, 5000000);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_EQ(result.method, "vegas_plus") << result.message;
  EXPECT_LT(result.neval, 2500000);
  const double axis = (2 - std::exp(-25 * 0.37) - std::exp(-25 * 0.63)) / 25;
  EXPECT_NEAR(result.value[0], std::pow(axis, 6), 5 * result.error[0]);
}

/// The same, less steep.
int gentle_tip(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += std::fabs(x[d] - 0.45);
  f[0] = std::exp(-2 * sum);
  return 0;
}

TEST(Auto, TakesSamplesWhereTheyAreNear) {
  const Result result = run(10, gentle_tip, 1e-3);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_EQ(result.method, "vegas_plus") << result.message;
  const double axis = (2 - std::exp(-2 * 0.45) - std::exp(-2 * 0.55)) / 2;
  EXPECT_NEAR(result.value[0], std::pow(axis, 10), 4 * result.error[0]);
}

TEST(Auto, CanBeCancelledWhileItLooks) {
  const Integrand integrand(4, 1, ball);
  const volatile int cancel = 1;
  Options options;
  cuboid_options_set_cancel(options.get(), &cancel);
  const Result result = api::integrate(integrand, options);
  EXPECT_EQ(result.status, CUBOID_CANCELLED) << result.message;
}

/// Infinite at the middle, where cubature looks: points that are drawn never meet it.
int pole(const int *ndim, const double x[], const int *, double f[], void *) {
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - 0.5) * (x[d] - 0.5);
  f[0] = 1 / std::sqrt(square);
  return 0;
}

TEST(Auto, GoesOnBesideWhatIsNotFinite) {
  const Integrand integrand(3, 1, pole);
  Options options;
  options.set("epsrel", 1e-4).set("nonfinite", std::string("zero"));
  options.set("maxeval", std::int64_t{4000000});
  const Result result = api::integrate(integrand, options);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_EQ(result.nonfinite, 0);
  EXPECT_NEAR(result.value[0], 2.3800774, 1e-3);
}

/// Two peaks that cancel each other but for a millionth: no method is near at first.
int cancelling(const int *, const double x[], const int *, double f[], void *) {
  const double beside = (x[1] - 0.5) * (x[1] - 0.5) + (x[2] - 0.5) * (x[2] - 0.5);
  f[0] = (1 + 0x1p-20) * std::exp(-100 * ((x[0] - 0.25) * (x[0] - 0.25) + beside)) -
         std::exp(-100 * ((x[0] - 0.75) * (x[0] - 0.75) + beside));
  return 0;
}

/// A method that was not tried before does not get all that is left.
TEST(Auto, GivesNoMethodAllThatIsLeftUntilItHasShownSomething) {
  const Result result = run(3, cancelling, 1e-3, 10000000);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  const double edge = std::sqrt(std::acos(-1.0)) / 10;
  const double truth = 0x1p-20 * edge * edge * edge * (std::erf(2.5) + std::erf(7.5)) / 2 *
                       std::erf(5.0) * std::erf(5.0);
  EXPECT_NEAR(result.value[0], truth, 1e-3 * truth);
  EXPECT_LT(result.neval, 5000000);
}

int gaussian(const int *ndim, const double x[], const int *, double f[], void *) {
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (10 * x[d] - 5) * (10 * x[d] - 5);
  f[0] = std::exp(-square);
  return 0;
}

/// The rule's first errors are 1e10 times the integral, and fall by the power -3: cubature does not
/// get there all the same.
TEST(Auto, HopesForNoMoreThanSmoothIntegrandsGive) {
  const Result result = run(10, gaussian, 1e-3, 1000000);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  const double truth = std::pow(std::sqrt(std::acos(-1.0)) / 10, 10);
  EXPECT_NEAR(result.value[0], truth, 4 * result.error[0]);
}

TEST(Auto, CountsWhatIsNotFiniteAsZeroWhereAskedTo) {
  const Integrand integrand(3, 1, holed);
  Options options;
  options.set("epsrel", 1e-6).set("maxeval", 100000).set("nonfinite", std::string("zero"));
  const Result zero_at_nan = api::integrate(integrand, options);
  EXPECT_EQ(zero_at_nan.status, CUBOID_NONFINITE) << zero_at_nan.message;
  EXPECT_NEAR(zero_at_nan.value[0], 0.77, 0.05);
  options.set("nonfinite", std::string("stop"));
  const Result stopped = api::integrate(integrand, options);
  EXPECT_EQ(stopped.status, CUBOID_NONFINITE) << stopped.message;
  EXPECT_TRUE(std::isnan(stopped.value[0]));
}

}  // namespace
