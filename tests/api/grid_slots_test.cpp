// gridno: slots that keep the grid of Vegas from call to call, apart for each kind of entry; and
// the names of state files as Fortran passes them.
#include <cmath>

#include "cuba.h"
#include "handles.hpp"
#include "support/directory.hpp"

// The names for Fortran, which no header of Cuba declares.
extern "C" {
decltype(cuboid_fortran_vegas) vegas, vegas_;
decltype(cuboid_fortran_llvegas) llvegas, llvegas_;
decltype(Vegas) Vegas_;
decltype(llVegas) llVegas_;
}

namespace {

enum class Entry { C, CUnderscore, Long, LongUnderscore, F, FUnderscore, LongF, LongFUnderscore };

struct Arguments {
  int gridno = 0;
  int ndim = 2;
  int maxeval = 8000;
  integrand_t integrand = support::peak;
  std::string statefile = "";
};

struct Outcome {
  long long neval = 0;
  int fail = -77;
  double integral = 0, error = 0, prob = 0;
  bool operator==(const Outcome &) const = default;
};

Outcome call(Entry entry, const Arguments &a) {
  Outcome o;
  int neval = 0;
  const int one = 1, zero = 0, nstart = 1000, nincrease = 500;
  const long long llone = 1, llzero = 0, llmaxeval = a.maxeval, llnstart = 1000, llnincrease = 500;
  const double epsrel = 0, epsabs = 0;
  const char *const state = a.statefile.c_str();
  const int length = static_cast<int>(a.statefile.size());
  const auto by_value = [&](auto *routine, auto *evaluations) {
    routine(a.ndim, 1, a.integrand, nullptr, 1, epsrel, epsabs, 0, 0, 0, a.maxeval, nstart,
            nincrease, nstart, a.gridno, state, nullptr, evaluations, &o.fail, &o.integral,
            &o.error, &o.prob);
  };
  const auto by_reference = [&](auto *routine) {
    routine(&a.ndim, &one, a.integrand, nullptr, &one, &epsrel, &epsabs, &zero, &zero, &zero,
            &a.maxeval, &nstart, &nincrease, &nstart, &a.gridno, state, nullptr, &neval, &o.fail,
            &o.integral, &o.error, &o.prob, length);
  };
  const auto by_long_reference = [&](auto *routine) {
    routine(&a.ndim, &one, a.integrand, nullptr, &llone, &epsrel, &epsabs, &zero, &zero, &llzero,
            &llmaxeval, &llnstart, &llnincrease, &llnstart, &a.gridno, state, nullptr, &o.neval,
            &o.fail, &o.integral, &o.error, &o.prob, length);
  };
  switch (entry) {
    case Entry::C:
      by_value(Vegas, &neval);
      break;
    case Entry::CUnderscore:
      by_value(Vegas_, &neval);
      break;
    case Entry::Long:
      by_value(llVegas, &o.neval);
      break;
    case Entry::LongUnderscore:
      by_value(llVegas_, &o.neval);
      break;
    case Entry::F:
      by_reference(vegas);
      break;
    case Entry::FUnderscore:
      by_reference(vegas_);
      break;
    case Entry::LongF:
      by_long_reference(llvegas);
      break;
    case Entry::LongFUnderscore:
      by_long_reference(llvegas_);
      break;
  }
  if (neval != 0) o.neval = neval;
  return o;
}

constexpr Entry entries[] = {Entry::C, Entry::CUnderscore, Entry::Long,  Entry::LongUnderscore,
                             Entry::F, Entry::FUnderscore, Entry::LongF, Entry::LongFUnderscore};

class GridSlots : public testing::TestWithParam<Entry> {
 protected:
  /// With all slots of all entries empty.
  GridSlots() {
    for (const Entry entry : entries)
      for (int slot = 1; slot <= 10; ++slot) call(entry, {.gridno = -slot, .maxeval = 0});
    fresh_ = run({});
  }
  Outcome run(const Arguments &arguments) const { return call(GetParam(), arguments); }

