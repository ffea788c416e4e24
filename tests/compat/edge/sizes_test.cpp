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

TEST_P(Sizes, ExtremeFlagsAndSeedsEnd) {
  for (const int level : {-1, -4, 5, 24, 25, 1000, 1 << 22, (1 << 23) - 1, -(1 << 23)})
    for (const int seed : {1, -1, -12345, INT_MAX, INT_MIN}) {
      Arguments a;
      a.integrand = support::peak;
      a.nstart = a.nnew = 100;
      a.maxeval = 100;
      a.key1 = -60;
      a.key2 = -1;
      a.flags = static_cast<int>(static_cast<unsigned>(level) << 8);
      a.seed = seed;
      const Outcome o = run(a);
      EXPECT_GE(o.fail, 0) << o.why;
      // One cycle of Divonne is not cut short.
      EXPECT_LE(o.neval, divonne() ? 1000 : 130);
      EXPECT_TRUE(std::isfinite(o.integral[0]));
    }
}

TEST(SuaveSizes, SetsThatHaveNoErrorAreRefused) {
  for (const Routine routine : {Routine::Suave, Routine::llSuave}) {
    for (const int nnew : {1, 0, -1, INT_MIN}) {
      Arguments a;
      a.nnew = nnew;
      expect_refused(routine, a, "nnew = " + std::to_string(nnew));
    }
    for (const int nmin : {1001, 5000, INT_MAX}) {
      Arguments a;
      a.nmin = nmin;
      expect_refused(routine, a, "nmin = " + std::to_string(nmin));
    }
    for (const double flatness : {0.0, -1.0, double{NAN}, double{INFINITY}, -double{INFINITY}}) {
      Arguments a;
      a.flatness = flatness;
      expect_refused(routine, a, "flatness = ");
    }
  }
}

TEST(SuaveSizes, SamplesThatWereNeverDrawnDoNotCount) {
  Arguments a;
  a.nnew = 1'000'000'000'000;
  a.maxeval = 4'000'000'000'000;
  const Outcome o = call(Routine::llSuave, a);
  expect_failure(o, CUBOID_OUT_OF_MEMORY, 1);
  EXPECT_EQ(o.neval, 0);
}

TEST(SuaveSizes, SmallSetsAndAnyFlatnessGiveNumbers) {
  for (const long long nnew : {2, 3, 5, 20}) {
    Arguments a;
    a.nnew = nnew;
    a.maxeval = 3000;
    a.integrand = support::peak;
    const Outcome o = call(Routine::Suave, a);
    EXPECT_TRUE(o.not_converged()) << o.why;
    EXPECT_TRUE(std::isfinite(o.integral[0]) && o.error[0] > 0);
  }
  for (const long long nmin : {-5, 0, 2, 1000}) {
    Arguments a;
    a.nmin = nmin;
    a.integrand = support::peak;
    const Outcome o = call(Routine::Suave, a);
    EXPECT_GE(o.fail, 0) << o.why;
    EXPECT_NEAR(o.integral[0], support::peak_integral(3), 5 * o.error[0]);
  }
  for (const double flatness : {1e-300, 0.01, 0.1, 3.0, 1e6, 1e300}) {
    Arguments a;
    a.flatness = flatness;
    a.integrand = support::peak;
    a.flags = 4;
    const Outcome o = call(Routine::Suave, a);
    EXPECT_GE(o.fail, 0) << o.why;
    EXPECT_NEAR(o.integral[0], support::peak_integral(3), 5 * o.error[0]);
  }
}

TEST(DivonneSizes, PointsThatAreNotThereAreRefused) {
  double given[] = {0.5, 0.5, 0.5};
  for (const Routine routine : {Routine::Divonne, Routine::llDivonne}) {
    for (const int n : {-1, INT_MIN}) {
      Arguments a;
      a.xgiven = given;
      a.ngiven = n;
      expect_refused(routine, a, "ngiven = " + std::to_string(n));
      a = {};
      a.nextra = n;
      expect_refused(routine, a, "nextra = " + std::to_string(n));
    }
    Arguments a;
    a.ngiven = 1;
    expect_refused(routine, a, "xgiven = NULL");
    double two_given[] = {0.5, 0.5, 0.5, 0.1, 0.2, 0.3};
    a.ngiven = 2;
    a.xgiven = two_given;
    for (const int length : {2, -3, INT_MIN}) {
      a.ldxgiven = length;
      expect_refused(routine, a,
                     "ldxgiven = " + std::to_string(length) +
                         " must be at least 3, or 0 for the same point again");
    }
    a = {};
    a.nextra = 1;
    expect_refused(routine, a, "peakfinder = NULL");
    for (double Arguments::*number :
         {&Arguments::border, &Arguments::maxchisq, &Arguments::mindeviation}) {
      a = {};
      a.*number = NAN;
      expect_refused(routine, a, " = nan");
    }
    // Nothing would be left between the borders.
    for (const double border : {0.5, 0.6, 1e300, double{INFINITY}}) {
      a = {};
      a.border = border;
      expect_refused(routine, a, "border = ");
    }
  }
}

