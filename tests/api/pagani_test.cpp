// PAGANI by its name, for a host function.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include "api/handles.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

Options &pagani(Options &options) {
  return options.set("method", std::string("pagani")).set("epsabs", 0.);
}

TEST(Pagani, IsChosenByItsName) {
  const Integrand integrand(3, 2, support::peak);
  Options options;
  pagani(options).set("epsrel", 1e-6);
  const Result r = api::integrate(integrand, options);
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_EQ(r.method, "pagani");
  for (int c = 0; c < 2; ++c) {
    EXPECT_LE(r.error[c], 1e-6 * r.value[c]);
    EXPECT_NEAR(r.value[c], (c + 1) * support::peak_integral(3), r.error[c]);
    EXPECT_GE(r.prob[c], 0);
    EXPECT_LE(r.prob[c], 1);
  }
  EXPECT_EQ(r.dof, r.niterations - 1);
  EXPECT_GT(r.nregions, 1);
}

int line(const int *, const double x[], const int *, double f[], void *, const int *nvec) {
  for (int i = 0; i < *nvec; ++i) f[i] = x[i];
  return 0;
}

// It took memory for as many as nvec allows: 34 GB for the largest nvec.
TEST(Pagani, TakesMemoryForThePointsThatItHas) {
  const auto max_kilobytes = [] {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss;
  };
  const Integrand integrand(1, 1,
                            reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(line)));
  Options options;
  pagani(options).set("maxeval", 5000).set("nvec", 1 << 26);
  const auto before = max_kilobytes();
  const Result r = api::integrate(integrand, options);
  EXPECT_LT(max_kilobytes() - before, 200 << 10);
  EXPECT_GE(r.status, 0) << r.message;
  EXPECT_NEAR(r.value[0], 0.5, 1e-12);
}

TEST(Pagani, TakesOneToTwentyDimensions) {
  for (const int ndim : {1, 2, 12}) {
    const Integrand integrand(ndim, 1, support::first_coordinate);
    Options options;
    const Result r = api::integrate(integrand, pagani(options));
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
    EXPECT_NEAR(r.value[0], .5, 1e-9);
  }
  const Integrand integrand(21, 1, support::first_coordinate);
  Options options;
  const Result r = api::integrate(integrand, pagani(options));
  EXPECT_EQ(r.status, CUBOID_BAD_NDIM);
  EXPECT_NE(r.message.find("ndim = 21 must be between 1 and 20 for pagani"), std::string::npos)
      << r.message;
}

TEST(Pagani, GivesTheSameBitsForAnyWorkers) {
  const Integrand integrand(4, 1, support::peak);
  Options options;
  pagani(options).set("epsrel", 1e-5).set("workers", std::string("serial"));
  const Result alone = api::integrate(integrand, options);
  for (const int cores : {2, 5}) {
    options.set("workers", std::string("threads")).set("cores", cores);
    api::expect_same(api::integrate(integrand, options), alone);
  }
}

int zero(const int *, const double *, const int *, double *f, void *) {
  f[0] = 0;
  return 0;
}

TEST(Pagani, SaysWhatItSaw) {
  const Integrand integrand(3, 1, zero);
  Options options;
  pagani(options).set("maxeval", 20000);
  const Result few = api::integrate(integrand, options);
  EXPECT_EQ(few.status, CUBOID_NOT_CONVERGED);
  const std::string says = "the integrand was zero at all " + std::to_string(few.neval) + " points";
  EXPECT_NE(few.message.find(says), std::string::npos) << few.message;
  const Result many = api::integrate(integrand, options.set("maxeval", 100000000));
  EXPECT_EQ(many.status, CUBOID_NOT_CONVERGED);
  EXPECT_LE(many.neval, 3000000);
}

TEST(Pagani, KeepsNoState) {
  const Integrand integrand(2, 1, support::peak);
  Options options;
  pagani(options).set("statefile", std::string("state"));
  const Result r = api::integrate(integrand, options);
  EXPECT_EQ(r.status, CUBOID_BAD_ARGUMENT);
  EXPECT_NE(r.message.find("statefile = \"state\" must be empty"), std::string::npos) << r.message;
}

int wild(const int *, const double x[], const int *, double f[], void *) {
  f[0] = std::sin(1 / (1e-9 + std::fabs(x[0] + x[1] * x[2] - .7)));
  return 0;
}

/// exp(-sum of the other axes), which a plane across the first axis multiplies on one side.
struct Step {
  int ndim;
  double at;
  double above;
  double epsrel;
};

int step(const int *ndim, const double x[], const int *, double f[], void *userdata) {
  const auto &one = *static_cast<const Step *>(userdata);
  double sum = 0;
  for (int d = 1; d < *ndim; ++d) sum += x[d];
  f[0] = (x[0] < one.at ? 1 : one.above) * std::exp(-sum);
  return 0;
}