  Outcome fresh_;
};

INSTANTIATE_TEST_SUITE_P(, GridSlots, testing::ValuesIn(entries));

TEST_P(GridSlots, KeepTheGrid) {
  for (const int slot : {1, 10}) {
    EXPECT_EQ(run({.gridno = slot}), fresh_);
    const Outcome second = run({.gridno = slot});
    EXPECT_NE(second, fresh_);
    EXPECT_LT(second.error, fresh_.error);
    EXPECT_NEAR(second.integral, support::peak_integral(2), 5 * second.error);
  }
  // Other slots are not touched.
  EXPECT_EQ(run({.gridno = 5}), fresh_);
  EXPECT_EQ(run({}), fresh_);
}

TEST_P(GridSlots, AreEmptiedByNegativeNumbers) {
  run({.gridno = 3});
  EXPECT_EQ(run({.gridno = -3}), fresh_);
  // And filled again.
  EXPECT_NE(run({.gridno = 3}), fresh_);
}

TEST_P(GridSlots, OfOtherDimensionsAreEmptied) {
  const Outcome fresh = run({.ndim = 3});
  run({.gridno = 3});
  EXPECT_EQ(run({.gridno = 3, .ndim = 3}), fresh);
  EXPECT_NE(run({.gridno = 3, .ndim = 3}), fresh);
}

TEST_P(GridSlots, KeepTheGridThatWasUsedLast) {
  // One iteration uses the uniform grid, and that is what is kept.
  run({.gridno = 3, .maxeval = 0});
  EXPECT_EQ(run({.gridno = 3}), fresh_);
}

TEST_P(GridSlots, KeepTheGridAlsoAfterAnAbort) {
  static int calls;
  calls = 0;
  Arguments a{.gridno = 3};
  a.integrand = [](const int *ndim, const double x[], const int *ncomp, double f[], void *) {
    support::peak(ndim, x, ncomp, f, nullptr);
    return ++calls == 6000 ? -999 : 0;
  };
  EXPECT_EQ(run(a).fail, CUBOID_ABORTED);
  const Outcome next = run({.gridno = 3});
  EXPECT_NE(next, fresh_);
  EXPECT_LT(next.error, fresh_.error);
}

TEST_P(GridSlots, AreApartForEachKindOfEntry) {
  run({.gridno = 3});
  const auto kind = [](Entry entry) { return static_cast<int>(entry) / 2; };
  for (const Entry entry : entries) {
    if (kind(entry) == kind(GetParam())) continue;
    EXPECT_EQ(call(entry, {.gridno = 3, .maxeval = 8000}), fresh_);
    call(entry, {.gridno = -3, .maxeval = 0});
  }
  for (const Entry entry : entries)
    if (kind(entry) == kind(GetParam())) {
      EXPECT_NE(call(entry, {.gridno = 3}), fresh_);
    }
}

TEST_P(GridSlots, StandBackBehindAStateFile) {
  const support::Directory directory;
  Arguments a{.maxeval = 3000, .statefile = directory.file("state")};
  EXPECT_EQ(run(a).fail, CUBOID_NOT_CONVERGED);
  const std::string state = support::contents(a.statefile);
  a.maxeval = 8000;
  const Outcome expected = run(a);
  run({.gridno = 3});
  support::write(a.statefile, state);
  a.gridno = 3;
  EXPECT_EQ(run(a), expected);
}

TEST_P(GridSlots, FortranNamesEndBeforeTheirBlanks) {
  if (GetParam() < Entry::F) return;
  const support::Directory directory;
  const std::string name = directory.file("state");
  EXPECT_EQ(run({.statefile = name + std::string(50, ' ')}).fail, CUBOID_NOT_CONVERGED);
  EXPECT_EQ(directory.names(), std::vector<std::string>{"state"});
  EXPECT_EQ(run({.statefile = std::string(50, ' ')}), fresh_);
}

}  // namespace
