// Receivers, memories and quasi-random points of the samples engine on the device, against those of
// the reference engine.  Needs a CUDA device.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "base/failure.hpp"
#include "engine/cuda/runtime/memory.hpp"
#include "gpu/samples_support.cuh"

namespace {

using namespace cuboid;
using namespace cuboid::test;

template <int ndim, int ncomp, class Functor>
std::unique_ptr<SamplesEngine> on_device(const engine::SamplesProblem &problem,
                                         const Functor &functor) {
  return engine::make_device_samples_engine(engine::cuda::samples_functor<ndim, ncomp>(functor),
                                            nullptr, problem, {}, nullptr);
}

using DeviceReceiver = DeviceTest;

Received receive(SamplesEngine &one, engine::SamplesIteration step, SamplesResult &result) {
  Received received;
  const engine::SampleReceiver to = receiver(received, 3, 2);
  step.receiver = &to;
  one.submit(step);
  result = one.collect();
  return received;
}

engine::SamplesProblem problem_of(bool quasi, bool box) {
  engine::SamplesProblem result = problem(3, 2, 9);
  result.quasi = quasi;
  if (box)
    result.box = {map::make_interval(0, 1), map::make_interval(-1, 2),
                  map::make_interval(0, std::numeric_limits<double>::infinity())};
  return result;
}

TEST_F(DeviceReceiver, HasThePointsOfTheReferenceBitForBit) {
  for (const bool box : {false, true})
    for (const int kind : {0, 1, 2}) {
      const bool quasi = kind == 2;
      const bool adaptive = kind == 1;
      const auto device = on_device<3, 2>(problem_of(quasi, box), ProductAndSquare{});
      ReferenceSamples reference(problem_of(quasi, box), host(product_and_square, 3, 2));
      std::vector<Received> received;
      SamplesResult results[2];
      int i = 0;
      for (SamplesEngine *one : {static_cast<SamplesEngine *>(&reference), device.get()}) {
        one->set_grid(grid(quasi ? 1 : 4, 64), adaptive);
        received.push_back(receive(*one, iteration(7, 200001, 0.75, 1), results[i]));
        EXPECT_EQ(static_cast<std::int64_t>(received.back().weight.size()), results[i].samples);
        ++i;
      }
      if (!box) {
        EXPECT_EQ(received[0].x, received[1].x) << kind;
      }
      ASSERT_EQ(received[0].x.size(), received[1].x.size());
      double sum = 0;
      for (std::size_t k = 0; k < received[0].weight.size(); ++k) {
        if (box) {
          ASSERT_NEAR(received[0].x[3 * k + 2], received[1].x[3 * k + 2],
                      1e-13 * received[0].x[3 * k + 2]);
        }
        ASSERT_NEAR(received[0].weight[k], received[1].weight[k], 1e-12 * received[0].weight[k]);
        sum += received[1].weight[k] * received[1].f[2 * k];
      }
      EXPECT_NEAR(sum, results[1].integral[0], 1e-9 * std::fabs(sum));
      EXPECT_NEAR(results[0].integral[0], results[1].integral[0], 1e-9 * std::fabs(sum));
      EXPECT_NEAR(results[0].error[0], results[1].error[0], 1e-6 * results[0].error[0]);
    }
}

TEST_F(DeviceReceiver, DeviationsAreThoseOfTheReference) {
  for (const bool box : {false, true}) {
    const auto device = on_device<3, 2>(problem_of(false, box), ProductAndSquare{});
    ReferenceSamples reference(problem_of(false, box), host(product_and_square, 3, 2));
    std::vector<double> found[2];
    int number = 0;
    for (SamplesEngine *one : {static_cast<SamplesEngine *>(&reference), device.get()}) {
      one->set_grid({}, true);
      engine::SamplesIteration first = iteration(1, 40000);
      first.keeps = true;
      one->submit(first);
      one->collect();
      const std::vector<double> uniform = one->deviations();
      engine::SamplesGrid finer = grid(1, 64);
      for (int axis = 0; axis < 3; ++axis)
        for (std::uint64_t i = 0; i <= 64; ++i) finer.edges.push_back((i * i) << 20);
      one->set_grid(finer, false);
      found[number] = one->deviations();
      found[number].insert(found[number].end(), uniform.begin(), uniform.end());
      ++number;
    }
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_NEAR(found[1][i], found[0][i], 1e-9 * found[0][i]) << box;
    EXPECT_NE(found[0][0], found[0][2]);
  }
}

TEST_F(DeviceReceiver, SurvivesAFailedAllocation) {
  const auto device = on_device<3, 2>(problem_of(false, false), ProductAndSquare{});
  device->set_grid(grid(4, 64), false);
  SamplesResult result;
  const Received expected = receive(*device, iteration(1, 10000), result);
  engine::cuda::fail_allocation_after(0);
  try {
    receive(*device, iteration(1, 10000), result);
    ADD_FAILURE() << "nothing was allocated";
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), CUBOID_OUT_OF_MEMORY) << failure.what();
  }
  engine::cuda::fail_allocation_after(-1);
  EXPECT_EQ(receive(*device, iteration(1, 10000), result).f, expected.f);
}

