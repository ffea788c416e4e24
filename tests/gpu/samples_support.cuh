// Integrands on the device, and what the tests of the samples engine there have in common.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "engine/cuda/runtime/device.hpp"
#include "engine/reference/samples.hpp"
#include "support/functor_kernels.cuh"
#include "unit/engine/cpu/samples/samples_support.hpp"

namespace cuboid::test {

using engine::reference::ReferenceSamples;

/// product_and_square in three dimensions.
struct ProductAndSquare {
  __device__ void operator()(const double *x, double *f) const {
    f[0] = 1;
    f[1] = 0;
    for (int i = 0; i < 3; ++i) {
      f[0] *= 2 * x[i];
      f[1] += x[i];
    }
    f[1] *= f[1];
  }
};

/// exp(-steepness sum (x - 1/2)^2)
template <int ndim, int steepness>
struct GaussianPeak {
  __device__ void operator()(const double *x, double *f) const {
    double sum = 0;
    for (int i = 0; i < ndim; ++i) sum += (x[i] - 0.5) * (x[i] - 0.5);
    f[0] = exp(-steepness * sum);
  }
};

/// Skipped without a device, unless CUBOID_REQUIRE_GPU is set.
class DeviceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    int devices = 0;
    const bool has = cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0;
    if (!has && std::getenv("CUBOID_REQUIRE_GPU") == nullptr)
      GTEST_SKIP() << "there is no CUDA device";
    ASSERT_TRUE(has);
  }
};

}  // namespace cuboid::test
