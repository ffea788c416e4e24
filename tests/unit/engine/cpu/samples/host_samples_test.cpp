// The samples engines of the host: sums against direct ones, and the same bits for all threads.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

#include "base/failure.hpp"
#include "engine/cpu/samples/samples.hpp"
#include "engine/reference/samples.hpp"
#include "unit/engine/cpu/samples/samples_support.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::test;
using engine::cpu::ThreadedSamples;
using engine::reference::ReferenceSamples;

/// Keeps all points and weights that it is asked for.
struct Record {
  std::vector<double> x, weight, f;
};

int record(const int *ndim, const double *x, const int *, double *f, void *userdata,
           const std::int64_t *, const int *, const double *weight, const int *) {
  auto &kept = *static_cast<Record *>(userdata);
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) {
    kept.x.push_back(x[d]);
    f[0] += (d + 1) * x[d] * x[d];
  }
  kept.weight.push_back(*weight);
  kept.f.push_back(f[0]);
  return 0;
}

const auto record_function =
    reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(record));

TEST(ReferenceSamples, SumsAgreeWithDirectOnes) {
  Record kept;
  ReferenceSamples samples(problem(2), host(record_function, 2, 1, 1, &kept));
  samples.set_grid(grid(5, 20), false);
  // Eleven samples a hypercube are wanted, and four pairs drawn.
  samples.submit(iteration(3, 25 * 11));
  const SamplesResult result = samples.collect();
  ASSERT_EQ(result.samples, 25 * 8);
  ASSERT_EQ(kept.f.size(), 25u * 8u);
  double integral = 0;
  double variance = 0;
  for (std::size_t cube = 0; cube < 25; ++cube) {
    for (std::size_t i = 8 * cube; i < 8 * cube + 8; ++i) {
      // Hypercubes in order, the first axis running fastest; the map is the identity.
      EXPECT_EQ(static_cast<std::size_t>(kept.x[2 * i] * 5), cube % 5);
      EXPECT_EQ(static_cast<std::size_t>(kept.x[2 * i + 1] * 5), cube / 5);
      EXPECT_NEAR(kept.weight[i], 1.0 / (25 * 8), 1e-8);
      integral += kept.f[i] * kept.weight[i];
    }
    // Of the mean of a pair by two differences, then of the mean over four pairs and 25 hypercubes.
    for (std::size_t i = 8 * cube; i < 8 * cube + 8; i += 4) {
      const double difference =
          (kept.f[i] + kept.f[i + 1]) / 2 - (kept.f[i + 2] + kept.f[i + 3]) / 2;
      variance += difference * difference / 2 / 2 / 4 / 25 / 25;
    }
    // The second one of a pair is the first one's mirror image in its hypercube.
    for (std::size_t i = 8 * cube; i < 8 * cube + 8; i += 2)
      for (std::size_t d = 0; d < 2; ++d) {
        const double coordinate = d == 0 ? cube % 5 : cube / 5;
        EXPECT_NEAR(kept.x[2 * i + d] + kept.x[2 * i + 2 + d], (2 * coordinate + 1) / 5, 1e-9);
      }
  }
  EXPECT_NEAR(result.integral[0], integral, 1e-13 * integral);
  EXPECT_NEAR(result.error[0] * result.error[0], variance, 1e-6 * variance);
}

TEST(ReferenceSamples, LinearIntegrandsHaveNoError) {
  const auto function = [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = 3 + x[0] - 2 * x[1] + 5 * x[2];
    return 0;
  };
  for (const bool adaptive : {false, true}) {
    ReferenceSamples samples(problem(3), host(function, 3));
    samples.set_grid(grid(4, 64), adaptive);
    samples.submit(iteration(1, 600));
    const SamplesResult result = samples.collect();
    // The two of a pair miss each other's mirror image by 2^-32 of an interval.
    EXPECT_NEAR(result.integral[0], 5, 1e-11);
    EXPECT_LT(result.error[0], 1e-11);
  }
}

TEST(ReferenceSamples, TheErrorFallsWithTheSquareOfTheWidthOfHypercubes) {
  const auto function = [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = std::exp(x[0] + 2 * x[1]);
    return 0;
  };
  ReferenceSamples samples(problem(2), host(function, 2));
  double before = 0;
  for (const int nstrat : {8, 16, 32}) {
    samples.set_grid(grid(nstrat, 16 * nstrat), false);
    samples.submit(iteration(1, 32 * 32 * 8));
    const double error = samples.collect().error[0];
    if (before > 0) {
      EXPECT_NEAR(before / error, 4, 0.5);
    }
    before = error;
  }
}

