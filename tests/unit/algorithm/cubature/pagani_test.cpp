// PAGANI's loop on the oracle of its regions: values, honest errors, and every way to stop.
#include "algorithm/cubature/pagani.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "base/failure.hpp"
#include "engine/cpu/make_engine.hpp"
#include "engine/cpu/points/box.hpp"
#include "engine/reference/regions_reference.hpp"
#include "support/pagani.hpp"

namespace {

using namespace cuboid;
using algorithm::PaganiResult;
using algorithm::PaganiTask;

/// A family of integrands over the unit cube with known integrals (Genz 1984).
struct Family {
  enum Kind { oscillatory, product_peak, corner_peak, gaussian, c0, step } kind;
  std::vector<double> a;
  std::vector<double> u;

  double operator()(const double *x) const {
    const int n = static_cast<int>(a.size());
    double sum = 0, product = 1;
    switch (kind) {
      case oscillatory:
        for (int d = 0; d < n; ++d) sum += a[d] * x[d];
        return std::cos(2 * M_PI * u[0] + sum);
      case product_peak:
        for (int d = 0; d < n; ++d) product *= 1 / (a[d] * a[d]) + (x[d] - u[d]) * (x[d] - u[d]);
        return 1 / product;
      case corner_peak:
        for (int d = 0; d < n; ++d) sum += a[d] * x[d];
        return std::pow(1 + sum, -n - 1);
      case gaussian:
        for (int d = 0; d < n; ++d) sum += a[d] * a[d] * (x[d] - u[d]) * (x[d] - u[d]);
        return std::exp(-sum);
      case c0:
        for (int d = 0; d < n; ++d) sum += a[d] * std::fabs(x[d] - u[d]);
        return std::exp(-sum);
      default:
        if (x[0] > u[0] || x[1] > u[1]) return 0;
        for (int d = 0; d < n; ++d) sum += a[d] * x[d];
        return std::exp(sum);
    }
  }

