// Sizes of batches and iterations, grid numbers, flags and seeds without sense.
#include <climits>

#include "calls.hpp"

namespace {

using namespace edge;

EDGE_SUITE(Sizes);

void expect_refused(Routine routine, const Arguments &a, const std::string &what) {
  const Outcome o = call(routine, a);
  expect_failure(o, CUBOID_BAD_ARGUMENT, 1);
  EXPECT_NE(o.why.find(what), std::string::npos) << o.why;
  EXPECT_EQ(o.neval, 0);
}

TEST_P(Sizes, VectorsOfNoPointsAreRefused) {
  for (const int nvec : {0, -1, INT_MIN}) {
    Arguments a;
    a.nvec = nvec;
    expect_refused(GetParam(), a, "nvec = " + std::to_string(nvec));
  }
}

TEST(VegasSizes, IterationsOfNoSamplesAreRefused) {
  for (const int n : {0, -1, INT_MIN})
    for (const Routine routine : {Routine::Vegas, Routine::llVegas}) {
      Arguments a;
      a.nstart = n;
      expect_refused(routine, a, "nstart = " + std::to_string(n));
      a = {};
      a.nbatch = n;
      expect_refused(routine, a, "nbatch = " + std::to_string(n));
    }
}

TEST(VegasSizes, OneSampleHasNoErrorAndIsNoSuccess) {
  Arguments a;
  a.nstart = 1;
  a.maxeval = 1;
  const Outcome o = call(Routine::Vegas, a);
  EXPECT_EQ(o.fail, CUBOID_NOT_CONVERGED);
  EXPECT_EQ(o.neval, 1);
  EXPECT_EQ(o.integral[0], 0.5);
  EXPECT_FALSE(o.error[0] < 1);
}

TEST(VegasSizes, OneSampleIsABeginning) {
  Arguments a;
  a.nstart = 1;
  a.integrand = support::peak;
  const Outcome o = call(Routine::Vegas, a);
  EXPECT_GE(o.neval, 500);
  EXPECT_GE(o.fail, 0);
  EXPECT_NEAR(o.integral[0], support::peak_integral(3), 5 * o.error[0]);
}

TEST(VegasSizes, BatchesDoNotChangeResults) {
  Arguments a;
  a.integrand = support::peak;
  a.maxeval = 5000;
  const Outcome expected = call(Routine::Vegas, a);
  for (const int nbatch : {1, 7, 999, 100000, INT_MAX}) {
    a.nbatch = nbatch;
    const Outcome o = call(Routine::Vegas, a);
    EXPECT_EQ(o.neval, expected.neval);
    EXPECT_NEAR(o.integral[0], expected.integral[0], 1e-12 * expected.integral[0]);
  }
}

TEST(VegasSizes, SamplesMayRunOut) {
  for (const int nincrease : {-1, -500, -1000, -5000, INT_MIN}) {
    Arguments a;
    a.integrand = support::peak;
    a.nincrease = nincrease;
    a.epsrel = 1e-9;
    a.maxeval = 20000;
    const Outcome o = call(Routine::Vegas, a);
    EXPECT_EQ(o.fail, CUBOID_NOT_CONVERGED) << o.why;
    EXPECT_TRUE(std::isfinite(o.integral[0]));
    EXPECT_TRUE(std::isfinite(o.error[0]));
    EXPECT_NEAR(o.integral[0], support::peak_integral(3), 5 * o.error[0]);
  }
}

TEST(VegasSizes, SamplesMayNotOverflow) {
  Arguments a;
  a.integrand = support::peak;
  a.nincrease = INT_MAX;
  a.maxeval = 500;
  EXPECT_EQ(call(Routine::Vegas, a).neval, 1000);
}

TEST(VegasSizes, GridNumbersOfNoSlotAreIgnored) {
  Arguments a;
  a.integrand = support::peak;
  a.maxeval = 5000;
  const Outcome expected = call(Routine::Vegas, a);
  for (const int gridno : {11, -11, 12345, INT_MAX, INT_MIN})
    for (int twice = 0; twice < 2; ++twice) {
      a.gridno = gridno;
      expect_same(call(Routine::Vegas, a), expected);
    }
}

TEST(VegasSizes, ExtremeFlagsAndSeedsEnd) {
  for (const int level : {-1, -4, 5, 24, 25, 1000, 1 << 22, (1 << 23) - 1, -(1 << 23)})
    for (const int seed : {1, -1, -12345, INT_MAX, INT_MIN}) {
      Arguments a;
      a.integrand = support::peak;
      a.nstart = 100;
      a.maxeval = 100;
      a.flags = static_cast<int>(static_cast<unsigned>(level) << 8);
      a.seed = seed;
      const Outcome o = call(Routine::Vegas, a);
      EXPECT_GE(o.fail, 0) << o.why;
      EXPECT_EQ(o.neval, 100);
      EXPECT_TRUE(std::isfinite(o.integral[0]));
    }
}

TEST(CuhreSizes, UnknownKeysAreTheDefault) {
  for (const int ndim : {1, 2, 3, 4}) {
    Arguments a;
    a.ndim = ndim;
    a.integrand = support::peak;
    const Outcome expected = call(Routine::Cuhre, a);
    for (const int key : {-1, 1, 6, 8, 10, 12, 14, 47, INT_MAX, INT_MIN}) {
      a.key = key;
      expect_same(call(Routine::Cuhre, a), expected);
    }
  }
}

}  // namespace
