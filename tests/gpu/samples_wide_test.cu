// Samples of integrands with more components than have covariances, on the device: the sums of the
// reference engine to rounding, in one part and in several.  Needs a CUDA device.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "engine/cpu/samples/samples.hpp"
#include "gpu/samples_support.cuh"

namespace {

using namespace cuboid;
using namespace cuboid::test;

using WideSamples = DeviceTest;

/// x^i y^j z with i = c % 32 and j = c / 32, whose integral over the unit cube is
/// 1 / (2 (i + 1) (j + 1)); and NaN in one component where y is in a gap.
template <int ncomp>
struct Monomials {
  double gap = -1;
  __host__ __device__ void operator()(const double *x, double *f) const {
    double row = x[2];
    for (int c = 0; c < ncomp; ++c) {
      if (c % 32 == 0 && c > 0) row *= x[1];
      f[c] = c % 32 == 0 ? row : f[c - 1] * x[0];
    }
    if (x[1] < gap) f[ncomp / 2] = NAN;
  }
  static double integral(std::size_t c) {
    return 0.5 / static_cast<double>(c % 32 + 1) / static_cast<double>(c / 32 + 1);
  }
};

template <int ncomp>
int monomials(const int *, const double *x, const int *, double *f, void *userdata) {
  (*static_cast<const Monomials<ncomp> *>(userdata))(x, f);
  return 0;
}

template <int ncomp>
std::unique_ptr<SamplesEngine> on_device(const engine::SamplesProblem &problem,
                                         const Monomials<ncomp> &functor) {
  return engine::make_device_samples_engine(engine::cuda::samples_functor<3, ncomp>(functor),
                                            nullptr, problem, {}, nullptr);
}

struct Case {
  std::int64_t samples;
  bool adaptive, quasi, boxed;
};

engine::SamplesProblem problem_of(const Case &one, int ncomp) {
  engine::SamplesProblem result = problem(3, ncomp, 9);
  result.quasi = one.quasi;
  if (one.boxed)
    result.box = {map::make_interval(0, 1), map::make_interval(1, 0), map::make_interval(-1, 2)};
  return result;
}

/// a: of the device.
void expect_near(const SamplesResult &a, const SamplesResult &b) {
  EXPECT_EQ(a.samples, b.samples);
  EXPECT_EQ(a.nonfinite, b.nonfinite);
  EXPECT_TRUE(a.correlation.empty());
  EXPECT_TRUE(b.correlation.empty());
  ASSERT_EQ(a.integral.size(), b.integral.size());
  for (std::size_t c = 0; c < a.integral.size(); ++c) {
    EXPECT_NEAR(a.integral[c], b.integral[c], 1e-12 * std::fabs(b.integral[c])) << c;
    // Of what is linear only rounding is left.
    EXPECT_NEAR(a.error[c], b.error[c], 1e-9 * b.error[c] + 1e-14 * std::fabs(b.integral[c])) << c;
    EXPECT_NEAR(a.dominance[c], b.dominance[c], 1e-5 * b.dominance[c]) << c;
    EXPECT_EQ(std::isfinite(a.greatest[c]), std::isfinite(b.greatest[c])) << c;
    if (std::isfinite(b.greatest[c])) {
      EXPECT_NEAR(a.greatest[c], b.greatest[c], 1e-5 * b.greatest[c]) << c;
    }
  }
}

template <int ncomp>
void compare(const Case &one, double gap = -1) {
  SCOPED_TRACE(testing::Message() << ncomp << " components, " << one.samples << " samples"
                                  << (one.adaptive ? ", adaptive" : "")
                                  << (one.quasi ? ", quasi" : "") << (one.boxed ? ", boxed" : ""));
  Monomials<ncomp> functor{gap};
  const auto device = on_device<ncomp>(problem_of(one, ncomp), functor);
  ReferenceSamples reference(problem_of(one, ncomp), host(monomials<ncomp>, 3, ncomp, 1, &functor));
  SamplesResult found[2];
  engine::SamplesMemory memory[2];
  SamplesEngine *const engines[] = {device.get(), &reference};
  for (int i = 0; i < 2; ++i) {
    engines[i]->set_grid(grid(one.quasi ? 1 : 3, 96), one.adaptive);
    engines[i]->submit(iteration(0, 100));
    engines[i]->collect();
    engines[i]->submit(iteration(1, one.samples, 0.75, 1));
    found[i] = engines[i]->collect();
    memory[i] = engines[i]->memory();
  }
  expect_near(found[0], found[1]);
  EXPECT_EQ(memory[0].scale, memory[1].scale);
  for (std::size_t c = 0; c < ncomp; ++c)
    EXPECT_NEAR(memory[0].weight[c], memory[1].weight[c], 1e-5 * memory[1].weight[c]) << c;
  ASSERT_EQ(memory[0].variance.size(), memory[1].variance.size());
  for (std::size_t i = 0; i < memory[0].variance.size(); ++i)
    EXPECT_NEAR(memory[0].variance[i], memory[1].variance[i], 1e-4 * memory[1].variance[i]) << i;
  ASSERT_EQ(memory[0].edges.size(), memory[1].edges.size());
  for (std::size_t i = 0; i < memory[0].edges.size(); ++i)
    EXPECT_NEAR(static_cast<double>(memory[0].edges[i]) * 0x1p-32,
                static_cast<double>(memory[1].edges[i]) * 0x1p-32, 1e-4)
        << i;
}

// Fewer samples than a chunk has, hypercubes within chunks and in several of them, and more warps
// than samples of a tile.
TEST_F(WideSamples, AgreeWithTheReference) {
  for (const bool adaptive : {false, true})
    for (const std::int64_t samples : {100, 20011}) {
      compare<33>({samples, adaptive, false, false});
      compare<40>({samples, adaptive, false, true});
    }
  compare<40>({400000, true, false, false});
  compare<40>({20000, false, true, false});
  compare<300>({5000, true, false, true});
  compare<1024>({5000, true, false, false});
  compare<1024>({3000, false, true, false});
}

TEST_F(WideSamples, LeaveOutWhatIsNotFinite) {
  compare<40>({20011, true, false, false}, 0.25);
  compare<300>({5000, false, false, false}, 0.25);
  Monomials<40> functor{0.01};
  const auto device = on_device<40>(problem(3, 40), functor);
  device->set_grid(grid(3, 96), true);
  device->submit(iteration(1, 20000));
  const SamplesResult result = device->collect();
  EXPECT_GT(result.nonfinite, 0);
  EXPECT_LT(result.nonfinite, 1000);
  std::int64_t first = -1;
  const engine::SampleReceiver probe = [&](const engine::SampleBatch &batch) {
    for (std::int64_t i = 0; i < batch.count && first < 0; ++i)
      if (std::isnan(batch.f[i * 40 + 20])) first = batch.first + i;
    return first < 0;
  };
  device->set_grid(grid(3, 96), true);
  engine::SamplesIteration again = iteration(1, 20000);
  again.receiver = &probe;
  again.receive_from = result.nonfinite_from;
  device->submit(again);
  device->collect();
  EXPECT_GE(first, result.nonfinite_from);
}

std::vector<double> numbers_of(const SamplesResult &result) {
  std::vector<double> all = result.integral;
  all.insert(all.end(), result.error.begin(), result.error.end());
  all.insert(all.end(), result.dominance.begin(), result.dominance.end());
  return all;
}

// The values of 300000 samples take more memory than a part of them may have.
TEST_F(WideSamples, AreTheSameInSeveralPartsAndFromRunToRun) {
  std::vector<std::vector<double>> found;
  for (int run = 0; run < 2; ++run) {
    const auto device = on_device<1024>(problem(3, 1024, 5), Monomials<1024>{});
    device->set_grid(grid(3, 96), true);
    std::vector<double> all;
    for (int i = 1; i <= 3; ++i) {
      device->submit(iteration(i, 300000, 0.75, 1));
      const SamplesResult result = device->collect();
      const std::vector<double> numbers = numbers_of(result);
      all.insert(all.end(), numbers.begin(), numbers.end());
      for (std::size_t c = 0; c < 1024; ++c)
        EXPECT_NEAR(result.integral[c], Monomials<1024>::integral(c), 6 * result.error[c]) << c;
    }
    found.push_back(all);
  }
  EXPECT_EQ(found[0], found[1]);
}

}  // namespace