TEST(ReferenceSamples, ErrorsAreThoseOfManyIterations) {
  // The spread of the estimates of many iterations, against what each of them says.
  for (const bool adaptive : {false, true}) {
    ReferenceSamples samples(problem(3, 2), host(product_and_square, 3, 2));
    samples.set_grid(grid(4, 64), adaptive);
    constexpr int count = 400;
    double sums[2] = {}, squares[3] = {}, said[3] = {};
    for (int i = 1; i <= count; ++i) {
      samples.submit(iteration(i, 600, adaptive ? 0.75 : 0));
      const SamplesResult result = samples.collect();
      const double a = result.integral[0] - 1;
      const double b = result.integral[1] - 2.5;
      sums[0] += a / count;
      sums[1] += b / count;
      squares[0] += a * a / count;
      squares[1] += a * b / count;
      squares[2] += b * b / count;
      said[0] += result.error[0] * result.error[0] / count;
      said[1] += result.correlation[1] * result.error[0] * result.error[1] / count;
      said[2] += result.error[1] * result.error[1] / count;
    }
    EXPECT_LT(std::fabs(sums[0]), 4 * std::sqrt(said[0] / count));
    EXPECT_LT(std::fabs(sums[1]), 4 * std::sqrt(said[2] / count));
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(squares[k] / said[k], 1, 0.3) << k;
  }
}

TEST(ReferenceSamples, AConstantHasItsValueAndNoError) {
  for (const bool adaptive : {false, true}) {
    ReferenceSamples samples(problem(3), host(one, 3));
    samples.set_grid(grid(4, 64), adaptive);
    for (int i = 1; i <= 4; ++i) {
      samples.submit(iteration(i, 3000, 0.75, 1.5));
      const SamplesResult result = samples.collect();
      EXPECT_NEAR(result.integral[0], 3.5, 1e-14);
      EXPECT_LE(result.error[0], 1e-15);
    }
  }
}

TEST(ReferenceSamples, MapsToBoxesWithFiniteAndInfiniteEnds) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto function = [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = std::exp(-x[0] * x[0]) * std::exp(-x[1]) * x[2];
    return 0;
  };
  engine::SamplesProblem boxed = problem(3);
  boxed.box = {map::make_interval(-infinity, infinity), map::make_interval(1, infinity),
               map::make_interval(2, 5)};
  ReferenceSamples samples(boxed, host(function, 3));
  samples.set_grid(grid(10, 80), true);
  double integral = 0;
  double sigma = 0;
  for (int i = 1; i <= 6; ++i) {
    samples.submit(iteration(i, 40000, 0.75, 1));
    const SamplesResult result = samples.collect();
    integral = result.integral[0];
    sigma = result.error[0];
  }
  const double exact = std::sqrt(M_PI) * std::exp(-1.0) * 10.5;
  EXPECT_LT(sigma, 2e-3 * exact);
  EXPECT_NEAR(integral, exact, 5 * sigma);
}

TEST(ReferenceSamples, SquaresDoNotOverflowOrVanish) {
  for (const double scale : {1e-200, 1e200}) {
    struct Scaled {
      double scale;
    } scaled{scale};
    const auto function = [](const int *, const double *x, const int *, double *f, void *user) {
      f[0] = static_cast<Scaled *>(user)->scale * (1 + x[0] * x[0]);
      return 0;
    };
    ReferenceSamples samples(problem(2), host(function, 2, 1, 1, &scaled));
    samples.set_grid({}, false);
    samples.submit(iteration(0, 100));
    samples.collect();
    samples.set_grid(grid(4, 128), true);
    for (int i = 1; i <= 3; ++i) {
      samples.submit(iteration(i, 20000, 0.75, 0.5));
      const SamplesResult result = samples.collect();
      const double sigma = result.error[0] / scale;
      EXPECT_GT(sigma, 1e-5);
      EXPECT_LT(sigma, 1e-2);
      EXPECT_NEAR(result.integral[0] / scale, 4.0 / 3, 5 * sigma);
    }
  }
}

TEST(ReferenceSamples, CountsWhatIsNotFiniteAsZero) {
  const auto function = [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = x[0] < 0.25   ? std::numeric_limits<double>::quiet_NaN()
           : x[0] > 0.75 ? std::numeric_limits<double>::infinity()
                         : 1;
    return 0;
  };
  ReferenceSamples samples(problem(1), host(function, 1));
  samples.set_grid(grid(4, 8), false);
  samples.submit(iteration(1, 4000));
  const SamplesResult result = samples.collect();
  EXPECT_EQ(result.nonfinite, 2000);
  EXPECT_NEAR(result.integral[0], 0.5, 1e-8);
}

