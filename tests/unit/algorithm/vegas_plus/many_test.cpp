// VEGAS+ and m-Cubes for many integrals: what each gets is what it would get alone.
#include "algorithm/vegas_plus/many.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "engine/reference/samples.hpp"
#include "unit/engine/cpu/samples/samples_support.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::algorithm;
using namespace cuboid::test;
using engine::reference::ReferenceSamples;

/// A peak of that sharpness, which is NaN beyond x = 0.9 where that is negative, and says -999
/// where it is zero.
int peak(const int *ndim, const double *x, const int *ncomp, double *f, void *userdata) {
  const double sharpness = *static_cast<const double *>(userdata);
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - 0.3) * (x[d] - 0.3);
  for (int c = 0; c < *ncomp; ++c) f[c] = std::exp(-std::fabs(sharpness) * (c + 1) * square);
  if (sharpness < 0 && x[0] > 0.9) f[0] = std::numeric_limits<double>::quiet_NaN();
  return sharpness == 0 ? -999 : 0;
}

/// An engine of the host for each integral.
class HostManySamples final : public engine::ManySamplesEngine {
 public:
  HostManySamples(int ndim, int ncomp, std::vector<double> sharpness, bool quasi = false)
      : problem_(cuboid::test::problem(ndim, ncomp, 7)), sharpness_(std::move(sharpness)) {
    problem_.quasi = quasi;
    for (double &one : sharpness_)
      engines_.push_back(std::make_unique<ReferenceSamples>(
          problem_, host(peak, problem_.ndim, problem_.ncomp, 1, &one)));
  }

  const engine::SamplesProblem &problem() const override { return problem_; }
  std::int64_t count() const override { return std::ssize(engines_); }
  std::int64_t max_intervals() const override { return engines_[0]->max_intervals(); }
  ReferenceSamples &engine(std::size_t integral) { return *engines_[integral]; }

  void set_grid(const engine::SamplesGrid &grid, bool adaptive) override {
    for (const auto &engine : engines_) engine->set_grid(grid, adaptive);
  }

  void iterate(const engine::SamplesIteration &iteration,
               const std::vector<std::uint32_t> &which) override {
    found_.clear();
    for (const std::uint32_t integral : which) {
      engine::ManySamplesResult result;
      try {
        engines_[integral]->submit(iteration);
        static_cast<SamplesResult &>(result) = engines_[integral]->collect();
      } catch (const Failure &) {
        result.aborted = true;
      }
      found_.push_back(result);
    }
  }

  engine::ManySamplesResult result(std::size_t place) const override { return found_[place]; }

 private:
  engine::SamplesProblem problem_;
  std::vector<double> sharpness_;
  std::vector<std::unique_ptr<ReferenceSamples>> engines_;
  std::vector<engine::ManySamplesResult> found_;
};

struct Ended {
  SampledResult result{1};
  int status = 0;
  std::string message;
};

struct Found {
  std::map<std::size_t, Ended> ended;
  std::vector<std::size_t> left_out;
  std::int64_t evaluated = 0;  ///< without the pilots
};

Found integrate(const VegasPlusTask &task, HostManySamples &engine,
                std::int64_t max_samples = 1 << 16, int iterations = 1000) {
  Found found;
  ManyHost host;
  host.put = [&](std::size_t integral, const SampledResult &result, const Failure *failure) {
    EXPECT_EQ(found.ended.count(integral), 0u);
    found.ended[integral] = {result, failure ? failure->status() : 0,
                             failure ? failure->message() : ""};
  };
  host.goes_on = [&](std::int64_t evaluated) {
    found.evaluated += evaluated;
    return --iterations > 0;
  };
  found.left_out = vegas_plus_many(task, engine, max_samples, host);
  return found;
}

VegasPlusTask task_to(double epsrel, double beta) {
  VegasPlusTask task;
  task.goal.epsrel = epsrel;
  task.goal.maxeval = 60000;
  task.samples = 1000;
  task.increase = 100;
  task.beta = beta;
  return task;
}

void expect_same(const SampledResult &one, const SampledResult &other) {
  EXPECT_EQ(one.integral, other.integral);
  EXPECT_EQ(one.error, other.error);
  EXPECT_EQ(one.chi2, other.chi2);
  EXPECT_EQ(one.covariance, other.covariance);
  EXPECT_EQ(one.neval, other.neval);
  EXPECT_EQ(one.dof, other.dof);
  EXPECT_EQ(one.converged, other.converged);
  EXPECT_EQ(one.remark, other.remark);
}

