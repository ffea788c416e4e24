// When workers are started, by a clock that only the integrand and the workers advance.
#include "engine/cpu/automatic.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/engine/cpu/engine_support.hpp"

namespace {

using namespace engine_test;
using namespace cuboid::engine;

double now = 0;
double cost = 0;  ///< seconds per point
double own_clock() {
  return now;
}

struct Log {
  std::int64_t in_master = 0;
  std::int64_t in_workers = 0;
  int started = 0;
};

int identity(const int *, const double x[], const int *, double f[], void *userdata) {
  now += cost;
  ++static_cast<Log *>(userdata)->in_master;
  f[0] = x[0];
  return 0;
}

/// Workers that share the work evenly, each of which gets this share of a CPU.
class SimulatedWorkers final : public Evaluator {
 public:
  SimulatedWorkers(Log *log, const WorkerCosts &costs, double share)
      : log_(log), costs_(costs), share_(share) {}

  void evaluate(const PointSet &points, double *f) override {
    const double work = static_cast<double>(points.count) * cost;
    std::copy(points.x, points.x + points.count, f);
    log_->in_workers += points.count;
    busy_seconds_ += work;
    now += work / (costs_.workers * share_) + costs_.per_batch;
  }
  double busy_seconds() const override { return busy_seconds_; }

 private:
  Log *log_;
  WorkerCosts costs_;
  double share_;
  double busy_seconds_ = 0;
};

constexpr WorkerCosts costs_of_four{4, 1e-3, 2e-5, 0};

struct Run {
  double seconds_per_point;
  std::int64_t batch;
  int batches;
  std::int64_t expected = 0;
  WorkerCosts costs = costs_of_four;
  double share = 1;
};

Log evaluate_all(const Run &run) {
  now = 0;
  cost = run.seconds_per_point;
  Log log;
  const HostFunction host{1, 1, identity, &log, 1};
  AutomaticEvaluator evaluator(
      host, std::make_shared<SerialEvaluator>(host, Limits(), Hooks()), run.costs, run.expected,
      [&] {
        ++log.started;
        return std::make_unique<SimulatedWorkers>(&log, run.costs, run.share);
      },
      own_clock);
  const Points points(run.batch, 1);
  std::vector<double> f(points.x.size());
  for (int i = 0; i < run.batches; ++i) {
    evaluator.evaluate(points.set(), f.data());
    EXPECT_EQ(f, points.x);
  }
  EXPECT_EQ(log.in_master + log.in_workers, run.batch * run.batches) << "each point once";
  return log;
}

TEST(WorkersPay, NotForCheapIntegrands) {
  EXPECT_EQ(evaluate_all({1e-8, 150, 3000}).started, 0);
}

TEST(WorkersPay, ForCostlyIntegrands) {
  EXPECT_GT(evaluate_all({5e-5, 150, 40}).in_workers, 150 * 38);
  EXPECT_GT(evaluate_all({5e-5, 1000, 10}).in_workers, 1000 * 9);
}

TEST(WorkersPay, AfterTheFirstPointsOfOneHugeBatch) {
  EXPECT_GT(evaluate_all({1e-4, 3000, 1}).in_workers, 2900);
}

TEST(WorkersPay, NotForShortIntegrations) {
  EXPECT_EQ(evaluate_all({1e-5, 20, 1}).started, 0);
  EXPECT_EQ(evaluate_all({1e-5, 100, 10}).started, 1);
  EXPECT_EQ(evaluate_all({1e-5, 100, 10, 150}).started, 0) << "as few points as are expected";
}

TEST(WorkersPay, NotForBatchesTooSmallToShare) {
  EXPECT_EQ(evaluate_all({5e-5, 9, 100}).started, 0);
}

TEST(WorkersPay, NotWhereTheyTurnOutNotToHelp) {
  // Each gets a fifth of a CPU.
  const Log log = evaluate_all({5e-5, 150, 400, 0, costs_of_four, 0.2});
  EXPECT_EQ(log.started, 1);
  EXPECT_LT(log.in_workers, 150 * 20);
}

TEST(WorkersPay, WhereTheyRunAlreadyForCostlyPointsOnly) {
  constexpr WorkerCosts kept{4, 0, 2e-5, 0};
  EXPECT_EQ(evaluate_all({1e-8, 150, 1, 0, kept}).in_workers, 0);
  EXPECT_GT(evaluate_all({5e-5, 150, 1, 0, kept}).in_workers, 100);
}

}  // namespace
