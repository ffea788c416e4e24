// Lattices for many integrals: what each gets is what it would get alone.
#include "algorithm/lattice/many.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/cpu/lattice/lattice.hpp"
#include "engine/cpu/samples/samples.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::algorithm;

/// A peak of that sharpness, which is NaN beyond x = 0.9 where that is negative, and says -999
/// where it is zero.  Beyond 1e4, a ridge.
int peak(const int *ndim, const double *x, const int *ncomp, double *f, void *userdata) {
  const double sharpness = *static_cast<const double *>(userdata);
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - 0.3) * (x[d] - 0.3);
  for (int c = 0; c < *ncomp; ++c) f[c] = std::exp(-std::fabs(sharpness) * (c + 1) * square);
  if (sharpness > 1e4) f[0] = std::exp(-1e4 * (x[0] - x[1]) * (x[0] - x[1]));
  if (sharpness < 0 && x[0] > 0.9) f[0] = std::numeric_limits<double>::quiet_NaN();
  return sharpness == 0 ? -999 : 0;
}

/// The engines of the host, two for each integral.
class Host final : public engine::ManyLatticeEngine {
 public:
  class Samples final : public engine::ManySamplesEngine {
   public:
    explicit Samples(Host &host) : host_(host) {}

    const engine::SamplesProblem &problem() const override { return host_.ones_[0]->problem; }
    std::int64_t count() const override { return host_.count(); }
    std::int64_t max_intervals() const override { return host_.ones_[0]->samples.max_intervals(); }
    void set_grid(const engine::SamplesGrid &grid, bool adaptive) override {
      for (const auto &one : host_.ones_) one->samples.set_grid(grid, adaptive);
    }
    void iterate(const engine::SamplesIteration &iteration,
                 const std::vector<std::uint32_t> &which) override {
      which_ = which;
      found_.clear();
      for (const std::uint32_t integral : which) {
        engine::ManySamplesResult result;
        try {
          host_.ones_[integral]->samples.submit(iteration);
          static_cast<engine::SamplesResult &>(result) = host_.ones_[integral]->samples.collect();
        } catch (const Failure &) {
          result.aborted = true;
        }
        found_.push_back(result);
      }
    }
    engine::ManySamplesResult result(std::size_t place) const override { return found_[place]; }
    std::vector<std::vector<std::uint64_t>> edges() override {
      std::vector<std::vector<std::uint64_t>> all;
      for (const std::uint32_t integral : which_)
        all.push_back(host_.ones_[integral]->samples.edges());
      return all;
    }

   private:
    Host &host_;
    std::vector<std::uint32_t> which_;
    std::vector<engine::ManySamplesResult> found_;
  };

  Host(int ndim, int ncomp, std::vector<double> sharpness) : sharpness_(std::move(sharpness)) {
    for (double &one : sharpness_) ones_.push_back(std::make_unique<One>(ndim, ncomp, &one));
  }

  const engine::LatticeProblem &problem() const override { return ones_[0]->lattice.problem(); }
  std::int64_t count() const override { return std::ssize(ones_); }
  void evaluate(const std::vector<engine::ManyLatticeRequest> &requests) override {
    ++rounds;
    found_.clear();
    for (const engine::ManyLatticeRequest &asked : requests) {
      engine::ManyLatticeSums sums;
      try {
        static_cast<engine::LatticeSums &>(sums) =
            ones_[asked.integral]->lattice.evaluate(*asked.request);
      } catch (const Failure &) {
        sums.aborted = true;
      }
      found_.push_back(sums);
    }
  }
  engine::ManyLatticeSums result(std::size_t place) const override { return found_[place]; }

  /// What the integral is by itself.
  LatticeResult alone(LatticeTask task, std::size_t integral, bool mapped) const {
    task.engine = &ones_[integral]->lattice;
    if (mapped)
      task.draw = [&samples = ones_[integral]->samples](const MapRequest &request) {
        return draw_for_map(request, samples);
      };
    LatticeResult result(problem().ncomp);
    lattice(task, result);
    return result;
  }

  int rounds = 0;

 private:
  struct One {
    One(int ndim, int ncomp, double *sharpness)
        : host{ndim, ncomp, reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(peak)),
               sharpness, 1},
          problem{ndim, ncomp, {}},
          lattice({ndim, ncomp, {}}, host, {}, 1),
          samples(problem, host, {}, 1) {}

