// cuboid_integrate_many with one map for all integrals, on the cores.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "api/many.hpp"

namespace {

using many::Boxes;
using many::gaussian;
using many::integrate_many;
using many::Many;
using many::Peak;
using many::some_peaks;

double exact(const Peak &peak, int ndim, double lower, double upper) {
  double value = 1;
  const double root = std::sqrt(peak.sharpness);
  for (int d = 0; d < ndim; ++d)
    value *=
        std::sqrt(std::acos(-1) / peak.sharpness) / 2 *
        (std::erf(root * (upper - peak.centre[d])) - std::erf(root * (lower - peak.centre[d])));
  return value;
}

/// Options that do not converge.
struct Shared : api::Options {
  Shared() {
    set("method", "m_cubes").set("seed", 3).set("shared_map", 1);
    set("nstart", 2000).set("nincrease", 0).set("maxeval", 20000).set("epsrel", 1e-9);
  }
};

TEST(SharedMap, HasErrorsThatAreRight) {
  const std::vector<Peak> peaks = some_peaks(100);
  const double lower[] = {-1, -1, -1}, upper[] = {2, 2, 2};
  double squares = 0;
  int results = 0;
  for (const bool boxed : {false, true})
    for (const int seed : {1, 2, 3}) {
      Shared options;
      options.set("seed", seed);
      const Many all = integrate_many({3, 1, gaussian}, peaks, options,
                                      boxed ? Boxes{lower, upper, 0} : Boxes{});
      ASSERT_EQ(all.value.size(), peaks.size()) << all.message;
      for (std::size_t i = 0; i < peaks.size(); ++i) {
        EXPECT_EQ(all.statuses[i], CUBOID_NOT_CONVERGED);
        const double value = exact(peaks[i], 3, boxed ? -1 : 0, boxed ? 2 : 1);
        const double pull = (all.value[i] - value) / all.error[i];
        EXPECT_LT(std::fabs(pull), 6) << i << ", seed " << seed;
        squares += pull * pull;
        ++results;
      }
    }
  // Integrals that are alike have errors that are alike: there are fewer than 600 of them.
  EXPECT_NEAR(std::sqrt(squares / results), 1, 0.15);
}

TEST(SharedMap, SamplesAllIntegralsAtTheSamePoints) {
  const std::vector<Peak> same(5, some_peaks(1)[0]);
  const Many all = integrate_many({2, 1, gaussian}, same, Shared());
  for (std::size_t i = 1; i < same.size(); ++i) {
    EXPECT_EQ(all.value[i], all.value[0]);
    EXPECT_EQ(all.error[i], all.error[0]);
  }
}

// The map must find what the peaks have in common.
TEST(SharedMap, FollowsTheList) {
  std::vector<Peak> peaks = some_peaks(20);
  for (Peak &peak : peaks) peak = {200 * peak.sharpness, {.3, .3, .3}};
  const Many all =
      integrate_many({3, 1, gaussian}, peaks, Shared().set("nstart", 20000).set("maxeval", 400000));
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const double value = exact(peaks[i], 3, 0, 1);
    EXPECT_NEAR(all.value[i], value, 0.02 * value) << i;
    EXPECT_LT(all.error[i], 0.01 * value) << i;
  }
}

TEST(SharedMap, GivesTheSameBitsWithAnyNumberOfThreads) {
  const std::vector<Peak> peaks = some_peaks(30);
  Shared options;
  const Many serial = integrate_many({2, 1, gaussian}, peaks, options);
  const api::Integrand safe(2, 1, gaussian);
  safe.set_thread_safe(true);
  for (const int cores : {2, 5}) {
    options.set("workers", "threads").set("cores", cores);
    const Many threaded = integrate_many(safe, peaks, options);
    EXPECT_EQ(threaded.value, serial.value);
    EXPECT_EQ(threaded.error, serial.error);
    EXPECT_EQ(threaded.statuses, serial.statuses);
  }
}

TEST(SharedMap, LetsNoFailureSpoilOthers) {
  std::vector<Peak> peaks = some_peaks(100);
  const Many sound = integrate_many({2, 1, gaussian}, peaks, Shared().set("epsrel", 1e-2));
  EXPECT_EQ(sound.returned, CUBOID_CONVERGED) << sound.message;
  peaks[7].sharpness = -1;  // NaN
  peaks[11].sharpness = 0;  // returns -999
  const Many all = integrate_many({2, 1, gaussian}, peaks, Shared().set("epsrel", 1e-2));
  EXPECT_EQ(all.returned, CUBOID_NOT_CONVERGED);
  EXPECT_EQ(all.statuses[7], CUBOID_NONFINITE);
  EXPECT_EQ(all.statuses[11], CUBOID_ABORTED);
  EXPECT_EQ(all.converged, 98);
  for (const std::size_t i : {0, 8, 99})
    EXPECT_NEAR(all.value[i], exact(peaks[i], 2, 0, 1), 5 * all.error[i]) << i;
}

// Far out the weight of a point is beyond the range of double in the unit of such values, and these
// are 0 there.
TEST(SharedMap, IsRightForTinyValuesOnAnInfiniteBox) {
  const auto tiny = [](const int *ndim, const double *x, const int *ncomp, double *f, void *peak) {
    const int status = gaussian(ndim, x, ncomp, f, peak);
    f[0] *= 1e-300;
    return status;
  };
  const double lower[] = {-INFINITY, -INFINITY, -INFINITY};
  const double upper[] = {INFINITY, INFINITY, INFINITY};
  const std::vector<Peak> peaks = some_peaks(20);
  const Many all =
      integrate_many({3, 1, tiny}, peaks, Shared().set("nstart", 20000).set("maxeval", 200000),
                     Boxes{lower, upper, 0});
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    EXPECT_EQ(all.statuses[i], CUBOID_NOT_CONVERGED) << i;
    const double value = std::pow(std::acos(-1) / peaks[i].sharpness, 1.5);
    EXPECT_NEAR(all.value[i] / 1e-300, value, 6 * all.error[i] / 1e-300) << i;
    EXPECT_LT(all.error[i] / 1e-300, 0.1 * value) << i;
  }
}

TEST(SharedMap, RefusesWhatIntegralsCannotShare) {
  const std::vector<Peak> peaks = some_peaks(3);
  const auto refused = [&](const api::Options &options, const Boxes &boxes = {}) {
    const Many all = integrate_many({2, 1, gaussian}, peaks, options, boxes);
    EXPECT_EQ(all.returned, CUBOID_BAD_ARGUMENT);
    return all.message;
  };
  const double lower[6] = {}, upper[] = {1, 1, 1, 1, 1, 1};
  EXPECT_NE(refused(Shared(), {lower, upper, 2}).find("box_stride = 2"), std::string::npos);
  EXPECT_NE(refused(Shared().set("method", "cuhre")).find("here it is cuhre"), std::string::npos);
  EXPECT_NE(refused(Shared().set("quasi", 1)).find("quasi = 1"), std::string::npos);
}

}  // namespace