  double integral() const {
    const int n = static_cast<int>(a.size());
    double product = 1, sum = 0;
    switch (kind) {
      case oscillatory:
        for (int d = 0; d < n; ++d) product *= 2 * std::sin(a[d] / 2) / a[d];
        return product * std::cos(2 * M_PI * u[0] + std::accumulate(a.begin(), a.end(), 0.) / 2);
      case product_peak:
        for (int d = 0; d < n; ++d) {
          product *= a[d] * (std::atan(a[d] * (1 - u[d])) + std::atan(a[d] * u[d]));
        }
        return product;
      case corner_peak: {
        // Sum over the corners with alternating signs.
        for (int corner = 0; corner < 1 << n; ++corner) {
          double at = 1;
          int ones = 0;
          for (int d = 0; d < n; ++d) {
            at += corner >> d & 1 ? a[d] : 0;
            ones += corner >> d & 1;
          }
          sum += (ones % 2 ? -1 : 1) / at;
        }
        for (int d = 0; d < n; ++d) product *= a[d] * (d + 1);
        return sum / product;
      }
      case gaussian:
        for (int d = 0; d < n; ++d) {
          product *=
              std::sqrt(M_PI) / (2 * a[d]) * (std::erf(a[d] * (1 - u[d])) + std::erf(a[d] * u[d]));
        }
        return product;
      case c0:
        for (int d = 0; d < n; ++d) {
          product *= (2 - std::exp(-a[d] * u[d]) - std::exp(-a[d] * (1 - u[d]))) / a[d];
        }
        return product;
      default:
        for (int d = 0; d < n; ++d) product *= std::expm1(a[d] * (d < 2 ? u[d] : 1)) / a[d];
        return product;
    }
  }
};

int call_family(const int *, const double *x, const int *, double *f, void *userdata) {
  f[0] = (*static_cast<const Family *>(userdata))(x);
  return 0;
}

PaganiResult integrate(int ndim, int ncomp, cuboid_function function, void *userdata,
                       const PaganiTask &task, const double *lower = nullptr,
                       const double *upper = nullptr) {
  engine::HostFunction host;
  host.ndim = ndim;
  host.ncomp = ncomp;
  host.function = function;
  host.userdata = userdata;
  engine::cpu::EngineOptions settings;
  settings.mode = engine::cpu::WorkerMode::serial;
  settings.nonfinite = task.nonfinite;
  auto points = engine::cpu::make_points_engine(host, settings);
  if (lower != nullptr) {
    points = std::make_unique<engine::cpu::BoxEngine>(ndim, ncomp, lower, upper, std::move(points),
                                                      task.nonfinite);
  }
  constexpr std::int64_t width = 1024;
  const auto regions = engine::reference::make_regions(ndim, ncomp, 0, std::move(points), width);
  return support::pagani(*regions, task);
}

PaganiTask accuracy(double epsrel, std::int64_t maxeval = 3000000) {
  PaganiTask task;
  task.goal.epsrel = epsrel;
  task.goal.epsabs = 0;
  task.goal.maxeval = maxeval;
  return task;
}

/// Draws other than those of the published reference integrals: other seeds, other difficulties.
TEST(Pagani, StaysBelowItsEstimateOnFamiliesItWasNotFittedTo) {
  std::mt19937_64 generator(20261121);
  std::uniform_real_distribution<double> uniform(0, 1);
  int converged = 0, violated = 0, too_far = 0;
  for (const int kind : {0, 1, 2, 3, 4, 5}) {
    for (const int n : {2, 3, 4, 6}) {
      for (int draw = 0; draw < 4; ++draw) {
        Family family;
        family.kind = static_cast<Family::Kind>(kind);
        const double difficulty[] = {9, 24, 3, 12, 12, 8};
        double sum = 0;
        for (int d = 0; d < n; ++d) {
          family.a.push_back(.1 + uniform(generator));
          family.u.push_back(.05 + .9 * uniform(generator));
          sum += family.a[d];
        }
        for (double &a : family.a) a *= difficulty[kind] / sum;
        for (const double epsrel : {1e-3, 1e-6, 1e-9}) {
          const PaganiResult result =
              integrate(n, 1, call_family, &family, accuracy(epsrel, 1000000));
          const double exact = family.integral();
          const double error = std::fabs(result.integral[0] - exact);
          if (result.status != CUBOID_CONVERGED) continue;
          ++converged;
          EXPECT_LE(result.error[0], epsrel * std::fabs(result.integral[0]));
          violated += error > result.error[0] + 1e-13 * std::fabs(exact);
          too_far += error > epsrel * std::fabs(exact);
        }
      }
    }
  }
  RecordProperty("converged", converged);
  RecordProperty("violated", violated);
  EXPECT_GE(converged, 180);
  EXPECT_LE(violated, converged / 100);
  EXPECT_LE(too_far, converged / 100);
}

int two_waves(const int *, const double *x, const int *, double *f, void *) {
  f[0] = std::cos(9 * x[0]) * x[1];
  f[1] = 1e6 * std::exp(-30 * (x[0] - .2) * (x[0] - .2) - 30 * (x[1] - .7) * (x[1] - .7));
  return 0;
}

TEST(Pagani, ServesEveryComponent) {
  const PaganiResult result = integrate(2, 2, two_waves, nullptr, accuracy(1e-9));
  ASSERT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  const double s = std::sqrt(30.);
  const double exact[] = {std::sin(9.) / 18, 1e6 * M_PI / 120 *
                                                 (std::erf(s * .8) + std::erf(s * .2)) *
                                                 (std::erf(s * .3) + std::erf(s * .7))};
  for (int c = 0; c < 2; ++c) {
    EXPECT_LE(std::fabs(result.integral[c] - exact[c]),
              result.error[c] + 1e-15 * std::fabs(exact[c]));
    EXPECT_LE(result.error[c], 1e-9 * std::fabs(result.integral[c]));
  }
}

int antisymmetric(const int *, const double *x, const int *, double *f, void *) {
  f[0] = std::sin(7 * (x[0] - .5)) * std::exp(x[1]);
  return 0;
}

TEST(Pagani, DoesNotClaimARelativeErrorOfZero) {
  const PaganiResult result = integrate(2, 1, antisymmetric, nullptr, accuracy(1e-6, 500000));
  if (result.status == CUBOID_CONVERGED) {
    EXPECT_LE(std::fabs(result.integral[0]), result.error[0]);
  } else {
    EXPECT_EQ(result.status, CUBOID_NOT_CONVERGED);
  }
  PaganiTask task = accuracy(1e-6);
  task.goal.epsabs = 1e-12;
  const PaganiResult absolute = integrate(2, 1, antisymmetric, nullptr, task);
  EXPECT_EQ(absolute.status, CUBOID_CONVERGED);
  EXPECT_LE(std::fabs(absolute.integral[0]), 1e-12);
}

int linear(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = -.5 * *ndim;
  for (int d = 0; d < *ndim; ++d) f[0] += x[d];
  return 0;
}

// The values cancel, their rounding does not.
TEST(Pagani, CountsTheRoundingOfWhatCancels) {
  for (const int ndim : {2, 3, 5}) {
    const PaganiResult result = integrate(ndim, 1, linear, nullptr, accuracy(1e-3, 200000));
    EXPECT_EQ(result.status, CUBOID_NOT_CONVERGED) << ndim;
    EXPECT_GE(result.error[0], 0x1p-52 * .1) << ndim;
    EXPECT_GE(result.error[0], std::fabs(result.integral[0])) << ndim;
  }
}

int power_singularity(const int *ndim, const double *x, const int *, double *f, void *power) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] *= std::pow(x[d], -*static_cast<double *>(power));
  return 0;
}