// Cuba takes the points for ndim long, whatever ldxgiven says.
TEST(DivonneSizes, GivenPointsMayStandFurtherApart) {
  double close[] = {0.5, 0.5, 0.5, 0.1, 0.2, 0.3};
  double apart[] = {0.5, 0.5, 0.5, NAN, NAN, 0.1, 0.2, 0.3, NAN, NAN};
  Arguments a;
  a.integrand = support::peak;
  a.ngiven = 2;
  a.xgiven = close;
  const Outcome expected = call(Routine::Divonne, a);
  a.xgiven = apart;
  a.ldxgiven = 5;
  expect_same(call(Routine::Divonne, a), expected);
  // Those outside of the cube are no points of the integrand.
  double outside[] = {0.5, 0.5, 0.5, 0.1, 0.2, 0.3, -1, 0.5, 0.5, 0.5, NAN, 0.5};
  a.xgiven = outside;
  a.ldxgiven = 3;
  a.ngiven = 4;
  expect_same(call(Routine::Divonne, a), expected);
}

// The distance of points does not matter if there is one, and 0 means that it is always the same.
TEST(DivonneSizes, OnePointNeedsNoDistance) {
  double given[] = {0.4, 0.5, 0.6, NAN, NAN, NAN};
  double twice[] = {0.4, 0.5, 0.6, 0.4, 0.5, 0.6};
  for (const Routine routine : {Routine::Divonne, Routine::llDivonne}) {
    Arguments a;
    a.integrand = support::peak;
    a.ngiven = 1;
    a.xgiven = given;
    const Outcome expected = call(routine, a);
    expect_result(expected, 0, 1);
    for (const int length : {0, 1, 2, -3, INT_MIN, INT_MAX}) {
      a.ldxgiven = length;
      expect_same(call(routine, a), expected);
    }
    a.ngiven = 2;
    a.ldxgiven = 0;
    const Outcome repeated = call(routine, a);
    a.xgiven = twice;
    a.ldxgiven = 3;
    expect_same(repeated, call(routine, a));
  }
}

TEST(DivonneSizes, AnyKeyIsASample) {
  for (const int key : {0, 1, -1, 7, 9, 11, 13, 39, 40, 20000, -20000, INT_MAX, INT_MIN})
    for (int position = 0; position < 3; ++position) {
      Arguments a;
      a.integrand = support::peak;
      (position == 0 ? a.key1 : position == 1 ? a.key2 : a.key3) = key;
      const Outcome o = call(Routine::Divonne, a);
      EXPECT_GE(o.fail, 0) << o.why;
      EXPECT_LE(o.neval, 2 * a.maxeval) << "key" << position + 1 << " = " << key;
      EXPECT_NEAR(o.integral[0], support::peak_integral(3), 5 * o.error[0])
          << "key" << position + 1 << " = " << key;
    }
}

TEST(DivonneSizes, NumbersWithoutSenseDoNoHarm) {
  for (const double number : {-1.0, 0.0, 1e-3, 0.6, 1e300, double{INFINITY}, -double{INFINITY}})
    for (double Arguments::*argument :
         {&Arguments::border, &Arguments::maxchisq, &Arguments::mindeviation}) {
      if (argument == &Arguments::border && number >= 0.5) continue;
      Arguments a;
      a.integrand = support::peak;
      a.*argument = number;
      const Outcome o = call(Routine::Divonne, a);
      EXPECT_GE(o.fail, 0) << o.why;
      EXPECT_NEAR(o.integral[0], support::peak_integral(3), 5 * o.error[0]) << number;
    }
  for (const int maxpass : {0, -1, INT_MIN, INT_MAX}) {
    Arguments a;
    a.integrand = support::peak;
    a.maxpass = maxpass;
    const Outcome o = call(Routine::Divonne, a);
    EXPECT_GE(o.fail, 0) << o.why;
    EXPECT_NEAR(o.integral[0], support::peak_integral(3), 5 * o.error[0]) << maxpass;
  }
}

// They are wrong by -1/n in Cuba.
TEST(DivonneSizes, NegativeKeysSumAllPoints) {
  Arguments a;
  a.integrand = [](const int *, const double[], const int *, double f[], void *) {
    f[0] = 1;
    return 0;
  };
  a.key1 = -100;
  a.key2 = -50;
  for (const int seed : {0, 1}) {
    a.seed = seed;
    EXPECT_NEAR(call(Routine::Divonne, a).integral[0], 1, 1e-12);
  }
}

TEST(DivonneSizes, CallsDoNotDependOnEarlierOnes) {
  Arguments a;
  a.ndim = 10;
  a.epsrel = 1e-5;
  a.maxeval = 200000;
  const Outcome first = call(Routine::Divonne, a);
  expect_same(call(Routine::Divonne, a), first);
  expect_same(call(Routine::llDivonne, a), first);
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