    engine::HostFunction host;
    engine::SamplesProblem problem;
    engine::cpu::ThreadedLattice lattice;
    engine::cpu::ThreadedSamples samples;
  };

  std::vector<double> sharpness_;
  std::vector<std::unique_ptr<One>> ones_;
  std::vector<engine::ManyLatticeSums> found_;
};

struct Ended {
  LatticeResult result{1};
  int status = 0;
};

struct Found {
  std::map<std::size_t, Ended> ended;
  std::vector<std::size_t> left_out;
  std::int64_t evaluated = 0;
};

Found integrate(const LatticeTask &task, Host &host, bool mapped, int rounds = 1000) {
  Found found;
  ManyHost to;
  to.put = [&](std::size_t integral, const SampledResult &result, const Failure *failure) {
    EXPECT_EQ(found.ended.count(integral), 0u);
    found.ended[integral] = {static_cast<const LatticeResult &>(result),
                             failure ? failure->status() : 0};
  };
  to.goes_on = [&](std::int64_t evaluated) {
    found.evaluated += evaluated;
    return --rounds > 0;
  };
  Host::Samples samples(host);
  found.left_out = lattice_many(task, host, mapped ? &samples : nullptr, to);
  return found;
}

LatticeTask task_to(double epsrel) {
  LatticeTask task;
  task.goal.epsrel = epsrel;
  task.goal.epsabs = 0;
  task.goal.maxeval = 1000000;
  return task;
}

TEST(ManyLattices, GiveEachTheBitsThatItHasAlone) {
  const std::vector<double> sharpness{1, 3, 10, 30, 100};
  for (const bool mapped : {false, true})
    for (const int ncomp : {1, 2}) {
      const LatticeTask task = task_to(1e-6);
      Host host(2, ncomp, sharpness);
      const Found found = integrate(task, host, mapped);
      EXPECT_TRUE(found.left_out.empty());
      ASSERT_EQ(found.ended.size(), sharpness.size());
      std::int64_t evaluated = 0;
      for (std::size_t i = 0; i < sharpness.size(); ++i) {
        SCOPED_TRACE(i);
        const LatticeResult &one = found.ended.at(i).result;
        const LatticeResult result = Host(2, ncomp, {sharpness[i]}).alone(task, 0, mapped);
        EXPECT_TRUE(one.converged);
        EXPECT_EQ(one.integral, result.integral);
        EXPECT_EQ(one.error, result.error);
        EXPECT_EQ(one.chi2, result.chi2);
        EXPECT_EQ(one.neval, result.neval);
        EXPECT_EQ(one.description, result.description);
        evaluated += one.neval;
      }
      EXPECT_EQ(found.evaluated, evaluated);
    }
}

/// All that an integral needs to know together is one round.
TEST(ManyLattices, TakeFewRounds) {
  Host host(2, 1, {1, 2, 3});
  integrate(task_to(1e-6), host, true);
  EXPECT_LE(host.rounds, 30);
}

TEST(ManyLattices, EndNoOtherWhereOneFails) {
  for (const bool mapped : {false, true}) {
    Host host(2, 1, {3, -3, 0, 10});
    const Found found = integrate(task_to(1e-4), host, mapped);
    EXPECT_EQ(found.ended.at(1).status, CUBOID_NONFINITE);
    EXPECT_EQ(found.ended.at(2).status, CUBOID_ABORTED);
    for (const std::size_t i : {0u, 3u}) EXPECT_TRUE(found.ended.at(i).result.converged) << i;
  }
}

TEST(ManyLattices, LeaveOutWhatVegasPlusDoesBetter) {
  LatticeTask task = task_to(1e-6);
  task.hands_over = true;
  Host host(2, 1, {1, 1e5});
  const Found found = integrate(task, host, true);
  EXPECT_EQ(found.left_out, std::vector<std::size_t>{1});
  EXPECT_EQ(found.ended.size(), 1u);
}

TEST(ManyLattices, LeaveOutWhatNeedsLargeLattices) {
  LatticeTask task = task_to(1e-6);
  task.goal.maxeval = 100000000;
  task.points = 1 << 20;
  task.goal.epsrel = 1e-15;
  Host host(2, 1, {3e4});
  EXPECT_EQ(integrate(task, host, false).left_out, std::vector<std::size_t>{0});
}

TEST(ManyLattices, LeaveTheOthersWhereTheCallEnds) {
  Host host(2, 1, {1, 3, 10});
  const Found found = integrate(task_to(1e-6), host, true, 3);
  EXPECT_TRUE(found.ended.empty());
  EXPECT_TRUE(found.left_out.empty());
}

}  // namespace