TEST(Pagani, IsHonestAtPowerSingularities) {
  for (const int ndim : {2, 3, 4})
    for (double power : {.55, .65, .75})
      for (const double epsrel : {1e-2, 1e-3, 1e-5}) {
        const PaganiResult result =
            integrate(ndim, 1, power_singularity, &power, accuracy(epsrel, 300000));
        if (result.status != CUBOID_CONVERGED) continue;
        EXPECT_NEAR(result.integral[0], std::pow(1 - power, -ndim), result.error[0])
            << ndim << ' ' << power << ' ' << epsrel;
      }
}

int zero(const int *, const double *, const int *, double *f, void *) {
  f[0] = 0;
  return 0;
}
int huge(const int *, const double *x, const int *, double *f, void *) {
  f[0] = 1e200 * std::exp(x[0] * x[1]);
  return 0;
}
int tiny(const int *, const double *x, const int *, double *f, void *) {
  f[0] = 1e-200 * std::exp(x[0] * x[1]);
  return 0;
}

TEST(Pagani, TakesZeroAndOtherScales) {
  const PaganiResult nothing = integrate(3, 1, zero, nullptr, accuracy(1e-6));
  EXPECT_EQ(nothing.status, CUBOID_CONVERGED);
  EXPECT_EQ(nothing.integral[0], 0);
  EXPECT_EQ(nothing.error[0], 0);
  constexpr double exact = 1.3179021514544038949;  // sum over k of 1 / (k! (k + 1)^2)
  for (const auto &[function, scale] : {std::pair{&huge, 1e200}, std::pair{&tiny, 1e-200}}) {
    const PaganiResult result = integrate(2, 1, function, nullptr, accuracy(1e-10));
    EXPECT_EQ(result.status, CUBOID_CONVERGED) << scale;
    EXPECT_NEAR(result.integral[0] / scale, exact, 1e-13);
  }
}

int kink(const int *, const double *x, const int *, double *f, void *) {
  f[0] = std::sqrt(std::fabs(x[0] + x[1] + x[2] - 1.234));
  return 0;
}

TEST(Pagani, KeepsToMaxeval) {
  for (const std::int64_t maxeval : {1, 127, 1000, 100000}) {
    const PaganiResult result = integrate(3, 1, kink, nullptr, accuracy(1e-12, maxeval));
    EXPECT_EQ(result.status, CUBOID_NOT_CONVERGED);
    EXPECT_LE(result.neval, std::max<std::int64_t>(maxeval, 127)) << maxeval;
    EXPECT_GT(result.neval, 0);
    EXPECT_GT(result.error[0], 1e-12 * result.integral[0]);
  }
}

TEST(Pagani, WorksForMineval) {
  Family family;
  family.kind = Family::gaussian;
  family.a = {1, 1};
  family.u = {.5, .5};
  PaganiTask task = accuracy(1e-3);
  const PaganiResult few = integrate(2, 1, call_family, &family, task);
  task.goal.mineval = 2 * few.neval;
  const PaganiResult many = integrate(2, 1, call_family, &family, task);
  EXPECT_EQ(many.status, CUBOID_CONVERGED);
  EXPECT_GE(many.neval, task.goal.mineval);
}

