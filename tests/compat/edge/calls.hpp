// Calls of Cuba's routines with arguments by name, and what they may do to their outputs.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "cuba.h"
#include "cuboid.h"
#include "support/integrands.hpp"

namespace edge {

/// Each is followed by its twin with 64-bit integers.
enum class Routine { Vegas, llVegas, Suave, llSuave, Divonne, llDivonne, Cuhre, llCuhre };

inline constexpr Routine every_routine[] = {Routine::Vegas,   Routine::llVegas, Routine::Suave,
                                            Routine::llSuave, Routine::Divonne, Routine::llDivonne,
                                            Routine::Cuhre,   Routine::llCuhre};

inline constexpr Routine routines_of_int[] = {Routine::Vegas, Routine::Suave, Routine::Divonne,
                                              Routine::Cuhre};

inline bool is_vegas(Routine routine) {
  return routine == Routine::Vegas || routine == Routine::llVegas;
}
inline bool is_suave(Routine routine) {
  return routine == Routine::Suave || routine == Routine::llSuave;
}
inline bool is_divonne(Routine routine) {
  return routine == Routine::Divonne || routine == Routine::llDivonne;
}
inline bool is_cuhre(Routine routine) {
  return routine == Routine::Cuhre || routine == Routine::llCuhre;
}
inline bool is_long(Routine routine) {
  return static_cast<int>(routine) % 2 == 1;
}

inline std::string name_of(Routine routine) {
  constexpr const char *names[] = {"Vegas",   "llVegas",   "Suave", "llSuave",
                                   "Divonne", "llDivonne", "Cuhre", "llCuhre"};
  return names[static_cast<int>(routine)];
}

struct Arguments {
  int ndim = 3;
  int ncomp = 1;
  integrand_t integrand = support::first_coordinate;
  void *userdata = nullptr;
  long long nvec = 1;
  double epsrel = 1e-3;
  double epsabs = 1e-12;
  int flags = 0;
  int seed = 0;
  long long mineval = 0;
  long long maxeval = 20000;
  long long nstart = 1000;
  long long nincrease = 500;
  long long nbatch = 1000;
  int gridno = 0;
  long long nnew = 1000;
  long long nmin = 2;
  double flatness = 25;
  int key1 = 47;
  int key2 = 1;
  int key3 = 1;
  int maxpass = 5;
  double border = 0;
  double maxchisq = 10;
  double mindeviation = 0.25;
  long long ngiven = 0;
  int ldxgiven = 3;
  double *xgiven = nullptr;
  long long nextra = 0;
  peakfinder_t peakfinder = nullptr;
  int key = 0;
  const char *statefile = nullptr;
  void *spin = nullptr;
};

/// What stands in the outputs before a call.
inline constexpr double untouched = -77;

struct Outcome {
  Routine routine;
  int nregions = -77;
  long long neval = -77;
  int fail = -77;
  std::vector<double> integral, error, prob;
  std::string why;  ///< cuboid_last_error()

