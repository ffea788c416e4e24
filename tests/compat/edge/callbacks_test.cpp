// What integrands may do besides returning values.
#include <setjmp.h>

#include <algorithm>
#include <climits>
#include <cmath>

#include "calls.hpp"
#include "support/process.hpp"

namespace {

using namespace edge;

EDGE_SUITE(Callbacks);

/// What a call returns from a certain evaluation on.
struct Return {
  int value;
  int from;
  int calls = 0;
};

int returning(const int *, const double x[], const int *, double f[], void *userdata) {
  auto *what = static_cast<Return *>(userdata);
  f[0] = x[0];
  return ++what->calls >= what->from ? what->value : 0;
}

TEST_P(Callbacks, OnlyOneReturnValueMeansSomething) {
  const Outcome expected = run({});
  for (const int value : {1, -1, 999, -998, -1000, INT_MAX, INT_MIN}) {
    Return what{value, 1};
    Arguments a;
    a.integrand = returning;
    a.userdata = &what;
    expect_same(run(a), expected);
  }
}

TEST_P(Callbacks, ThatValueEndsTheIntegration) {
  for (const int from : {1, 100, 1500}) {
    Return what{-999, from};
    Arguments a;
    a.integrand = returning;
    a.userdata = &what;
    a.epsrel = 1e-9;
    a.epsabs = 0;
    a.mineval = 10000;
    const Outcome o = run(a);
    expect_failure(o, CUBOID_ABORTED, 1);
    EXPECT_EQ(what.calls, from);
    // The whole batch counts.
    if (cuhre()) {
      EXPECT_EQ(o.neval, (from + 126) / 127 * 127);
    }
    if (vegas() || from <= 1000) {
      if (!cuhre() && !divonne()) {
        EXPECT_EQ(o.neval, from > 1000 ? 2000 : 1000);
      }
    }
    EXPECT_GE(o.neval, from);
    EXPECT_LT(o.neval, from + 1000);
  }
}

TEST_P(Callbacks, NullIntegrandIsRefused) {
  Arguments a;
  a.integrand = nullptr;
  const Outcome o = run(a);
  expect_failure(o, CUBOID_BAD_ARGUMENT, 1);
  EXPECT_NE(o.why.find("integrand = NULL"), std::string::npos) << o.why;
}

TEST(CallbacksOutputs, NullOutputsAreLeftOut) {
  Vegas(3, 1, support::first_coordinate, nullptr, 1, 1e-3, 1e-12, 0, 0, 0, 2000, 1000, 500, 1000, 0,
        nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  Suave(3, 1, support::first_coordinate, nullptr, 1, 1e-3, 1e-12, 0, 0, 0, 2000, 1000, 2, 25,
        nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  Divonne(3, 1, support::first_coordinate, nullptr, 1, 1e-3, 1e-12, 0, 0, 0, 2000, 47, 1, 1, 5, 0,
          10, 0.25, 0, 3, nullptr, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
          nullptr, nullptr);
  Cuhre(3, 1, support::first_coordinate, nullptr, 1, 1e-3, 1e-12, 0, 0, 2000, 0, nullptr, nullptr,
        nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  Cuhre(0, 1, support::first_coordinate, nullptr, 1, 1e-3, 1e-12, 0, 0, 2000, 0, nullptr, nullptr,
        nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
}

int not_a_number(const int *, const double[], const int *, double f[], void *) {
  f[0] = NAN;
  return 0;
}

TEST_P(Callbacks, TheReasonOfAFailureIsPrintedWhereCubaPrintsNothingElse) {
  const auto printed = [&](Arguments a, int verbosity) {
    a.flags = verbosity;
    testing::internal::CaptureStdout();
    run(a);
    return testing::internal::GetCapturedStdout();
  };
  Arguments nan, no_integrand, aborted, no_dimension, no_component;
  nan.integrand = not_a_number;
  EXPECT_EQ(printed(nan, 0), "");
  EXPECT_NE(printed(nan, 1).find("the integrand is not finite: f[0] is nan"), std::string::npos);
  no_integrand.integrand = nullptr;
  EXPECT_EQ(printed(no_integrand, 0), "");
  EXPECT_NE(printed(no_integrand, 1).find("integrand = NULL"), std::string::npos);
  Return at_once{-999, 1};
  aborted.integrand = returning;
  aborted.userdata = &at_once;
  no_dimension.ndim = 0;
  no_component.ncomp = 0;
  for (const Arguments &a : {aborted, no_dimension, no_component})
    EXPECT_EQ(printed(a, 1).find(cuboid_last_error()), std::string::npos);
}

jmp_buf way_out;

int jumping(const int *, const double[], const int *, double[], void *) {
  longjmp(way_out, 1);
}

/// Whether the integrand jumps out of a call of the routine.
__attribute__((noinline)) bool is_left_by_jump(Routine routine) {
  if (setjmp(way_out) != 0) return true;
  Arguments a;
  a.integrand = jumping;
  call(routine, a);
  return false;
}

// The memory of the call that is left is lost, which is why this runs in a child: leak checkers
// would be right to complain.
TEST_P(Callbacks, JumpsOutLeaveTheLibraryUsable) {
  const Outcome expected = run({});
  support::expect_zero_in_child([&] {
    bool jumped = true;
    for (int i = 0; i < 3; ++i) jumped &= is_left_by_jump(GetParam());
    expect_same(run({}), expected);
    return jumped && !testing::Test::HasFailure() ? 0 : 1;
  });
}

/// Integrates x1 over the inner interval in every call.
int nested(const int *, const double x[], const int *, double f[], void *userdata) {
  const auto routine = *static_cast<const Routine *>(userdata);
  Arguments inner;
  inner.ndim = 1;
  inner.nstart = inner.nnew = 100;
  inner.maxeval = 100;
  const Outcome o = call(routine, inner);
  f[0] = x[0] * o.integral[0];
  return o.fail < 0 ? -999 : 0;
}

TEST_P(Callbacks, IntegrandsMayIntegrate) {
  for (const Routine inner : routines_of_int) {
    Routine routine = inner;
    Arguments a;
    a.integrand = nested;
    a.userdata = &routine;
    a.maxeval = 2000;
    const Outcome o = run(a);
    EXPECT_GE(o.fail, 0) << o.why;
    EXPECT_NEAR(o.integral[0], 0.25, 1e-2);
  }
}

/// Every argument of the contract, seen from inside.
struct Seen {
  Routine routine;
  long long min_nvec = 1 << 30;
  long long max_nvec = 0;
  long long points = 0;
  int last_iteration = 0;
  int phases = 0;  ///< a bit for each of Divonne
  double sum_of_weights = 0;
  bool alright = true;
};

int watching(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata,
             const int *nvec, const int *core, const void *further, const int *iteration) {
  auto *seen = static_cast<Seen *>(userdata);
  seen->alright &= *ndim == 3 && *ncomp == 2 && *core == -1 && *nvec >= 1;
  const bool weighted = is_vegas(seen->routine) || is_suave(seen->routine);
  const double *const weight = weighted ? static_cast<const double *>(further) : nullptr;
  if (is_divonne(seen->routine)) {
    const int phase = *static_cast<const int *>(further);
    seen->alright &= phase >= 1 && phase <= 3;
    seen->phases |= 1 << phase;
  }
  seen->min_nvec = std::min<long long>(seen->min_nvec, *nvec);
  seen->max_nvec = std::max<long long>(seen->max_nvec, *nvec);
  seen->points += *nvec;
  for (int i = 0; i < *nvec; ++i) {
    for (int d = 0; d < 3; ++d) seen->alright &= x[3 * i + d] >= 0 && x[3 * i + d] < 1;
    f[2 * i] = f[2 * i + 1] = x[3 * i];
    if (weight != nullptr) {
      seen->alright &= weight[i] > 0;
      seen->sum_of_weights += weight[i];
    }
  }
  if (weight != nullptr) seen->last_iteration = *iteration;
  return 0;
}

TEST_P(Callbacks, VectorsAreNoLongerThanABatch) {
  for (const long long nvec : {1LL, 7LL, 1000LL, 5000LL, 2147483647LL}) {
    Seen seen;
    seen.routine = GetParam();
    Arguments a;
    a.ncomp = 2;
    a.nvec = nvec;
    a.maxeval = 3000;
    a.epsrel = divonne() ? 1e-2 : 1e-9;
    a.mineval = 2000;
    a.userdata = &seen;
    a.integrand = support::as<integrand_t>(watching);
    const Outcome o = run(a);
    EXPECT_TRUE(seen.alright);
    EXPECT_EQ(seen.points, o.neval);
    const long long batch = cuhre() ? 127 : 1000;
    if (divonne()) {
      EXPECT_LE(seen.max_nvec, nvec);
    } else {
      EXPECT_EQ(seen.max_nvec, std::min(nvec, batch));
    }
    if (divonne()) {
      EXPECT_EQ(seen.phases & 0b110, 0b110);
    }
    if (suave()) {
      EXPECT_GE(seen.last_iteration, 2);
    }
    if (vegas()) {
      // 1000, 1500 and 2000 samples.
      EXPECT_EQ(seen.last_iteration, 3);
      EXPECT_NEAR(seen.sum_of_weights, seen.last_iteration, 0.1);
    }
  }
}

}  // namespace
