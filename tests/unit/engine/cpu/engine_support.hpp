// Helpers for the tests of the host engine.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "engine/cpu/make_engine.hpp"
#include "engine/cpu/points/call.hpp"
#include "engine/cpu/processes/fork_safety.hpp"
#include "engine/engine.hpp"

namespace engine_test {

using cuboid::Failure;
using cuboid::monotonic_seconds;
using cuboid::thread_cpu_seconds;
using cuboid::engine::HostFunction;
using cuboid::engine::Nonfinite;
using cuboid::engine::PointsEngine;
using cuboid::engine::PointSet;
using namespace cuboid::engine::cpu;

/// An integrand with the full list of arguments, as the short type of the interface.
inline cuboid_function as_function(FullFunction function) {
  return reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(function));
}

/// A value in memory that forked workers share.
template <class T>
class Shared {
 public:
  Shared() {
    static_assert(std::is_trivially_destructible_v<T>);
    void *memory =
        mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    value_ = new (memory) T();
  }
  ~Shared() { munmap(value_, sizeof(T)); }
  T *operator->() { return value_; }
  T &operator*() { return *value_; }
  T *get() { return value_; }

 private:
  T *value_;
};

struct Points {
  int ndim;
  std::vector<double> x;
  std::vector<double> weight;

  Points(std::int64_t count, int dimensions, unsigned seed = 1) : ndim(dimensions) {
    std::mt19937_64 generator(seed);
    std::uniform_real_distribution<double> uniform(1e-6, 1 - 1e-6);
    for (std::int64_t i = 0; i < count * ndim; ++i) x.push_back(uniform(generator));
    for (std::int64_t i = 0; i < count; ++i) weight.push_back(uniform(generator));
  }
  PointSet set(int iteration = 1) const {
    return {static_cast<std::int64_t>(weight.size()), x.data(), weight.data(), iteration};
  }
  std::int64_t count() const { return static_cast<std::int64_t>(weight.size()); }
};

/// f_c = sum over axes of (c + 1) (d + 1) x_d^2, plus the weight of the point and the iteration.
inline int polynomial(const int *ndim, const double x[], const int *ncomp, double f[], void *,
                      const std::int64_t *nvec, const int *, const double weight[],
                      const int *iter) {
  for (std::int64_t i = 0; i < *nvec; ++i)
    for (int c = 0; c < *ncomp; ++c) {
      double sum = weight[i] + *iter;
      for (int d = 0; d < *ndim; ++d)
        sum += (c + 1) * (d + 1) * x[i * *ndim + d] * x[i * *ndim + d];
      f[i * *ncomp + c] = sum;
    }
  return 0;
}

inline std::vector<double> evaluate(PointsEngine &engine, const Points &points, int ncomp,
                                    int iteration = 1) {
  std::vector<double> f(points.weight.size() * static_cast<std::size_t>(ncomp), -1);
  engine.evaluate(points.set(iteration), f.data());
  return f;
}

inline EngineOptions with_workers(WorkerMode mode, int cores) {
  EngineOptions options;
  options.mode = mode;
  options.cores = cores;
  return options;
}

inline std::vector<double> serial_values(const HostFunction &host, const Points &points) {
  return evaluate(*make_points_engine(host, with_workers(WorkerMode::serial, 0)), points,
                  host.ncomp);
}

/// The status and the sentence of the Failure that body throws; 0 if it throws none.
template <class Body>
std::pair<int, std::string> failure_of(Body body) {
  try {
    body();
  } catch (const Failure &failure) {
    return {failure.status(), failure.message()};
  }
  return {0, ""};
}

/// Spends about so many seconds of CPU time.
inline void spend(double seconds) {
  const double end = thread_cpu_seconds() + seconds;
  while (thread_cpu_seconds() < end) {
  }
}

/// Where workers of any kind count their points.
inline Shared<std::atomic<std::int64_t>> &points_seen() {
  static Shared<std::atomic<std::int64_t>> seen;
  return seen;
}

inline int slow_square(const int *, const double x[], const int *, double f[], void *) {
  spend(1e-4);
  ++*points_seen();
  f[0] = x[0] * x[0];
  return 0;
}

/// Ends an evaluation by the clock, and expects that it says how far it has come.
inline void expect_true_progress(const EngineOptions &with) {
  const HostFunction host{1, 1, slow_square, nullptr, 1};
  const Points points(100000, 1);
  std::vector<double> f(points.weight.size(), -1);
  EngineOptions options = with;
  *points_seen() = 0;
  options.limits.deadline = monotonic_seconds() + 0.3;
  const auto engine = make_points_engine(host, options);
  try {
    engine->evaluate(points.set(), f.data());
    FAIL() << "an evaluation that was not interrupted";
  } catch (const cuboid::engine::Interrupted &interrupted) {
    EXPECT_EQ(interrupted.status(), CUBOID_TIME_LIMIT);
    EXPECT_EQ(interrupted.evaluated(), *points_seen());
    EXPECT_GT(interrupted.leading(), 0);
    EXPECT_LE(interrupted.leading(), interrupted.evaluated());
    for (std::size_t i = 0; i < static_cast<std::size_t>(interrupted.leading()); ++i)
      ASSERT_EQ(f[i], points.x[i] * points.x[i]) << i;
  }
}

}  // namespace engine_test

/// Forks are refused where a sanitizer keeps a thread of its own.
#define SKIP_WITHOUT_FORK() \
  if (const char *reason = reason_not_to_fork()) GTEST_SKIP() << reason
