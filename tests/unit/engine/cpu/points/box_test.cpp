// Boxes with finite and infinite limits.
#include "engine/cpu/points/box.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "unit/engine/cpu/engine_support.hpp"

namespace {

using namespace engine_test;

constexpr double infinity = std::numeric_limits<double>::infinity();

std::unique_ptr<PointsEngine> box(const HostFunction &host, std::vector<double> lower,
                                  std::vector<double> upper, Nonfinite policy = Nonfinite::stop) {
  EngineOptions options;
  options.mode = WorkerMode::serial;
  options.nonfinite = policy;
  return std::make_unique<BoxEngine>(host.ndim, host.ncomp, lower.data(), upper.data(),
                                     make_points_engine(host, options), policy);
}

/// f = (1, product of exp(-x_d^2)).
int gauss(const int *ndim, const double x[], const int *, double f[], void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += x[d] * x[d];
  f[0] = 1;
  f[1] = std::exp(-sum);
  return 0;
}

/// Integrals of both components by the midpoint rule with n^2 points.
std::pair<double, double> integrate(std::vector<double> lower, std::vector<double> upper, int n) {
  const HostFunction host{2, 2, gauss, nullptr, 1};
  const auto engine = box(host, std::move(lower), std::move(upper));
  std::vector<double> x;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      x.push_back((i + 0.5) / n);
      x.push_back((j + 0.5) / n);
    }
  std::vector<double> f(x.size());
  engine->evaluate({n * n, x.data(), nullptr, 0}, f.data());
  double one = 0, two = 0;
  for (std::size_t i = 0; i < f.size(); i += 2) {
    one += f[i];
    two += f[i + 1];
  }
  return {one / (n * n), two / (n * n)};
}

TEST(Box, VolumesAndSigns) {
  EXPECT_NEAR(integrate({1, -2}, {3, 5}, 4).first, 14, 1e-13);
  EXPECT_NEAR(integrate({3, -2}, {1, 5}, 4).first, -14, 1e-13);
  EXPECT_NEAR(integrate({3, 5}, {1, -2}, 4).first, 14, 1e-13);
  EXPECT_EQ(integrate({1, 5}, {1, 7}, 4).first, 0);
}

TEST(Box, GaussiansOverInfiniteAxes) {
  const double pi = std::numbers::pi;
  const double half = std::sqrt(pi) / 2;
  // The midpoint rule is of high order here, since the mapped integrand vanishes at both ends.
  EXPECT_NEAR(integrate({-infinity, -infinity}, {infinity, infinity}, 200).second, pi, 1e-10);
  EXPECT_NEAR(integrate({infinity, -infinity}, {-infinity, infinity}, 200).second, -pi, 1e-10);
  EXPECT_NEAR(integrate({0, -infinity}, {infinity, infinity}, 2000).second, pi / 2, 1e-6);
  EXPECT_NEAR(integrate({-infinity, -infinity}, {0, infinity}, 2000).second, pi / 2, 1e-6);
  EXPECT_NEAR(integrate({0, 0}, {-infinity, infinity}, 2000).second, -half * half, 1e-6);
}

int sees_weight(const int *, const double x[], const int *, double f[], void *userdata,
                const std::int64_t *, const int *, const double weight[], const int *) {
  *static_cast<double *>(userdata) += weight[0] * x[0];
  f[0] = x[0];
  return 0;
}

TEST(Box, SumOfWeightTimesIntegrandIsTheIntegral) {
  double sum = 0;
  const HostFunction host{1, 1, as_function(sees_weight), &sum, 1};
  const double x[] = {0.25, 0.75};
  const double weight[] = {0.5, 0.5};
  double f[2];
  box(host, {2}, {6})->evaluate({2, x, weight, 1}, f);
  EXPECT_EQ(sum, 16);
  EXPECT_EQ((f[0] + f[1]) / 2, 16);
}

TEST(Box, LimitsWithoutAnInterval) {
  const HostFunction host{1, 2, gauss, nullptr, 1};
  const double nan_value = std::numeric_limits<double>::quiet_NaN();
  for (const auto &[a, b] : std::vector<std::pair<double, double>>{{infinity, infinity},
                                                                   {-infinity, -infinity},
                                                                   {nan_value, 1},
                                                                   {0, nan_value},
                                                                   {-1e308, 1e308}}) {
    const auto [status, sentence] = failure_of([&, l = a, u = b] { box(host, {l}, {u}); });
    EXPECT_EQ(status, CUBOID_BAD_ARGUMENT);
    EXPECT_NE(sentence.find("x[0]"), std::string::npos);
  }
}

int reciprocal(const int *, const double x[], const int *, double f[], void *userdata) {
  f[0] = x[0] > 3 ? *static_cast<double *>(userdata) : 1;
  return 0;
}

TEST(Box, NonfiniteValuesAndProducts) {
  const double x[] = {0.25, 0.75};
  double f[2];
  for (double value : {infinity, 1e308}) {
    const HostFunction host{1, 1, reciprocal, &value, 1};
    const auto stopping = box(host, {0}, {10});
    const auto [status, sentence] = failure_of([&] { stopping->evaluate({2, x, nullptr, 0}, f); });
    EXPECT_EQ(status, CUBOID_NONFINITE);
    EXPECT_NE(sentence.find("x = (7.5)"), std::string::npos) << sentence;
    EXPECT_EQ(stopping->nonfinite().count, 1);
    const auto going_on = box(host, {0}, {10}, Nonfinite::zero);
    going_on->evaluate({2, x, nullptr, 0}, f);
    EXPECT_EQ(f[0], 10);
    EXPECT_EQ(f[1], 0);
    EXPECT_EQ(going_on->nonfinite().count, 1);
  }
}

}  // namespace