// It cuts all regions alike, so that what was observed was small by chance: errors of 1e-2 and 1e-1
// were too small by up to 2.
TEST(Pagani, IsNotDeceivedByOnePlaneAcrossAnAxis) {
  const Step steps[] = {{3, .455616, 1.4329, 1e-2},
                        {5, .693761, 1.4184, 1e-2},
                        {5, .103718, 2.3984, 1e-1},
                        {8, .822159, 2.1227, 1e-1},
                        {8, .818134, 2.0211, 1e-2}};
  for (Step one : steps) {
    const double truth =
        (one.at + (1 - one.at) * one.above) * std::pow(-std::expm1(-1), one.ndim - 1);
    Options options;
    pagani(options).set("epsrel", one.epsrel).set("maxeval", 2000000);
    const Result r = api::integrate(Integrand(one.ndim, 1, step, &one), options);
    EXPECT_GE(r.status, 0) << r.message;
    EXPECT_LE(std::fabs(r.value[0] - truth), r.error[0]) << one.ndim << "-D, " << one.at;
    EXPECT_LE(r.error[0], .2 * truth);
  }
}

TEST(Pagani, LeavesTheBestResultAtTheTimeLimit) {
  const Integrand integrand(3, 1, wild);
  Options options;
  pagani(options).set("epsrel", 1e-12).set("maxeval", 1000000000).set("time_limit", .05);
  const Result r = api::integrate(integrand, options);
  EXPECT_EQ(r.status, CUBOID_TIME_LIMIT);
  EXPECT_TRUE(std::isfinite(r.value[0]));
  EXPECT_GT(r.error[0], 1e-12 * std::fabs(r.value[0]));
}

TEST(Pagani, EndsWithTheBestResultWhereMemoryEnds) {
  const Integrand integrand(3, 1, wild);
  Options options;
  pagani(options).set("epsrel", 1e-12).set("maxeval", 20000000);
  const Result whole = api::integrate(integrand, options);
  options.set("memory_limit", 1000000);
  const Result r = api::integrate(integrand, options);
  EXPECT_EQ(r.status, CUBOID_OUT_OF_MEMORY);
  EXPECT_NE(r.message.find("fill the memory"), std::string::npos) << r.message;
  EXPECT_GT(r.error[0], 1e-12 * std::fabs(r.value[0]));
  EXPECT_NEAR(r.value[0], whole.value[0], r.error[0] + whole.error[0]);
}

// Its calls have many points: of a function of arrays, calls cost more than these.
TEST(Pagani, HasFewCallsBesideCuhre) {
  static std::atomic<std::int64_t> calls;
  const auto kink = [](const int *, const double x[], const int *, double f[], void *,
                       const int *nvec) {
    ++calls;
    for (int i = 0; i < *nvec; ++i) f[i] = std::fabs(x[2 * i] + x[2 * i + 1] - .77);
    return 0;
  };
  const Integrand integrand(2, 1,
                            reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(
                                static_cast<int (*)(const int *, const double *, const int *,
                                                    double *, void *, const int *)>(kink))));
  Options options;
  options.set("epsabs", 0.).set("epsrel", 1e-6).set("nvec", 1 << 20).set("workers", "serial");
  calls = 0;
  const Result one_by_one = api::integrate(integrand, options.set("method", "cuhre"));
  const std::int64_t of_cuhre = calls.exchange(0);
  const Result together = api::integrate(integrand, options.set("method", "pagani"));
  EXPECT_EQ(one_by_one.status, CUBOID_CONVERGED);
  EXPECT_EQ(together.status, CUBOID_CONVERGED);
  EXPECT_LT(10 * calls, of_cuhre);
  EXPECT_LT(together.neval, 2 * one_by_one.neval);
}

// At the price of cubature: a grid of a thousand regions cost an easy integral 130000 evaluations.
TEST(Pagani, TakesFewEvaluationsForAnEasyIntegral) {
  const Integrand integrand(3, 2, support::peak);
  Options options;
  pagani(options).set("epsrel", 1e-3);
  const Result alone = api::integrate(integrand, options.set("method", "cuhre"));
  const Result r = api::integrate(integrand, options.set("method", "pagani"));
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_LE(r.neval, 2 * alone.neval);
}

int hole(const int *, const double x[], const int *, double f[], void *) {
  f[0] = x[0] > .4 && x[0] < .45 ? std::nan("") : 1;
  return 0;
}

TEST(Pagani, CountsValuesThatAreNotNumbers) {
  const Integrand integrand(2, 1, hole);
  Options options;
  const Result stopped = api::integrate(integrand, pagani(options));
  EXPECT_EQ(stopped.status, CUBOID_NONFINITE);
  EXPECT_NE(stopped.message.find("x = ("), std::string::npos) << stopped.message;
  options.set("nonfinite", std::string("zero"));
  const Result counted = api::integrate(integrand, options);
  EXPECT_EQ(counted.status, CUBOID_NONFINITE);
  EXPECT_GT(counted.nonfinite, 0);
  EXPECT_NEAR(counted.value[0], .95, 2e-2);
}

}  // namespace
