// NaN far out, where an integrand has faded and where it has not.
#include "engine/cpu/points/tails.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "domain/domain.hpp"

namespace cuboid::engine::cpu {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using Function = double (*)(const double *x);

double logistic(const double *x) {
  const double e = std::exp(x[0]);
  return e / ((1 + e) * (1 + e));
}

/// Its values with NaN made zero at one point of two axes.
class Filled {
 public:
  Filled(std::vector<Function> functions, double x, double y, const std::vector<double> &lower,
         const std::vector<double> &upper)
      : functions_(std::move(functions)) {
    const std::vector<double> point{x, y}, weight{3};
    HostFunction host{2, static_cast<int>(functions_.size()), nullptr, nullptr, 1};
    host.lower = lower.data();
    host.upper = upper.data();
    const PointSet points{1, point.data(), weight.data()};
    values.resize(functions_.size());
    evaluate(points, values.data());
    finished = fill_tails(host, points, values.data(), [&](const PointSet &part, double *f) {
      for (std::int64_t i = 0; i < part.count; ++i) {
        weights += part.weight[i];
        second = part.x[2 * i + 1];
      }
      calls += part.count;
      evaluate(part, f);
      return calls <= most_calls;
    });
  }

  /// At a point of a region's square.
  Filled(Function function, const domain::Domain &region, double t) : functions_{function} {
    const double point[] = {t, 0.5};
    HostFunction host{2, 1, nullptr, nullptr, 1};
    host.domain = &region;
    values.resize(1);
    const auto evaluate_mapped = [&](const PointSet &part, double *f) {
      for (std::int64_t i = 0; i < part.count; ++i) {
        double x[2], jacobian;
        region.map(1, part.x + 2 * i, x, &jacobian);
        f[i] = functions_[0](x) * jacobian;
      }
      return true;
    };
    const PointSet points{1, point};
    evaluate_mapped(points, values.data());
    finished = fill_tails(host, points, values.data(), [&](const PointSet &part, double *f) {
      calls += part.count;
      return evaluate_mapped(part, f);
    });
  }

  static inline std::int64_t most_calls = 1000;
  std::vector<double> values;
  bool finished = false;
  std::int64_t calls = 0;
  double weights = 0, second = 0;

 private:
  void evaluate(const PointSet &points, double *f) const {
    for (std::int64_t i = 0; i < points.count; ++i)
      for (std::size_t c = 0; c < functions_.size(); ++c)
        f[static_cast<std::size_t>(i) * functions_.size() + c] = functions_[c](points.x + 2 * i);
  }

  std::vector<Function> functions_;
};

const std::vector<double> all_lower{-infinity, 0}, all_upper{infinity, 1};

TEST(Tails, AreZeroWhereTheIntegrandHasFaded) {
  for (const double x : {710.0, 1e3, 1e6, 1e12}) {
    const Filled filled({logistic}, x, 0.25, all_lower, all_upper);
    EXPECT_TRUE(filled.finished);
    EXPECT_EQ(filled.values[0], 0) << x;
    EXPECT_EQ(filled.weights, 0);
    EXPECT_EQ(filled.second, 0.25) << "a finite axis";
    EXPECT_LE(filled.calls, 15) << x;
  }
}

TEST(Tails, AreZeroWhereItFallsSteeplyAndIsNotZeroYet) {
  const auto ratio = [](const double *x) { return std::cosh(0.9 * x[0]) / std::cosh(x[0]); };
  EXPECT_EQ(Filled({ratio}, 800, 0.5, all_lower, all_upper).values[0], 0);
  EXPECT_EQ(Filled({ratio}, -1e5, 0.5, all_lower, all_upper).values[0], 0);
}

TEST(Tails, CountFromAFiniteLimit) {
  const auto payoff = [](const double *x) {
    return std::exp(x[0] - 5000) * std::exp(-(x[0] - 5000) * (x[0] - 5000));
  };
  EXPECT_EQ(Filled({payoff}, 6000, 0.5, {5000, 0}, {infinity, 1}).values[0], 0);
}

TEST(Tails, StayNanWhereTheyMayMatter) {
  const auto heavy = [](const double *x) {
    return std::exp(x[0]) / (std::exp(x[0]) * (1 + x[0] * x[0]));
  };
  const auto never = [](const double *) { return std::nan(""); };
  const auto rising = [](const double *x) { return x[0] > 100 ? std::nan("") : std::exp(x[0]); };
  for (const Function function : {Function(heavy), Function(never), Function(rising)})
    EXPECT_TRUE(std::isnan(Filled({function}, 1e4, 0.5, all_lower, all_upper).values[0]));
  // Of a finite box.
  EXPECT_TRUE(std::isnan(Filled({logistic}, 1e3, 0.5, {0, 0}, {2000, 1}).values[0]));
}

TEST(Tails, LeaveInfinityAndOtherComponentsAlone) {
  const Filled filled({logistic, [](const double *x) { return std::exp(x[0]); }}, 1e3, 0.5,
                      all_lower, all_upper);
  EXPECT_EQ(filled.values[0], 0);
  EXPECT_EQ(filled.values[1], infinity);
}

Filled in_region(Function function, double t, double from, double to) {
  return Filled(function, *domain::box({from, 0}, {to, 1}), t);
}

TEST(Tails, OfRegionsAreZeroWhereTheIntegrandHasFaded) {
  for (const double t : {1e-3, 1e-6, 1e-12, 1 - 1e-3, 1 - 1e-12}) {
    const Filled filled = in_region(logistic, t, -infinity, infinity);
    EXPECT_EQ(filled.values[0], 0) << t;
    EXPECT_LE(filled.calls, 20) << t;
  }
}

TEST(Tails, OfRegionsThatEndStayNan) {
  const Filled filled = in_region(logistic, 0.9999, 0, 2000);
  EXPECT_TRUE(std::isnan(filled.values[0]));
  EXPECT_EQ(filled.calls, 0);
}

TEST(Tails, EndWithTheirEvaluations) {
  Filled::most_calls = 0;
  EXPECT_FALSE(Filled({logistic}, 1e3, 0.5, all_lower, all_upper).finished);
  Filled::most_calls = 1000;
}

}  // namespace
}  // namespace cuboid::engine::cpu