int pole(const int *, const double *x, const int *, double *f, void *) {
  f[0] = 1 / (x[0] < .51 && x[0] > .49 ? 0 : 1.);
  return 0;
}

TEST(Pagani, StopsAtNonfiniteValuesOrCountsThem) {
  EXPECT_THROW(integrate(2, 1, pole, nullptr, accuracy(1e-3)), Failure);
  PaganiTask task = accuracy(1e-3);
  task.nonfinite = engine::Nonfinite::zero;
  const PaganiResult result = integrate(2, 1, pole, nullptr, task);
  EXPECT_GT(result.nonfinite, 0);
  EXPECT_NEAR(result.integral[0], .98, 2e-3);
}

TEST(Pagani, StopsWhenToldTo) {
  PaganiTask task = accuracy(1e-14, 1000000000);
  const volatile int cancel = 1;
  task.limits.cancel = &cancel;
  const PaganiResult cancelled = integrate(3, 1, kink, nullptr, task);
  EXPECT_EQ(cancelled.status, CUBOID_CANCELLED);
  EXPECT_NEAR(cancelled.integral[0], .55, .1);
  task.limits = {};
  task.limits.deadline = 1e-9;
  EXPECT_EQ(integrate(3, 1, kink, nullptr, task).status, CUBOID_TIME_LIMIT);
}

/// Whoever is asked sees each iteration that leaves something to do, and changes nothing but where
/// the run ends.
TEST(Pagani, EndsWhereItIsAskedTo) {
  PaganiTask task = accuracy(1e-4);
  const PaganiResult alone = integrate(3, 1, kink, nullptr, task);
  ASSERT_EQ(alone.status, CUBOID_CONVERGED);
  std::vector<std::int64_t> asked;
  task.goes_further = [&](const PaganiResult &result) {
    asked.push_back(result.neval);
    return true;
  };
  const PaganiResult followed = integrate(3, 1, kink, nullptr, task);
  EXPECT_EQ(followed.integral, alone.integral);
  EXPECT_EQ(followed.error, alone.error);
  EXPECT_EQ(followed.neval, alone.neval);
  ASSERT_GT(asked.size(), 3u);
  EXPECT_LT(asked.back(), alone.neval);
  task.goes_further = [&](const PaganiResult &result) { return result.neval < asked[2]; };
  const PaganiResult ended = integrate(3, 1, kink, nullptr, task);
  EXPECT_EQ(ended.status, CUBOID_NOT_CONVERGED);
  EXPECT_EQ(ended.neval, asked[2]);
  EXPECT_EQ(ended.message, "the run was ended before the accuracy was reached");
}

/// A needle in the middle of the box, at a corner of all first regions.
int centred_needle(const int *ndim, const double *x, const int *, double *f, void *) {
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - .5) * (x[d] - .5);
  f[0] = std::exp(-.5 * square / 2.5e-5) / std::pow(std::sqrt(2 * M_PI) * 5e-3, *ndim);
  return 0;
}

/// A narrow peak on a background that the rule integrates exactly.
int needle(const int *, const double *x, const int *, double *f, void *) {
  const double r = (x[0] - .3721) * (x[0] - .3721) + (x[1] - .7013) * (x[1] - .7013);
  f[0] = x[0] + x[1] + std::exp(-.5 * r / 4e-8) / (2 * M_PI * 4e-8);
  return 0;
}

TEST(Pagani, ProbesASecondTimeWhereTheFirstProbeIsTooGood) {
  // Without evaluations for a second probe, the peak is not seen.
  const PaganiResult blind = integrate(2, 1, needle, nullptr, accuracy(1e-6, 2 * 1024 * 65));
  EXPECT_NEAR(blind.integral[0], 1, 1e-9);
  const PaganiResult result = integrate(2, 1, needle, nullptr, accuracy(1e-6, 6000000));
  ASSERT_EQ(result.status, CUBOID_CONVERGED);
  EXPECT_NEAR(result.integral[0], 2, 2e-6);
  // Zeros are looked at until there are enough of them, and not beyond maxeval.
  const PaganiResult none = integrate(3, 1, zero, nullptr, accuracy(1e-6, 1000000000));
  EXPECT_EQ(none.niterations, 3);
  EXPECT_EQ(none.nregions, 33 * 33 * 17);
  EXPECT_EQ(none.neval, (512 + 17 * 17 * 9 + 33 * 33 * 17) * 127);
  EXPECT_LE(integrate(3, 1, zero, nullptr, accuracy(1e-6, 100000)).neval, 100000);
}

