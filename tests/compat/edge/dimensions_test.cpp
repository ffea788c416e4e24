// Numbers of dimensions and components, at and beyond their ends.
#include <pthread.h>

#include <limits>

#include "calls.hpp"

namespace {

using namespace edge;

EDGE_SUITE(Dimensions);

TEST_P(Dimensions, BelowOneAreRefused) {
  for (const int ndim : {0, -1, std::numeric_limits<int>::min()}) {
    Arguments a;
    a.ndim = ndim;
    const Outcome o = run(a);
    expect_failure(o, CUBOID_BAD_NDIM, 1);
    EXPECT_NE(o.why.find("ndim = " + std::to_string(ndim)), std::string::npos) << o.why;
    EXPECT_EQ(o.neval, 0);
  }
}

TEST_P(Dimensions, OneWorks) {
  Arguments a;
  a.ndim = 1;
  const Outcome o = run(a);
  expect_result(o, 0, 1);
  EXPECT_NEAR(o.integral[0], 0.5, o.error[0]);
}

TEST_P(Dimensions, BeyondTheLimitAreRefused) {
  Arguments a;
  for (const int ndim : {1025, std::numeric_limits<int>::max()}) {
    a.ndim = ndim;
    a.seed = 1;
    expect_failure(run(a), CUBOID_BAD_NDIM, 1);
  }
  a.seed = 0;
  a.ndim = cuhre() ? 21 : 41;
  a.key1 = -50;
  expect_failure(run(a), CUBOID_BAD_NDIM, 1);
}

TEST(DivonneDimensions, DependOnTheKeys) {
  const auto fail_of = [](int ndim, int key1, int key2, int key3) {
    Arguments a;
    a.ndim = ndim;
    a.maxeval = 200;
    a.key1 = key1;
    a.key2 = key2;
    a.key3 = key3;
    return call(Routine::Divonne, a).fail;
  };
  // Lattices need none of Cuba's limits.
  for (const int ndim : {1, 2, 33, 34, 41, 200}) EXPECT_GE(fail_of(ndim, 47, 1, 1), 0) << ndim;
  for (const int ndim : {21, 30, 31, 1024})
    for (const int key : {7, 9}) {
      EXPECT_EQ(fail_of(ndim, key, 1, 1), CUBOID_BAD_NDIM) << ndim;
      EXPECT_EQ(fail_of(ndim, -60, key, 1), CUBOID_BAD_NDIM) << ndim;
      EXPECT_EQ(fail_of(ndim, 47, 1, key), CUBOID_BAD_NDIM) << ndim;
    }
  for (const int ndim : {41, 1024}) {
    EXPECT_EQ(fail_of(ndim, -60, 1, 1), CUBOID_BAD_NDIM) << ndim;
    EXPECT_EQ(fail_of(ndim, 47, -1, 1), CUBOID_BAD_NDIM) << ndim;
    EXPECT_EQ(fail_of(ndim, 47, 1, -1), CUBOID_BAD_NDIM) << ndim;
  }
}

TEST_P(Dimensions, ComponentsOutOfRangeAreRefusedFirstAndNothingIsWritten) {
  for (const int ncomp : {0, -3, 1025, std::numeric_limits<int>::max()})
    for (const int ndim : {3, 0}) {
      Arguments a;
      a.ndim = ndim;
      a.ncomp = ncomp;
      const Outcome o = run(a);
      EXPECT_EQ(o.fail, CUBOID_BAD_NCOMP);
      EXPECT_EQ(o.neval, 0);
      expect_outputs(o, 0, [](double) { return false; });
    }
}

TEST(VegasDimensions, BeyondSobolNeedASeed) {
  Arguments a;
  a.ndim = 41;
  a.seed = 1;
  a.flags = 4;  // Without it Suave's mean over its sets is too low.
  for (const Routine routine : {Routine::Vegas, Routine::Suave}) {
    const Outcome several = call(routine, a);
    EXPECT_GE(several.fail, 0) << several.why;
    EXPECT_NEAR(several.integral[0], 0.5, 5 * several.error[0]);
  }

  // The grids of so many dimensions concentrate the samples so much that the later iterations see
  // next to nothing of the integrand.  Cuba calls that a success.
  a.flags = 0;
  for (const int ndim : {60, 150, 1024}) {
    a.ndim = ndim;
    a.maxeval = 100000;
    EXPECT_EQ(call(Routine::Vegas, a).fail, CUBOID_NOT_CONVERGED) << ndim;
  }
  // One iteration is all right.
  a.ndim = 1024;
  a.maxeval = 1000;
  a.epsrel = 0;
  const Outcome one = call(Routine::Vegas, a);
  EXPECT_EQ(one.fail, CUBOID_NOT_CONVERGED) << one.why;
  EXPECT_NEAR(one.integral[0], 0.5, 5 * one.error[0]);
}

TEST(CuhreDimensions, TwentyWork) {
  Arguments a;
  a.ndim = 20;
  a.nvec = 1000;
  a.maxeval = 1;
  a.integrand = support::as<integrand_t>(
      +[](const int *ndim, const double x[], const int *, double f[], void *, const int *nvec) {
        for (int i = 0; i < *nvec; ++i) f[i] = x[static_cast<std::ptrdiff_t>(i) * *ndim];
        return 0;
      });
  const Outcome o = call(Routine::Cuhre, a);
  EXPECT_EQ(o.fail, 1) << o.why;
  EXPECT_EQ(o.neval, 1060137);
  EXPECT_NEAR(o.integral[0], 0.5, 1e-9);
}

TEST(CuhreDimensions, ThirtyAndMoreAreRefused) {
  Arguments a;
  for (const int ndim : {25, 30, 31, 32, 64, 1024}) {
    a.ndim = ndim;
    expect_failure(call(Routine::Cuhre, a), CUBOID_BAD_NDIM, 1);
  }
}

TEST_P(Dimensions, ManyComponentsWork) {
  Arguments a;
  a.ncomp = 1024;
  a.ndim = 9;
  a.maxeval = 1;
  const Outcome o = run(a);
  EXPECT_GE(o.fail, 0) << o.why;
  for (std::size_t c = 0; c < 1024; ++c) {
    const auto factor = static_cast<double>(c + 1);
    ASSERT_NEAR(o.integral[c], 0.5 * factor, 1e-3 * factor) << "component " << c;
  }
}

TEST_P(Dimensions, NoLargeArrayIsOnTheStack) {
  // Cuba's frames grow with ndim and ncomp and overflow a stack of 8 MB here.
  struct Call {
    Routine routine;
    Outcome outcome;
  } call{GetParam(), {}};
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 512 * 1024), 0);
  pthread_t thread;
  const auto body = [](void *argument) -> void * {
    auto *own = static_cast<Call *>(argument);
    Arguments a;
    a.ncomp = 1024;
    a.ndim = 9;
    a.maxeval = 1;
    own->outcome = edge::call(own->routine, a);
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, body, &call), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
  EXPECT_GE(call.outcome.fail, 0) << call.outcome.why;
}

}  // namespace