TEST_F(DeviceReceiver, MemoriesGoFromTheHostToTheDeviceAndBack) {
  for (const bool quasi : {false, true}) {
    const bool adaptive = !quasi;
    const auto device = on_device<3, 2>(problem_of(quasi, false), ProductAndSquare{});
    ReferenceSamples reference(problem_of(quasi, false), host(product_and_square, 3, 2));
    for (SamplesEngine *one : {static_cast<SamplesEngine *>(&reference), device.get()})
      one->set_grid(grid(quasi ? 1 : 5, quasi ? 128 : 160), adaptive);
    for (int i = 1; i <= 3; ++i) {
      reference.submit(iteration(i, 100000, 0.75, 1));
      reference.collect();
    }
    device->remember(reference.memory());
    const engine::SamplesMemory memory = device->memory();
    EXPECT_EQ(memory.edges, reference.memory().edges);
    EXPECT_EQ(memory.variance, reference.memory().variance);
    EXPECT_EQ(memory.scale, reference.memory().scale);
    EXPECT_EQ(memory.weight, reference.memory().weight);
    device->submit(iteration(4, 100000, 0.75, 1));
    reference.submit(iteration(4, 100000, 0.75, 1));
    const SamplesResult a = device->collect();
    const SamplesResult b = reference.collect();
    EXPECT_NEAR(static_cast<double>(a.samples), static_cast<double>(b.samples), 5);
    for (std::size_t c = 0; c < 2; ++c) {
      // A hypercube whose number of samples is rounded otherwise has other points.
      EXPECT_NEAR(a.integral[c], b.integral[c], quasi ? 1e-12 : b.error[c]);
      EXPECT_NEAR(a.error[c], b.error[c], 1e-2 * b.error[c]);
    }
    // Back to the same memory: the same bits.
    device->remember(memory);
    device->submit(iteration(4, 100000, 0.75, 1));
    const SamplesResult again = device->collect();
    EXPECT_EQ(again.integral, a.integral);
    EXPECT_EQ(again.error, a.error);
  }
}

// Often enough to be met in the first iteration, whose points are the same, bit for bit.
struct SeldomNan {
  __device__ void operator()(const double *x, double *f) const {
    f[0] = x[0] > 0.3 && x[0] < 0.3001 ? nan("") : x[1];
  }
};

int seldom_nan(const int *, const double *x, const int *, double *f, void *) {
  f[0] = x[0] > 0.3 && x[0] < 0.3001 ? std::nan("") : x[1];
  return 0;
}

std::string failure_of(SamplesEngine &one) {
  algorithm::VegasPlusTask task;
  task.goal.epsrel = task.goal.epsabs = 0;
  task.samples = 100000;
  task.goal.maxeval = 10000000;
  algorithm::VegasPlusResult result(1);
  try {
    task.engine = &one;
    algorithm::vegas_plus(task, result);
  } catch (const Failure &failure) {
    return failure.message();
  }
  return "no failure";
}

TEST_F(DeviceReceiver, NamesThePointThatIsNotFinite) {
  const auto device = on_device<2, 1>(problem(2), SeldomNan{});
  ReferenceSamples reference(problem(2), host(seldom_nan, 2));
  const std::string message = failure_of(*device);
  EXPECT_NE(message.find("f[0] is nan at x = (0.3000"), std::string::npos) << message;
  EXPECT_EQ(message, failure_of(reference));
}

TEST_F(DeviceReceiver, QuasiRunsRepeatBitForBitAndAreMoreAccurate) {
  const double exact = std::pow(std::sqrt(M_PI / 100) * std::erf(5), 6);
  double errors[2];
  for (const bool quasi : {false, true}) {
    std::vector<double> integrals;
    for (int run = 0; run < 2; ++run) {
      engine::SamplesProblem peak = problem(6);
      peak.quasi = quasi;
      const auto one = on_device<6, 1>(peak, GaussianPeak<6, 100>{});
      algorithm::VegasPlusTask task;
      task.goal.epsrel = task.goal.epsabs = 0;
      task.samples = 1 << 20;
      task.goal.maxeval = 20 << 20;
      algorithm::VegasPlusResult result(1);
      task.engine = one.get();
      algorithm::vegas_plus(task, result);
      EXPECT_NEAR(result.integral[0], exact, 5 * result.error[0]);
      EXPECT_TRUE(result.trusted) << result.remark;
      integrals.push_back(result.integral[0]);
      errors[quasi] = result.error[0] / exact;
    }
    EXPECT_EQ(integrals[0], integrals[1]);
  }
  EXPECT_LT(errors[1], errors[0]);
}

}  // namespace