/// One in a box, zero outside; userdata: its lower corner, and its side.
struct Box {
  std::vector<double> lower;
  double side;
};
int box(const int *ndim, const double *x, const int *, double *f, void *userdata) {
  const Box &inside = *static_cast<const Box *>(userdata);
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d)
    if (x[d] < inside.lower[d] || x[d] > inside.lower[d] + inside.side) f[0] = 0;
  return 0;
}

int box_on_one(const int *ndim, const double *x, const int *ncomp, double *f, void *userdata) {
  box(ndim, x, ncomp, f, userdata);
  f[0] += 1;
  return 0;
}

/// Of boxes of a ten thousandth of the cube, with a sixth of the evaluations that would find them
/// for certain, some are not seen at all.
TEST(Pagani, DoesNotTakeAFewZerosForProof) {
  std::mt19937_64 generator(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  int unseen = 0;
  for (const int ndim : {2, 3, 5, 7, 8, 10}) {
    for (int draw = 0; draw < 5; ++draw) {
      Box inside{std::vector<double>(ndim), std::pow(1e-4, 1. / ndim)};
      for (double &lower : inside.lower) lower = (1 - inside.side) * uniform(generator);
      for (const std::int64_t maxeval : {20000, 200000}) {
        const PaganiResult result = integrate(ndim, 1, box, &inside, accuracy(1e-3, maxeval));
        EXPECT_FALSE(result.converged && std::fabs(result.integral[0] - 1e-4) > result.error[0])
            << ndim << " dimensions, " << result.integral[0] << ", " << result.neval;
        if (result.integral[0] != 0 || result.error[0] != 0) continue;
        ++unseen;
        EXPECT_EQ(result.status, CUBOID_NOT_CONVERGED);
        EXPECT_FALSE(result.trusted);
        EXPECT_TRUE(result.only_zeros);
      }
    }
  }
  EXPECT_GE(unseen, 5);
}

TEST(Pagani, ProbesForMinevalWhereNothingIsSeen) {
  PaganiTask task = accuracy(1e-3, 100000000);
  task.goal.mineval = 4000000;
  const PaganiResult result = integrate(3, 1, zero, nullptr, task);
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_GE(result.neval, task.goal.mineval);
}

int smooth(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] *= std::exp(.5 * x[d]);
  return 0;
}

int resolved_peak(const int *, const double *x, const int *, double *f, void *) {
  f[0] = 1;
  for (int d = 0; d < 2; ++d) f[0] /= 1e-2 + (x[d] - .4) * (x[d] - .4);
  return 0;
}

TEST(Pagani, DoesNotTakeOneProbeForProof) {
  const double exact = std::pow(10 * (std::atan(6.) + std::atan(4.)), 2);
  const PaganiResult twice = integrate(2, 1, resolved_peak, nullptr, accuracy(1e-6));
  EXPECT_EQ(twice.status, CUBOID_CONVERGED) << twice.message;
  EXPECT_EQ(twice.niterations, 2);
  EXPECT_NEAR(twice.integral[0], exact, 1e-8 * exact);
  // It costs no more than the first.
  EXPECT_LE(twice.neval, 2 * 1024 * 65);
  EXPECT_EQ(twice.remark, "");
  // In twelve dimensions there is room for one region, not for two halves, but for a probe between
  // its points.
  const PaganiResult between = integrate(12, 1, smooth, nullptr, accuracy(1e-1, 20000));
  EXPECT_EQ(between.niterations, 1);
  EXPECT_EQ(between.status, CUBOID_CONVERGED) << between.message;
  const std::int64_t of_rule = integrate(12, 1, smooth, nullptr, accuracy(1e-1, 1)).neval;
  EXPECT_GT(between.neval, of_rule);
  const PaganiResult once = integrate(12, 1, smooth, nullptr, accuracy(1e-1, of_rule + 100));
  EXPECT_EQ(once.neval, of_rule);
  EXPECT_EQ(once.status, CUBOID_NOT_CONVERGED);
  EXPECT_FALSE(once.trusted);
  EXPECT_NE(once.message.find("no room to look between"), std::string::npos) << once.message;
}

