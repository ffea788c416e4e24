// The regions engine of the GPU around batch functions, against that around functors.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "engine/device/integrand.hpp"
#include "regions_support.cuh"
#include "support/regions.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::engine;
using namespace cuboid::engine::cuda;

/// A peak that the points of no first region meet, over a slope.  holes: infinite at some points.
template <int dimensions, int components, bool holes = false>
struct Peak {
  static constexpr int ndim = dimensions;
  static constexpr int ncomp = components;
  __device__ void operator()(const double *x, double *f) const {
    double sum = 0;
    double distance = 0;
    for (int d = 0; d < ndim; ++d) {
      sum = fma(d + 1., x[d], sum);
      distance = fma(x[d] - .415, x[d] - .415, distance);
    }
    for (int c = 0; c < ncomp; ++c) f[c] = fma(50., exp(-400. * distance), exp(-sum / (c + 1)));
    if (holes && x[0] > .3 && x[0] < .35) f[0] = 1 / (x[0] - x[0]);
  }
};

/// A density that falls off at infinity.
struct Normal {
  static constexpr int ndim = 2;
  static constexpr int ncomp = 1;
  __device__ void operator()(const double *x, double *f) const {
    f[0] = exp(-.5 * (x[0] * x[0] + x[1] * x[1])) / (2 * M_PI);
  }
};

template <class F>
__global__ void values_at(const double *x, double *f, long long n) {
  const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < n;
       i += stride)
    F()(x + i * F::ndim, f + i * F::ncomp);
}

std::int64_t points_of_batches = 0;

template <class F>
int batch(int, const double *x, int, double *f, std::int64_t n, void *stream, void *) {
  points_of_batches += n;
  values_at<F><<<512, 128, 0, static_cast<cudaStream_t>(stream)>>>(x, f, n);
  return 0;
}

template <class F>
std::unique_ptr<RegionsEngine> around_functor(int key, const double *lower, const double *upper) {
  return make_device_regions_engine(support::regions_functor<F>(), nullptr, lower, upper, key, 0);
}

/// rounding: of the values, relative; 0: the same bits.
template <class F>
void expect_agreement(int key, double rounding = 0, const double *lower = nullptr,
                      const double *upper = nullptr) {
  SCOPED_TRACE(std::to_string(F::ndim) + " dimensions, " + std::to_string(F::ncomp) +
               " components, key " + std::to_string(key));
  const auto expected_engine = around_functor<F>(key, lower, upper);
  const auto actual_engine = make_device_regions_engine(
      device_integrand_from_batch(F::ndim, F::ncomp, batch<F>), nullptr, lower, upper, key, 0);
  RegionRequest request = support::eighths(F::ndim);
  request.goal = {1e-3, 0, 0, F::ndim < 9 ? 3000000 : 1};
  points_of_batches = 0;
  RegionReduction expected = expected_engine->start(request);
  RegionReduction actual = actual_engine->start(request);
  for (int step = 1; step <= 12; ++step) {
    ASSERT_EQ(actual.status, expected.status) << step;
    ASSERT_EQ(actual.neval, expected.neval) << step;
    ASSERT_EQ(actual.nregions, expected.nregions) << step;
    ASSERT_EQ(actual.nonfinite, expected.nonfinite) << step;
    EXPECT_EQ(points_of_batches, actual.neval) << step;
    for (int c = 0; c < F::ncomp; ++c) {
      EXPECT_NEAR(actual.value[c], expected.value[c], rounding * std::fabs(expected.value[c]));
      EXPECT_NEAR(actual.error[c], expected.error[c], 1e4 * rounding * expected.error[c]);
    }
    const bool converged = expected.status == RegionStatus::converged;
    if (!converged && expected.status != RegionStatus::running) break;
    const RegionProbe probe{step, 20000};
    expected = converged ? expected_engine->probe(probe) : expected_engine->advance(1);
    actual = converged ? actual_engine->probe(probe) : actual_engine->advance(1);
  }
}

class BatchedRegions : public testing::Test {
 protected:
  void SetUp() override {
    const std::string problem = device_problem();
    if (!problem.empty() && !std::getenv("CUBOID_REQUIRE_GPU")) GTEST_SKIP() << problem;
    ASSERT_EQ(problem, "");
  }
};

TEST_F(BatchedRegions, HaveTheBitsOfAFunctor) {
  expect_agreement<Peak<1, 1>>(0);
  expect_agreement<Peak<2, 1>>(0);
  expect_agreement<Peak<3, 2>>(0);
  expect_agreement<Peak<3, 1>>(11);
  expect_agreement<Peak<4, 1>>(7);
  expect_agreement<Peak<5, 3>>(9);
  expect_agreement<Peak<7, 1>>(0);
  expect_agreement<Peak<8, 1>>(0);
  // More points than a launch has.
  expect_agreement<Peak<18, 1>>(0);
}

TEST_F(BatchedRegions, CountValuesThatAreNotFinite) {
  expect_agreement<Peak<3, 2, true>>(0);
  expect_agreement<Peak<6, 1, true>>(0);
}

TEST_F(BatchedRegions, ReachToInfinity) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double lower[] = {-infinity, 0}, upper[] = {infinity, infinity};
  expect_agreement<Normal>(0, 1e-12, lower, upper);
}

}  // namespace
