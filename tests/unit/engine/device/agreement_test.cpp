// The comparison of host and device versions, and the registry of them.
#include "engine/device/agreement.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "base/failure.hpp"
#include "engine/device/registry.hpp"

namespace {

using namespace cuboid::engine;
using cuboid::Failure;

constexpr int ndim = 2;
constexpr int ncomp = 2;
using Function = std::function<void(const double *x, double *f)>;

/// Evaluates a function object.
class Engine final : public PointsEngine {
 public:
  explicit Engine(Function function) : function_(std::move(function)) {}
  void evaluate(const PointSet &points, double *f) override {
    for (std::int64_t i = 0; i < points.count; ++i) {
      EXPECT_GT(points.x[i * ndim], 0);
      EXPECT_LT(points.x[i * ndim + 1], 1);
      function_(points.x + i * ndim, f + i * ncomp);
    }
  }
  const NonfiniteReport &nonfinite() const override { return report_; }

 private:
  Function function_;
  NonfiniteReport report_;
};

/// The message of the disagreement; empty if there is none.
std::string disagreement(const Function &host, const Function &device) {
  Engine a(host);
  Engine b(device);
  try {
    check_agreement(a, b, ndim, ncomp);
    return "";
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), CUBOID_DISAGREE);
    return failure.message();
  }
}

void product(const double *x, double *f) {
  f[0] = std::exp(-x[0]) * x[1];
  f[1] = std::cos(40 * x[0]);
}

TEST(Agreement, BearsRounding) {
  EXPECT_EQ(disagreement(product, product), "");
  EXPECT_EQ(disagreement(product,
                         [](const double *x, double *f) {
                           product(x, f);
                           f[0] = static_cast<float>(f[0]);
                           f[1] += 1e-9;
                         }),
            "");
}

TEST(Agreement, NamesTheFirstDifference) {
  const auto message = disagreement(product, [](const double *x, double *f) {
    product(x, f);
    f[1] *= 1 + 1e-5;
  });
  EXPECT_NE(message.find("f[1] is "), message.npos) << message;
  EXPECT_NE(message.find(" at x = ("), message.npos) << message;
}

TEST(Agreement, SeesAValueThatIsNotANumber) {
  EXPECT_NE(disagreement(product,
                         [](const double *, double *f) {
                           f[0] = f[1] = std::numeric_limits<double>::quiet_NaN();
                         }),
            "");
}

TEST(Agreement, HoldsForTheZeroFunction) {
  const Function zero = [](const double *, double *f) { f[0] = f[1] = 0; };
  EXPECT_EQ(disagreement(zero, zero), "");
}

int first(const int *, const double *, const int *, double *, void *) {
  return 0;
}
int second(const int *, const double *, const int *, double *, void *) {
  return 0;
}

class Nothing final : public DeviceIntegrand {
 public:
  Nothing() : DeviceIntegrand(1, 1) {}
  bool has_kernels() const override { return false; }
};

TEST(DeviceRegistry, FindsReplacesAndForgets) {
  DeviceRegistry registry;
  const auto one = std::make_shared<Nothing>();
  const auto other = std::make_shared<Nothing>();
  EXPECT_EQ(registry.find(first), nullptr);
  EXPECT_FALSE(registry.remove(first));
  registry.add(first, one, nullptr);
  registry.add(second, other, nullptr);
  EXPECT_EQ(registry.find(first)->device, one);
  registry.add(first, other, nullptr);
  EXPECT_EQ(registry.find(first)->device, other);
  EXPECT_TRUE(registry.remove(first));
  EXPECT_EQ(registry.find(first), nullptr);
  EXPECT_EQ(registry.find(second)->device, other);
}

TEST(DevicePair, IsCheckedUntilItAgrees) {
  DevicePair pair;
  int calls = 0;
  EXPECT_THROW(pair.check_once([&] {
    ++calls;
    throw Failure(CUBOID_DISAGREE, "");
  }),
               Failure);
  pair.check_once([&] { ++calls; });
  pair.check_once([&] { ++calls; });
  EXPECT_EQ(calls, 2);
}

}  // namespace