/// A bump of width .002 on a plane; userdata: its place.
int bump_on_plane(const int *ndim, const double *x, const int *, double *f, void *userdata) {
  const double *const place = static_cast<const double *>(userdata);
  double distance = 0;
  for (int d = 0; d < *ndim; ++d) distance += (x[d] - place[d]) * (x[d] - place[d]);
  f[0] = 1 + x[0] + std::exp(-.5 * distance / 4e-6);
  return 0;
}

// What the points of the regions do not see, where they see the rest exactly.
TEST(Pagani, ProbesBetweenThePointsOfItsRegions) {
  const double exact = 1.5 + 2 * M_PI * 4e-6;
  for (std::array<double, 2> place : {std::array{.1991, .7461}, {.5271, .8347}, {.8464, .4049}}) {
    const PaganiResult result = integrate(2, 1, bump_on_plane, place.data(), accuracy(1e-5, 20000));
    EXPECT_LE(result.neval, 20000);
    EXPECT_FALSE(result.converged && std::fabs(result.integral[0] - exact) > result.error[0])
        << place[0] << ": " << result.integral[0];
  }
  std::array<double, 2> nowhere{10, 10};
  EXPECT_TRUE(integrate(2, 1, bump_on_plane, nowhere.data(), accuracy(1e-5, 60000)).converged);
}

// What stands out, and is not resolved, is not called converged.
TEST(Pagani, SaysThatSomethingStandsOutBetweenThePoints) {
  Box inside{{.6123, .3456, .7345, .2712}, .12};
  const PaganiResult result = integrate(4, 1, box_on_one, &inside, accuracy(1e-6, 300000));
  EXPECT_EQ(result.status, CUBOID_NOT_CONVERGED) << result.integral[0];
  // Of this, only the probe between the points sees anything.
  std::array<double, 2> place{.5271, .8347};
  const PaganiResult bump = integrate(2, 1, bump_on_plane, place.data(), accuracy(3e-5, 9375));
  EXPECT_EQ(bump.status, CUBOID_NOT_CONVERGED) << bump.integral[0];
  EXPECT_NE(bump.remark.find("stands out between the points"), std::string::npos) << bump.remark;
}

TEST(Pagani, LeavesRoomForWhatLiesBetweenThePoints) {
  const double space = 64;
  for (const double epsrel : {1e-2, 1e-6}) {
    const PaganiResult result = integrate(2, 1, smooth, nullptr, accuracy(epsrel));
    ASSERT_EQ(result.status, CUBOID_CONVERGED) << result.message;
    const double hole = space / static_cast<double>(result.neval) * result.integral[0];
    EXPECT_DOUBLE_EQ(result.error[0], std::min(hole, epsrel * result.integral[0]));
  }
}

/// A wave, on which a peak stands that none of the first regions sees.
int peak_on_wave(const int *, const double *x, const int *, double *f, void *) {
  const double r = (x[0] - .5) * (x[0] - .5) + (x[1] - .5) * (x[1] - .5);
  f[0] = 1 + .1 * std::cos(x[0] + x[1]) + 2e3 * std::exp(-.5 * r / 1e-8);
  return 0;
}

TEST(Pagani, RefinesWhatTheSecondProbeSees) {
  const double wave = 1 + .1 * (2 * std::cos(1.) - 1 - std::cos(2.));
  const double exact = wave + 2e3 * 2 * M_PI * 1e-8;
  const PaganiResult result = integrate(2, 1, peak_on_wave, nullptr, accuracy(1e-6));
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_NEAR(result.integral[0], exact, result.error[0]);
}

TEST(Pagani, SaysThatTheFirstPointsSawHardlyAnything) {
  const PaganiResult result = integrate(5, 1, centred_needle, nullptr, accuracy(1e-1, 30000000));
  EXPECT_NE(result.remark.find("points saw less than a tenth"), std::string::npos) << result.remark;
}

int indicator_of_disk(const int *, const double *x, const int *, double *f, void *) {
  f[0] = x[0] * x[0] + x[1] * x[1] < .7 ? 1 : 0;
  return 0;
}

int kink_across(const int *, const double *x, const int *, double *f, void *) {
  f[0] = std::fabs(x[0] + x[1] - .7);
  return 0;
}