  /// The evaluations did not suffice.  Divonne says how many more might have.
  bool not_converged() const { return is_divonne(routine) ? fail > 0 : fail == 1; }
};

/// The outputs have places for max_components numbers, more than any call may write.
inline constexpr std::size_t max_components = 1100;

inline Outcome call(Routine routine, const Arguments &a) {
  Outcome o;
  o.routine = routine;
  for (std::vector<double> *values : {&o.integral, &o.error, &o.prob})
    values->assign(max_components, untouched);
  double *const integral = o.integral.data();
  double *const error = o.error.data();
  double *const prob = o.prob.data();
  const auto narrow = [](long long n) { return static_cast<int>(n); };
  int neval = -77;
  switch (routine) {
    case Routine::Vegas:
      Vegas(a.ndim, a.ncomp, a.integrand, a.userdata, narrow(a.nvec), a.epsrel, a.epsabs, a.flags,
            a.seed, narrow(a.mineval), narrow(a.maxeval), narrow(a.nstart), narrow(a.nincrease),
            narrow(a.nbatch), a.gridno, a.statefile, a.spin, &neval, &o.fail, integral, error,
            prob);
      o.neval = neval;
      break;
    case Routine::llVegas:
      llVegas(a.ndim, a.ncomp, a.integrand, a.userdata, a.nvec, a.epsrel, a.epsabs, a.flags, a.seed,
              a.mineval, a.maxeval, a.nstart, a.nincrease, a.nbatch, a.gridno, a.statefile, a.spin,
              &o.neval, &o.fail, integral, error, prob);
      break;
    case Routine::Suave:
      Suave(a.ndim, a.ncomp, a.integrand, a.userdata, narrow(a.nvec), a.epsrel, a.epsabs, a.flags,
            a.seed, narrow(a.mineval), narrow(a.maxeval), narrow(a.nnew), narrow(a.nmin),
            a.flatness, a.statefile, a.spin, &o.nregions, &neval, &o.fail, integral, error, prob);
      o.neval = neval;
      break;
    case Routine::llSuave:
      llSuave(a.ndim, a.ncomp, a.integrand, a.userdata, a.nvec, a.epsrel, a.epsabs, a.flags, a.seed,
              a.mineval, a.maxeval, a.nnew, a.nmin, a.flatness, a.statefile, a.spin, &o.nregions,
              &o.neval, &o.fail, integral, error, prob);
      break;
    case Routine::Divonne:
      Divonne(a.ndim, a.ncomp, a.integrand, a.userdata, narrow(a.nvec), a.epsrel, a.epsabs, a.flags,
              a.seed, narrow(a.mineval), narrow(a.maxeval), a.key1, a.key2, a.key3, a.maxpass,
              a.border, a.maxchisq, a.mindeviation, narrow(a.ngiven), a.ldxgiven, a.xgiven,
              narrow(a.nextra), a.peakfinder, a.statefile, a.spin, &o.nregions, &neval, &o.fail,
              integral, error, prob);
      o.neval = neval;
      break;
    case Routine::llDivonne:
      llDivonne(a.ndim, a.ncomp, a.integrand, a.userdata, a.nvec, a.epsrel, a.epsabs, a.flags,
                a.seed, a.mineval, a.maxeval, a.key1, a.key2, a.key3, a.maxpass, a.border,
                a.maxchisq, a.mindeviation, a.ngiven, a.ldxgiven, a.xgiven, a.nextra, a.peakfinder,
                a.statefile, a.spin, &o.nregions, &o.neval, &o.fail, integral, error, prob);
      break;
    case Routine::Cuhre:
      Cuhre(a.ndim, a.ncomp, a.integrand, a.userdata, narrow(a.nvec), a.epsrel, a.epsabs, a.flags,
            narrow(a.mineval), narrow(a.maxeval), a.key, a.statefile, a.spin, &o.nregions, &neval,
            &o.fail, integral, error, prob);
      o.neval = neval;
      break;
    case Routine::llCuhre:
      llCuhre(a.ndim, a.ncomp, a.integrand, a.userdata, a.nvec, a.epsrel, a.epsabs, a.flags,
              a.mineval, a.maxeval, a.key, a.statefile, a.spin, &o.nregions, &o.neval, &o.fail,
              integral, error, prob);
      break;
  }
  o.why = cuboid_last_error();
  return o;
}

/// Expects that the first ncomp numbers of each output satisfy the predicate, and that the others
/// are as they were.
template <class Predicate>
void expect_outputs(const Outcome &outcome, int ncomp, Predicate predicate) {
  for (const std::vector<double> *values : {&outcome.integral, &outcome.error, &outcome.prob})
    for (std::size_t c = 0; c < values->size(); ++c) {
      if (c < static_cast<std::size_t>(ncomp))
        EXPECT_TRUE(predicate((*values)[c])) << "component " << c << " is " << (*values)[c];
      else
        ASSERT_EQ((*values)[c], untouched) << "component " << c;
    }
}

/// Expects the failure and outputs that say that nothing is known.
inline void expect_failure(const Outcome &outcome, int fail, int ncomp) {
  EXPECT_EQ(outcome.fail, fail) << outcome.why;
  EXPECT_NE(outcome.why, "");
  expect_outputs(outcome, ncomp, [](double value) { return std::isnan(value); });
}

/// Expects a result with ncomp finite numbers in each output.
inline void expect_result(const Outcome &outcome, int fail, int ncomp) {
  EXPECT_EQ(outcome.fail, fail) << outcome.why;
  expect_outputs(outcome, ncomp, [](double value) { return std::isfinite(value); });
}

inline void expect_same(const Outcome &a, const Outcome &b) {
  EXPECT_EQ(a.neval, b.neval);
  EXPECT_EQ(a.nregions, b.nregions);
  EXPECT_EQ(a.fail, b.fail);
  EXPECT_EQ(a.integral, b.integral);
  EXPECT_EQ(a.error, b.error);
  EXPECT_EQ(a.prob, b.prob);
}

/// Tests that run with every routine.
class EveryRoutine : public testing::TestWithParam<Routine> {
 protected:
  Outcome run(const Arguments &arguments) const { return call(GetParam(), arguments); }
  bool vegas() const { return is_vegas(GetParam()); }
  bool suave() const { return is_suave(GetParam()); }
  bool divonne() const { return is_divonne(GetParam()); }
  bool cuhre() const { return is_cuhre(GetParam()); }
};

inline std::string routine_name(const testing::TestParamInfo<Routine> &info) {
  return name_of(info.param);
}

}  // namespace edge

/// A suite of EveryRoutine with a name of its own.
#define EDGE_SUITE(name)                     \
  class name : public edge::EveryRoutine {}; \
  INSTANTIATE_TEST_SUITE_P(, name, testing::ValuesIn(edge::every_routine), edge::routine_name)