TEST(ManyVegasPlus, GivesEachTheBitsThatItHasAlone) {
  const std::vector<double> sharpness{1, 3, 10, 30, 300, 3000};
  for (const auto &[beta, quasi] : {std::pair{0.75, false}, {0.0, false}, {0.75, true}})
    for (const int ncomp : {1, 2}) {
      const VegasPlusTask task = task_to(1e-2, beta);
      HostManySamples engine(2, ncomp, sharpness, quasi);
      const Found found = integrate(task, engine);
      EXPECT_TRUE(found.left_out.empty());
      ASSERT_EQ(found.ended.size(), sharpness.size());
      for (std::size_t i = 0; i < sharpness.size(); ++i) {
        SCOPED_TRACE(i);
        HostManySamples one(2, ncomp, {sharpness[i]}, quasi);
        VegasPlusTask alone = task;
        alone.engine = &one.engine(0);
        VegasPlusResult result(ncomp);
        vegas_plus(alone, result);
        expect_same(found.ended.at(i).result, result);
      }
    }
}

TEST(ManyVegasPlus, BeginsWithAMap) {
  VegasPlusTask task = task_to(1e-2, 0.75);
  HostManySamples first(2, 1, {300});
  task.engine = &first.engine(0);
  VegasPlusResult before(1);
  vegas_plus(task, before);
  task.edges = before.edges;
  task.edges_intervals = before.edges_intervals;
  HostManySamples engine(2, 1, {300, 300});
  const Found found = integrate(task, engine);
  HostManySamples one(2, 1, {300});
  task.engine = &one.engine(0);
  VegasPlusResult result(1);
  vegas_plus(task, result);
  expect_same(found.ended.at(1).result, result);
  EXPECT_LT(result.neval, before.neval);
}

TEST(ManyVegasPlus, EndsNoOtherWhereOneFails) {
  const VegasPlusTask task = task_to(1e-2, 0.75);
  HostManySamples engine(2, 1, {3, -3, 0, 10});
  const Found found = integrate(task, engine);
  HostManySamples sound(2, 1, {3, 10});
  const Found others = integrate(task, sound);
  EXPECT_EQ(found.ended.at(1).status, CUBOID_NONFINITE);
  EXPECT_NE(found.ended.at(1).message.find("the integrand is NaN or infinite at"),
            std::string::npos)
      << found.ended.at(1).message;
  EXPECT_EQ(found.ended.at(2).status, CUBOID_ABORTED);
  expect_same(found.ended.at(0).result, others.ended.at(0).result);
  expect_same(found.ended.at(3).result, others.ended.at(1).result);
  VegasPlusTask goes_on = task;
  goes_on.stop_at_nonfinite = false;
  HostManySamples again(2, 1, {-3});
  const Ended counted = integrate(goes_on, again).ended.at(0);
  EXPECT_EQ(counted.status, 0);
  EXPECT_GT(counted.result.nonfinite, 0);
}

TEST(ManyVegasPlus, LeavesOutWhatNeedsLongIterations) {
  HostManySamples engine(2, 1, {3, 3000});
  VegasPlusTask task = task_to(1e-2, 0);
  const Found all = integrate(task, engine);
  task.goal.maxeval = 1000000;
  task.goal.epsrel = 1e-6;
  // Iterations 0 to 5 have no more.
  const Found found = integrate(task, engine, 1500);
  EXPECT_EQ(found.left_out, (std::vector<std::size_t>{0, 1}));
  EXPECT_TRUE(found.ended.empty());
  EXPECT_EQ(all.ended.size(), 2u);
  const ManyShape shape = shape_of_many(task, engine.problem(), engine.max_intervals(), 1500);
  EXPECT_EQ(shape.samples, 1500);
  EXPECT_FALSE(shape.adaptive);
}

TEST(ManyVegasPlus, LeavesTheOthersWhenItIsToEnd) {
  HostManySamples engine(2, 1, {3, 3});
  VegasPlusTask task = task_to(1e-6, 0.75);
  const Found found = integrate(task, engine, 1 << 16, 2);
  EXPECT_TRUE(found.ended.empty());
  EXPECT_TRUE(found.left_out.empty());
  EXPECT_NEAR(static_cast<double>(found.evaluated), 2 * (1000 + 1100), 300);
}

}  // namespace