TEST(Pagani, NamesJumps) {
  const PaganiResult disk = integrate(2, 1, indicator_of_disk, nullptr, accuracy(1e-8, 5000000));
  EXPECT_EQ(disk.status, CUBOID_NOT_CONVERGED);
  EXPECT_NE(disk.remark.find("jumps, along a ridge"), std::string::npos) << disk.remark;
  const PaganiResult bent = integrate(2, 1, kink_across, nullptr, accuracy(1e-12, 300000));
  EXPECT_EQ(bent.status, CUBOID_NOT_CONVERGED);
  EXPECT_EQ(bent.remark.find("ridge"), std::string::npos) << bent.remark;
}

int indicator_of_ball(const int *ndim, const double *x, const int *, double *f, void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += (x[d] - .3) * (x[d] - .3);
  f[0] = sum < .2 ? 1 : 0;
  return 0;
}

int wide_gaussian(const int *ndim, const double *x, const int *, double *f, void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += (x[d] - .45) * (x[d] - .45);
  f[0] = std::exp(-sum / .08);
  return 0;
}

/// Regions have not become four times as many.
TEST(Pagani, NamesJumpsWithFewIterations) {
  for (const std::int64_t maxeval : {10000, 100000, 1000000}) {
    const PaganiResult ball = integrate(5, 1, indicator_of_ball, nullptr, accuracy(1e-3, maxeval));
    EXPECT_EQ(ball.status, CUBOID_NOT_CONVERGED);
    EXPECT_NE(ball.remark.find("jumps"), std::string::npos) << maxeval << ": " << ball.remark;
    EXPECT_NE(ball.remark.find("lattice"), std::string::npos) << ball.remark;
    const PaganiResult peak = integrate(5, 1, wide_gaussian, nullptr, accuracy(1e-9, maxeval));
    EXPECT_EQ(peak.status, CUBOID_NOT_CONVERGED);
    EXPECT_EQ(peak.remark.find("jumps"), std::string::npos) << maxeval << ": " << peak.remark;
  }
}

TEST(Pagani, ComparesItsIterationsAsCubaDoes) {
  const PaganiResult once = integrate(12, 1, kink, nullptr, accuracy(.9));
  ASSERT_EQ(once.niterations, 1);
  EXPECT_EQ(once.dof, 0);
  EXPECT_EQ(once.chi2[0], 0);
  const PaganiResult often = integrate(3, 1, kink, nullptr, accuracy(1e-5));
  EXPECT_EQ(often.dof, often.niterations - 1);
  EXPECT_GT(often.chi2[0], 0);
  EXPECT_LT(often.chi2[0], static_cast<double>(often.dof));
}

int normal_density(const int *, const double *x, const int *, double *f, void *) {
  f[0] = std::exp(-.5 * (x[0] * x[0] + x[1] * x[1])) / (2 * M_PI);
  return 0;
}

TEST(Pagani, IntegratesToInfinity) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double lower[] = {-infinity, 0};
  const double upper[] = {infinity, infinity};
  const PaganiResult result =
      integrate(2, 1, normal_density, nullptr, accuracy(1e-9), lower, upper);
  EXPECT_EQ(result.status, CUBOID_CONVERGED);
  EXPECT_NEAR(result.integral[0], .5, 5e-10);
}

/// A jump across an axis in four dimensions; userdata: where.
int jump(const int *, const double *x, const int *, double *f, void *userdata) {
  const double at = *static_cast<const double *>(userdata);
  f[0] = x[0] < at ? std::exp(x[1] + x[2] + x[3]) : 0;
  return 0;
}

TEST(Pagani, SeesJumpsNearTheFacesOfAllRegions) {
  int converged = 0;
  // The first regions are a quarter of the box wide along these axes, and halved from there on.
  for (const double width : {.25, .0625}) {
    for (const double face : {.25, .5}) {
      for (const double aside : {-.01, .01, .002, -.002}) {
        double at = face + aside * width;
        const double exact = at * std::pow(std::exp(1.) - 1, 3);
        for (const double epsrel : {1e-3, 1e-5, 1e-7}) {
          const PaganiResult result = integrate(4, 1, jump, &at, accuracy(epsrel, 20000000));
          EXPECT_LE(std::fabs(result.integral[0] - exact), result.error[0])
              << "jump at " << at << ", " << epsrel << ", status " << result.status;
          converged += result.status == CUBOID_CONVERGED;
        }
      }
    }
  }
  EXPECT_GE(converged, 40);
}

