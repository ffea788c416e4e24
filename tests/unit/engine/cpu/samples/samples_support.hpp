// Integrands and engines for the tests of the samples engines.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/engine.hpp"
#include "engine/samples.hpp"

namespace cuboid::test {

using engine::SampleBatch;
using engine::SamplesEngine;
using engine::SamplesResult;

inline int one(const int *, const double *, const int *, double *f, void *) {
  f[0] = 3.5;
  return 0;
}

inline int product_and_sum(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = 1;
  f[1] = 0;
  for (int d = 0; d < *ndim; ++d) {
    f[0] *= 2 * x[d];
    f[1] += x[d];
  }
  return 0;
}

/// The same with the square of the sum: pairs of samples have no error of the sum itself.
inline int product_and_square(const int *ndim, const double *x, const int *ncomp, double *f,
                              void *userdata) {
  product_and_sum(ndim, x, ncomp, f, userdata);
  f[1] *= f[1];
  return 0;
}

/// exp(-625 sum (x - 1/2)^2), f4 of the benchmarks.
inline int gaussian(const int *ndim, const double *x, const int *ncomp, double *f, void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += (x[d] - 0.5) * (x[d] - 0.5);
  for (int c = 0; c < *ncomp; ++c) f[c] = std::exp(-625 * sum);
  return 0;
}

inline double gaussian_integral(int ndim) {
  return std::pow(std::sqrt(M_PI / 625) * std::erf(12.5), ndim);
}

inline engine::HostFunction host(cuboid_function function, int ndim, int ncomp = 1,
                                 std::int64_t nvec = 1, void *userdata = nullptr) {
  engine::HostFunction result;
  result.ndim = ndim;
  result.ncomp = ncomp;
  result.function = function;
  result.userdata = userdata;
  result.nvec = nvec;
  return result;
}

inline engine::SamplesProblem problem(int ndim, int ncomp = 1, std::uint64_t seed = 1) {
  engine::SamplesProblem result;
  result.ndim = ndim;
  result.ncomp = ncomp;
  result.seed = seed;
  return result;
}

inline engine::SamplesGrid grid(std::int64_t nstrat, std::int64_t nintervals) {
  engine::SamplesGrid result;
  result.nstrat = nstrat;
  result.nintervals = nintervals;
  return result;
}

inline engine::SamplesIteration iteration(int number, std::int64_t samples, double beta = 0,
                                          double alpha = 0) {
  engine::SamplesIteration result;
  result.number = number;
  result.samples = samples;
  result.beta = beta;
  result.alpha = alpha;
  return result;
}

/// What a receiver was handed.
struct Received {
  std::vector<double> x, weight, f;
  std::int64_t next = 0;
  int iteration = 0;
  bool operator==(const Received &) const = default;
};

inline engine::SampleReceiver receiver(Received &received, int ndim, int ncomp) {
  return [&received, ndim, ncomp](const SampleBatch &batch) {
    EXPECT_EQ(batch.first, received.next);
    EXPECT_GT(batch.count, 0);
    received.next += batch.count;
    received.iteration = batch.iteration;
    received.x.insert(received.x.end(), batch.x, batch.x + batch.count * ndim);
    received.weight.insert(received.weight.end(), batch.weight, batch.weight + batch.count);
    received.f.insert(received.f.end(), batch.f, batch.f + batch.count * ncomp);
    return true;
  };
}

}  // namespace cuboid::test