TEST(ReferenceSamples, HypercubesOfManyChunksHaveTheirVariance) {
  // Two strata with very different spreads, each of them many chunks long.
  const auto function = [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = x[0] * x[0] * (x[0] < 0.5 ? 1 : 10);
    return 0;
  };
  ReferenceSamples samples(problem(1), host(function, 1));
  samples.set_grid(grid(2, 4), true);
  samples.submit(iteration(1, 100000, 1));
  samples.collect();
  const std::vector<float> &variance = samples.variance();
  ASSERT_EQ(variance.size(), 2u);
  EXPECT_NEAR(std::sqrt(variance[1] / variance[0]), 10, 0.2);
  samples.submit(iteration(2, 100000, 1));
  EXPECT_NEAR(static_cast<double>(samples.collect().samples), 100000, statistics::longest_run);
}

struct Bits {
  std::vector<double> sums;
  std::vector<uint64> histogram;
  std::vector<float> variance;
  std::vector<std::uint64_t> edges;
  bool operator==(const Bits &) const = default;
};

template <class Engine>
Bits run(Engine &samples, bool adaptive) {
  samples.set_grid(grid(adaptive ? 3 : 4, adaptive ? 48 : 64), adaptive);
  Bits bits;
  for (int i = 1; i <= 4; ++i) {
    samples.submit(iteration(i, 20011, 0.75, 1));
    const SamplesResult result = samples.collect();
    bits.sums.insert(bits.sums.end(), result.integral.begin(), result.integral.end());
    bits.sums.insert(bits.sums.end(), result.error.begin(), result.error.end());
    bits.sums.insert(bits.sums.end(), result.correlation.begin(), result.correlation.end());
    bits.sums.insert(bits.sums.end(), result.dominance.begin(), result.dominance.end());
  }
  bits.histogram = samples.histogram();
  bits.variance = samples.variance();
  bits.edges = samples.edges();
  return bits;
}

/// product_and_square for many points.
int many(const int *ndim, const double *x, const int *ncomp, double *f, void *userdata,
         const std::int64_t *nvec, const int *, const double *, const int *) {
  for (std::int64_t i = 0; i < *nvec; ++i)
    product_and_square(ndim, x + i * *ndim, ncomp, f + i * *ncomp, userdata);
  return 0;
}

TEST(ThreadedSamples, HasTheBitsOfTheReferenceForAllThreadsAndBatches) {
  for (const bool adaptive : {false, true}) {
    ReferenceSamples reference(problem(3, 2), host(product_and_square, 3, 2));
    const Bits expected = run(reference, adaptive);
    EXPECT_GT(std::accumulate(expected.histogram.begin(), expected.histogram.end(), uint64{0}), 0u);
    for (const int threads : {1, 2, 5})
      for (const int nvec : {1, 7, 1000}) {
        ThreadedSamples samples(
            problem(3, 2),
            host(reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(many)), 3, 2, nvec),
            {}, threads);
        EXPECT_TRUE(run(samples, adaptive) == expected) << threads << " threads, nvec " << nvec;
      }
  }
}

TEST(ThreadedSamples, StopsWhenTheIntegrandSaysSoOrTheFlagIsSet) {
  const auto aborting = [](const int *, const double *, const int *, double *, void *) {
    return -999;
  };
  ThreadedSamples samples(problem(1), host(aborting, 1), {}, 2);
  samples.set_grid(grid(4, 8), false);
  try {
    samples.submit(iteration(1, 10000));
    FAIL() << "no Failure";
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), CUBOID_ABORTED);
  }
  const int cancel = 1;
  engine::Limits limits;
  limits.cancel = &cancel;
  ThreadedSamples cancelled(problem(1), host(one, 1), limits, 2);
  cancelled.set_grid(grid(4, 8), false);
  try {
    cancelled.submit(iteration(1, 10000));
    FAIL() << "no Failure";
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), CUBOID_CANCELLED);
  }
}

TEST(ReferenceSamples, DifferentSeedsAndIterationsHaveDifferentSamples) {
  std::vector<double> integrals;
  for (const std::uint64_t seed : {1ull, 2ull, 1ull << 32}) {
    ReferenceSamples samples(problem(2, 2, seed), host(product_and_square, 2, 2));
    samples.set_grid(grid(2, 8), false);
    for (const int number : {1, 2, 1000000}) {
      samples.submit(iteration(number, 100));
      integrals.push_back(samples.collect().integral[0]);
    }
  }
  for (std::size_t i = 0; i < integrals.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(integrals[i], integrals[j]);
}

}  // namespace