/// Kinks between the first regions, which the rule integrates exactly there.
int kinks_in_the_middle(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] *= std::fabs(4 * x[d] - 2);
  return 0;
}

TEST(Pagani, KeepsTheFirstGridWhereSomethingIsSeen) {
  const PaganiResult result =
      integrate(5, 1, kinks_in_the_middle, nullptr, accuracy(1e-9, 3000000));
  EXPECT_EQ(result.status, CUBOID_CONVERGED) << result.message;
  EXPECT_NEAR(result.integral[0], 1, 1e-12);
}

TEST(Pagani, SeesANeedleInTheMiddleOfTheBox) {
  for (const int ndim : {5, 7}) {
    const PaganiResult result =
        integrate(ndim, 1, centred_needle, nullptr, accuracy(1e-1, 30000000));
    EXPECT_EQ(result.status, CUBOID_CONVERGED) << ndim;
    EXPECT_NEAR(result.integral[0], 1, result.error[0]) << ndim;
    EXPECT_GT(result.error[0], 0) << ndim;
  }
}

TEST(FirstCuts, TreatsAxesAlike) {
  EXPECT_EQ(algorithm::first_cuts(3, 4096, 127, 1 << 30), (std::vector<int>{4, 4, 4}));
  EXPECT_EQ(algorithm::first_cuts(3, 8191, 127, 1 << 30), (std::vector<int>{4, 4, 4}));
  EXPECT_EQ(algorithm::first_cuts(5, 8, 273, 1 << 30), (std::vector<int>{1, 1, 1, 0, 0}));
  EXPECT_EQ(algorithm::first_cuts(3, 4096, 127, 1000), (std::vector<int>{1, 0, 0}));
  EXPECT_EQ(algorithm::first_cuts(2, 4096, 65, 1), (std::vector<int>{0, 0}));
}

TEST(FilledCuts, KeepADeviceBusy) {
  engine::RegionShape shape;
  shape.ndim = 8;
  shape.npoints = 1105;
  const std::vector<int> once(8, 1);
  constexpr std::int64_t unlimited = std::int64_t{1} << 40;
  shape.width = 2048;
  EXPECT_EQ(algorithm::filled_cuts(once, shape, unlimited),
            (std::vector<int>{2, 2, 1, 1, 1, 1, 1, 1}));
  // What maxeval has no room for is left out.
  EXPECT_EQ(algorithm::filled_cuts(once, shape, 8 * 512 * shape.npoints),
            (std::vector<int>{2, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(algorithm::filled_cuts(once, shape, 100000), once);
  // A quarter is not idle.
  EXPECT_EQ(algorithm::filled_cuts({4, 4, 4}, {3, 1, 127, 16384}, unlimited),
            (std::vector<int>{4, 4, 4}));
  // The cores have no regions that cost nothing.
  shape.width = 1024;
  EXPECT_EQ(algorithm::filled_cuts(once, shape, unlimited), once);
}

TEST(FinerCuts, BeginWithTheAxesCutLeast) {
  EXPECT_EQ(algorithm::finer_cuts({1, 1, 0, 0}, 1 << 20), (std::vector<int>{2, 1, 1, 1}));
  EXPECT_EQ(algorithm::finer_cuts({1, 1, 0, 0}, 15), (std::vector<int>{1, 1, 1, 0}));
  EXPECT_EQ(algorithm::finer_cuts({4, 4}, 1 << 20), (std::vector<int>{6, 5}));
  EXPECT_EQ(algorithm::finer_cuts({4, 4}, 256), (std::vector<int>{4, 4}));
  EXPECT_EQ(algorithm::finer_cuts({1, 1}, 1000, 20), (std::vector<int>{5, 4}));
}

TEST(ShiftedCuts, TreatAxesAlikeWithinABound) {
  EXPECT_EQ(algorithm::shifted_cuts(3, 26), (std::vector<int>{1, 1, 0}));
  EXPECT_EQ(algorithm::shifted_cuts(3, 27), (std::vector<int>{1, 1, 1}));
  EXPECT_EQ(algorithm::shifted_cuts(2, 65 * 33), (std::vector<int>{6, 5}));
  EXPECT_EQ(algorithm::shifted_cuts(1, 1), (std::vector<int>{0}));
}

}  // namespace
