// Regions whose parts go on by themselves, beside those that wait for each other level by level.
#include <cmath>
#include <memory>
#include <vector>

#include "cuba/divonne/partition.hpp"
#include "unit/cuba/divonne/divonne_support.hpp"

namespace {

using namespace cuboid::algorithm::divonne_detail;
using divonne_test::Integrand;
using divonne_test::TestEngine;

/// Samples as another does, but in batches of their own.
class ByLevel final : public Sampler {
 public:
  explicit ByLevel(Sampler &other)
      : Sampler(other.kind(), other.points(), other.effective()), other_(other) {}

  std::vector<RegionSample> sample(Phase phase, const std::vector<const Box *> &boxes,
                                   const std::vector<Extremes *> &extremes,
                                   Evaluations &evaluations) override {
    return other_.sample(phase, boxes, extremes, evaluations);
  }

 private:
  Sampler &other_;
};

struct Outcome {
  std::vector<Region> regions;
  std::int64_t neval = 0;
  Spent spent;
};

/// The parts of the cube, and then their parts side by side.
Outcome split_twice(int ndim, int ncomp, const Integrand &integrand, int levels, int key,
                    bool by_level) {
  TestEngine engine(ndim, ncomp, integrand);
  cuboid::algorithm::Task task;
  task.ndim = ndim;
  task.ncomp = ncomp;
  task.goal.maxeval = 1000000;
  task.engine = &engine;
  Outcome outcome;
  Evaluations evaluations(task, 0, outcome.neval);
  RandomPoints random(ndim, 0, 0);
  const auto sampler = make_sampler(task, key, 47, 1000, 1, random);
  ByLevel waiting(*sampler);
  Sampler &first = by_level ? waiting : *sampler;
  const cuboid::algorithm::DivonneOptions options;
  Partitioner partitioner(evaluations, first, KnownPoints(options, evaluations, {}));
  const std::vector<double> floor(static_cast<std::size_t>(ncomp), 0.0);
  const std::vector<double> scale(static_cast<std::size_t>(ncomp), 1e-3);
  const Region whole = partitioner.whole();
  const std::vector<Region> regions =
      std::move(partitioner.split({&whole}, 2, floor, scale).front());
  std::vector<const Region *> wholes;
  for (const Region &region : regions) wholes.push_back(&region);
  for (const auto &parts : partitioner.split(wholes, levels, floor, scale))
    outcome.regions.insert(outcome.regions.end(), parts.begin(), parts.end());
  outcome.spent = partitioner.spent;
  return outcome;
}

void expect_same(const Outcome &a, const Outcome &b) {
  EXPECT_EQ(a.neval, b.neval);
  EXPECT_EQ(a.spent.in_search, b.spent.in_search);
  EXPECT_EQ(a.spent.in_cuts, b.spent.in_cuts);
  ASSERT_EQ(a.regions.size(), b.regions.size());
  for (std::size_t i = 0; i < a.regions.size(); ++i) {
    const Region &one = a.regions[i], &other = b.regions[i];
    EXPECT_EQ(one.box.lower, other.box.lower) << i;
    EXPECT_EQ(one.box.upper, other.box.upper) << i;
    EXPECT_EQ(one.spread, other.spread) << i;
    EXPECT_EQ(one.lowest, other.lowest) << i;
    EXPECT_EQ(one.highest, other.highest) << i;
    EXPECT_EQ(one.first[0].integral, other.first[0].integral) << i;
    EXPECT_EQ(one.first[0].error, other.first[0].error) << i;
  }
}

void peaks(const double *x, double *f) {
  double near = 0, far = 0;
  for (int d = 0; d < 3; ++d) {
    near += (x[d] - 0.3) * (x[d] - 0.3);
    far += (x[d] - 0.8) * (x[d] - 0.8);
  }
  f[0] = std::exp(-30 * near) + 0.5 * std::exp(-100 * far);
}

void wave_and_peak(const double *x, double *f) {
  f[0] = std::sin(9 * x[0] * x[1]) + std::cos(7 * x[2]);
  f[1] = 1 / (0.01 + std::pow(x[0] - 0.4, 2) + std::pow(x[3] - 0.6, 2));
}

TEST(Splitting, GivesTheRegionsOfOneLevelAfterTheOther) {
  for (const int levels : {0, 1, 2, 3, 4, 6}) {
    const Outcome peak = split_twice(3, 1, peaks, levels, 47, false);
    expect_same(peak, split_twice(3, 1, peaks, levels, 47, true));
    const Outcome wave = split_twice(4, 2, wave_and_peak, levels, 100, false);
    expect_same(wave, split_twice(4, 2, wave_and_peak, levels, 100, true));
    if (levels < 4) continue;
    EXPECT_GT(peak.regions.size(), 30U);
    EXPECT_GT(wave.regions.size(), 60U);
  }
}

/// A larger sample is a batch of its own; points of a generator belong to whoever asks next.
TEST(Splitting, WaitsForSamplesThatAreNotAskedForBesideOthers) {
  for (const int key : {-100, 7, 5000})
    expect_same(split_twice(3, 1, peaks, 3, key, false), split_twice(3, 1, peaks, 3, key, true));
}

}  // namespace
