// The parts of Suave: grids, samples, estimates, the fluctuation, the choice of a bisection, the
// tree of regions.
#include <algorithm>
#include <cmath>
#include <limits>
#include <list>
#include <random>

#include "cuba/suave/fluctuation.hpp"
#include "cuba/suave/grid.hpp"
#include "cuba/suave/memory.hpp"
#include "cuba/suave/region.hpp"
#include "cuba/suave/split.hpp"
#include "cuba/suave/tree.hpp"
#include "statistics/tiny.hpp"
#include "unit/cuba/suave/suave_support.hpp"

namespace {

using namespace cuboid::algorithm::suave_parts;
using cuboid::Failure;
using cuboid::algorithm::StateReader;
using cuboid::algorithm::StateWriter;

double grid_position(const double *edge, double place) {
  const int bin = std::min(static_cast<int>(place), grid_bins - 1);
  const double low = bin == 0 ? 0 : edge[bin - 1];
  return low + (place - bin) * (edge[bin] - low);
}

std::vector<double> random_grid(unsigned seed, double power) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> edge(grid_bins);
  double sum = 0;
  for (double &value : edge) value = sum += std::pow(uniform(generator), power);
  for (double &value : edge) value /= sum;
  edge.back() = 1;
  return edge;
}

TEST(SuaveGrid, HalvesOfAUniformGridAreUniform) {
  double edge[grid_bins], lower[grid_bins], upper[grid_bins];
  make_uniform(edge);
  halve_grid(edge, lower, upper);
  for (int b = 0; b < grid_bins; ++b) {
    EXPECT_EQ(edge[b], (b + 1) / 64.0);
    EXPECT_EQ(lower[b], edge[b]);
    EXPECT_EQ(upper[b], edge[b]);
  }
}

// The density of the mixture, bin by bin of the new grid, is that part of 1 and the rest of the
// old.
TEST(SuaveGrid, APartIsSpreadEvenly) {
  for (const double part : {0.0, 0.1, 0.5, 1.0})
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const std::vector<double> before = random_grid(seed, seed % 5 + 0.5);
      std::vector<double> edge = before;
      spread_evenly(edge.data(), part);
      for (int k = 1; k <= grid_bins; ++k) {
        const double x = edge[static_cast<std::size_t>(k) - 1];
        const auto bin = std::lower_bound(before.begin(), before.end(), x) - before.begin();
        const double low = bin == 0 ? 0 : before[static_cast<std::size_t>(bin) - 1];
        const double high = before[static_cast<std::size_t>(bin)];
        const double old = (static_cast<double>(bin) + (x - low) / (high - low)) / grid_bins;
        // x is rounded.
        EXPECT_NEAR((1 - part) * old + part * x, static_cast<double>(k) / grid_bins,
                    1e-13 + 1e-15 / (high - low));
      }
      EXPECT_EQ(edge.back(), 1);
    }
}

// The density of a half is that of the whole there: each of its bins is the same part of the bins.
TEST(SuaveGrid, HalvesKeepTheDensity) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const std::vector<double> edge = random_grid(seed, seed % 5 + 0.5);
    double lower[grid_bins], upper[grid_bins];
    halve_grid(edge.data(), lower, upper);
    // The place of the middle by bisection of the places.
    double below = 0, above = grid_bins;
    for (int i = 0; i < 200; ++i) {
      const double between = (below + above) / 2;
      (grid_position(edge.data(), between) < 0.5 ? below : above) = between;
    }
    for (int k = 1; k <= grid_bins; ++k) {
      const double in_lower = 2 * grid_position(edge.data(), k * below / grid_bins);
      const double in_upper =
          2 * grid_position(edge.data(), below + k * (grid_bins - below) / grid_bins) - 1;
      EXPECT_NEAR(lower[k - 1], in_lower, 1e-13);
      EXPECT_NEAR(upper[k - 1], in_upper, 1e-13);
    }
    EXPECT_EQ(lower[grid_bins - 1], 1);
    EXPECT_EQ(upper[grid_bins - 1], 1);
  }
}

TEST(SuaveGrid, HalvesRiseWhateverTheGrid) {
  std::vector<std::vector<double>> grids{random_grid(1, 40), random_grid(2, 200)};
  grids.push_back(std::vector<double>(grid_bins, 1.0));
  grids.push_back(std::vector<double>(grid_bins, 0.5));
  grids.push_back(std::vector<double>(grid_bins, 0.0));
  grids.push_back(std::vector<double>(grid_bins, std::nextafter(1.0, 0.0)));
  for (std::vector<double> &edge : grids) {
    edge.back() = 1;
    double halves[2][grid_bins];
    halve_grid(edge.data(), halves[0], halves[1]);
    for (const double *half : halves) {
      double last = 0;
      for (int b = 0; b < grid_bins; ++b) {
        EXPECT_GE(half[b], last);
        last = half[b];
      }
      EXPECT_EQ(last, 1);
    }
  }
}

/// A set of random samples, each marked by equal numbers in all its places.
SampleSet random_set(SampleStore &store, int ndim, int ncomp, std::int64_t count, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  const SampleSet set = store.allocate(count);
  for (std::int64_t i = 0; i < count; ++i) {
    const double mark = uniform(generator);
    set.weight[i] = mark;
    for (int d = 0; d < ndim; ++d) set.x[i * ndim + d] = std::fmod(mark * (d + 1), 1);
    for (int c = 0; c < ncomp; ++c) set.f[i * ncomp + c] = mark * (c + 1);
  }
  return set;
}

TEST(SuaveSamples, DivideKeepsSamplesTogetherInPlace) {
  for (const std::int64_t count : {1, 2, 3, 10, 1001}) {
    MemoryBudget budget(0);
    SampleStore store(3, 2, budget);
    const SampleSet set = random_set(store, 3, 2, count, static_cast<unsigned>(count));
    std::vector<double> before(set.weight, set.weight + count);
    const std::int64_t used = budget.used();
    EXPECT_EQ(used, 8 * (1 + 3 + 2) * count);
    const SampleStore::Parts halves = store.divide(set, 1, 0.4);
    EXPECT_EQ(budget.used(), used);
    EXPECT_EQ(halves.first.weight, set.weight);
    EXPECT_EQ(halves.second.weight, set.weight + halves.first.count);
    EXPECT_EQ(halves.first.count + halves.second.count, count);
    std::vector<double> after;
    for (const bool in_upper : {false, true}) {
      const SampleSet &half = in_upper ? halves.second : halves.first;
      for (std::int64_t i = 0; i < half.count; ++i) {
        EXPECT_EQ(half.x[i * 3 + 1] >= 0.4, in_upper);
        const double mark = half.weight[i];
        EXPECT_EQ(half.x[i * 3], std::fmod(mark, 1));
        EXPECT_EQ(half.x[i * 3 + 2], std::fmod(mark * 3, 1));
        EXPECT_EQ(half.f[i * 2], mark);
        EXPECT_EQ(half.f[i * 2 + 1], mark * 2);
        after.push_back(mark);
      }
    }
    std::sort(before.begin(), before.end());
    std::sort(after.begin(), after.end());
    EXPECT_EQ(before, after);
  }
}

TEST(SuaveSamples, BudgetIsKept) {
  MemoryBudget budget(8 * 3 * 100);
  SampleStore store(1, 1, budget);
  store.allocate(60);
  try {
    store.allocate(41);
    FAIL() << "more than the limit was given";
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), CUBOID_OUT_OF_MEMORY);
    EXPECT_NE(failure.message().find("memory_limit"), std::string::npos);
  }
  store.allocate(40);
  store.clear();
  EXPECT_EQ(budget.used(), 0);
  EXPECT_THROW(store.allocate(std::numeric_limits<std::int64_t>::max()), Failure);
}

/// A region with sets of given sizes, whose weights and values are random.
struct RegionFixture {
  RegionFixture(int ndim, int ncomp, const std::vector<std::int64_t> &sizes, double spread = 1)
      : budget(0), store(ndim, ncomp, budget), region(unit_cube(ndim)) {
    std::mt19937_64 generator(7);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (const std::int64_t size : sizes) {
      const SampleSet set = store.allocate(size);
      for (std::int64_t i = 0; i < size; ++i) {
        set.weight[i] = (uniform(generator) + 0.5) / static_cast<double>(size);
        for (int d = 0; d < ndim; ++d) set.x[i * ndim + d] = uniform(generator);
        for (int c = 0; c < ncomp; ++c)
          set.f[i * ncomp + c] = 1 + c + spread * std::pow(uniform(generator) - 0.5, 5);
      }
      region.sets.push_back(set);
    }
  }

  MemoryBudget budget;
  SampleStore store;
  Region region;
};

TEST(SuaveEstimate, IsTheMeanOfTheSetsByInverseVariance) {
  constexpr int ncomp = 3;
  const RegionFixture fixture(2, ncomp, {40, 3, 25, 60});
  const Estimate estimate = estimate_region(fixture.region, ncomp, 10, false);
  const Estimate last = estimate_region(fixture.region, ncomp, 10, true);
  EXPECT_EQ(estimate.dof, 2);
  EXPECT_EQ(last.dof, 2);
  for (int c = 0; c < ncomp; ++c) {
    long double weight = 0, weighted = 0;
    std::vector<std::pair<long double, long double>> sets;
    for (const SampleSet &set : fixture.region.sets) {
      if (set.count < 10) continue;
      long double sum = 0, squares = 0;
      for (std::int64_t i = 0; i < set.count; ++i) {
        const long double value = static_cast<long double>(set.weight[i]) * set.f[i * ncomp + c];
        sum += value;
        squares += value * value;
      }
      const auto m = static_cast<long double>(set.count);
      const long double inverse = (m - 1) / (m * squares - sum * sum);
      sets.emplace_back(sum, inverse);
      weight += inverse;
      weighted += inverse * sum;
    }
    const long double mean = weighted / weight;
    long double chi2 = 0;
    for (const auto &[sum, inverse] : sets) chi2 += inverse * (sum - mean) * (sum - mean);
    const auto i = static_cast<std::size_t>(c);
    EXPECT_NEAR(estimate.integral[i], static_cast<double>(mean), 1e-12);
    EXPECT_NEAR(estimate.variance[i] * static_cast<double>(weight), 1, 1e-10);
    EXPECT_NEAR(estimate.chi2[i], static_cast<double>(chi2), 1e-8);
    EXPECT_NEAR(last.integral[i], static_cast<double>(sets.back().first), 1e-12);
    EXPECT_NEAR(last.variance[i] * static_cast<double>(sets.back().second), 1, 1e-10);
    EXPECT_EQ(last.chi2[i], estimate.chi2[i]);
  }
}

TEST(SuaveEstimate, OneComponentIsNoSpecialCase) {
  const RegionFixture one(1, 1, {50, 20});
  const RegionFixture two(1, 2, {50, 20});
  for (std::size_t s = 0; s < 2; ++s)
    for (std::int64_t i = 0; i < one.region.sets[s].count; ++i) {
      two.region.sets[s].weight[i] = one.region.sets[s].weight[i];
      two.region.sets[s].f[2 * i] = two.region.sets[s].f[2 * i + 1] = one.region.sets[s].f[i];
    }
  const Estimate single = estimate_region(one.region, 1, 2, false);
  const Estimate twin = estimate_region(two.region, 2, 2, false);
  for (const std::size_t c : {0, 1}) {
    EXPECT_EQ(twin.integral[c], single.integral[0]);
    EXPECT_EQ(twin.variance[c], single.variance[0]);
    EXPECT_EQ(twin.chi2[c], single.chi2[0]);
  }
}

TEST(SuaveEstimate, ConstantIntegrandHasTheFloorAndNoChi2) {
  MemoryBudget budget(0);
  SampleStore store(1, 1, budget);
  Region region = unit_cube(1);
  for (int s = 0; s < 2; ++s) {
    const SampleSet set = store.allocate(64);
    std::fill_n(set.weight, 64, 1.0 / 64);
    std::fill_n(set.f, 64, 1.0);
    region.sets.push_back(set);
  }
  const Estimate estimate = estimate_region(region, 1, 2, false);
  EXPECT_EQ(estimate.integral[0], 1);
  EXPECT_EQ(estimate.variance[0], cuboid::statistics::tiny / 126);
  EXPECT_EQ(estimate.chi2[0], 0);
}

TEST(SuaveEstimate, OverflowIsAFailure) {
  RegionFixture fixture(1, 2, {30});
  fixture.region.sets[0].f[2 * 17 + 1] = 1e200;
  try {
    estimate_region(fixture.region, 2, 2, false);
    FAIL() << "an infinite variance was taken";
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status(), CUBOID_NONFINITE);
    EXPECT_NE(failure.message().find("f[1]"), std::string::npos);
  }
}

TEST(SuaveEstimate, DifferenceIsAddedToTheVariances) {
  Estimate parent(1), lower(1), upper(1);
  parent.integral[0] = 10;
  lower.integral[0] = 5;
  upper.integral[0] = 7;
  lower.variance[0] = 1;
  upper.variance[0] = 3;
  correct_for_difference(parent, lower, upper);
  // difference 2, share 1/4, stretch (1 + sqrt(1/16))^2 = 25/16
  EXPECT_DOUBLE_EQ(lower.variance[0], 25.0 / 16 + 0.25);
  EXPECT_DOUBLE_EQ(upper.variance[0], 75.0 / 16 + 0.25);
  lower.variance[0] = upper.variance[0] = 0;
  correct_for_difference(parent, lower, upper);
  EXPECT_EQ(lower.variance[0], 0.25);
  EXPECT_EQ(upper.variance[0], 0.25);
}

/// As the formula stands, in long double throughout.
std::vector<HalfSums> plain_sums(const Region &region, int ndim, int ncomp,
                                 const FluctuationMeasure &measure,
                                 FluctuationCap kind = FluctuationCap::from_above) {
  std::vector<HalfSums> sums(static_cast<std::size_t>(ndim));
  const long double cap = std::exp2(std::floor(16382 / static_cast<long double>(measure.flatness)));
  const long double most = std::numeric_limits<long double>::max() / 2;
  for (const SampleSet &set : region.sets)
    for (std::int64_t i = 0; i < set.count; ++i) {
      const long double deviation =
          static_cast<long double>(set.f[i * ncomp + measure.component]) - measure.integral;
      const long double phi =
          std::min(1 + std::fabs(set.weight[i]) * deviation * deviation /
                           (static_cast<long double>(measure.error) *
                            std::max(std::fabs(measure.integral), measure.error)),
                   cap);
      const long double power = std::pow(phi, static_cast<long double>(measure.flatness));
      for (int d = 0; d < ndim; ++d) {
        HalfSums &sum = sums[static_cast<std::size_t>(d)];
        long double &half = set.x[i * ndim + d] < region.middle(d) ? sum.lower : sum.upper;
        half = kind == FluctuationCap::from_above ? std::min(half + power, most)
                                                  : std::max(half + power, most);
      }
    }
  return sums;
}

void expect_same_fluctuation(long double found, long double expected, double flatness) {
  const long double exponent = 2 / (3 * static_cast<long double>(flatness));
  EXPECT_NEAR(static_cast<double>(exponent * std::log(found)),
              static_cast<double>(exponent * std::log(expected)),
              4e-16 * static_cast<double>(1 + exponent * std::fabs(std::log(expected))));
}

// Along several axes, for whole and broken exponents, and for values from equal ones to such whose
// powers need long double, or even the cap.
TEST(SuaveFluctuation, IsThatOfLongDouble) {
  for (const int ndim : {1, 3, 4, 5, 9})
    for (const int ncomp : {1, 2})
      for (const double spread : {0.0, 1.0, 1e3, 1e8, 1e30})
        for (const double flatness : {0.01, 0.5, 3.0, 25.0, 25.5, 200.0, 1025.0, 5000.0, 1e6}) {
          const RegionFixture fixture(ndim, ncomp, {1, 255, 700}, spread);
          const FluctuationMeasure measure{ncomp - 1, 1.5, 1e-3, flatness};
          const std::vector<HalfSums> found =
              fluctuation_sums(fixture.region, ncomp, measure, FluctuationCap::from_above);
          const std::vector<HalfSums> expected = plain_sums(fixture.region, ndim, ncomp, measure);
          for (std::size_t d = 0; d < expected.size(); ++d) {
            SCOPED_TRACE(testing::Message() << "flatness " << flatness << " spread " << spread);
            expect_same_fluctuation(found[d].lower, expected[d].lower, flatness);
            expect_same_fluctuation(found[d].upper, expected[d].upper, flatness);
          }
        }
}

// With the cap from below all sums are the cap, unless powers count beside it: 8191 and 25 leave
// the largest powers that can be, beside which the cap is small or they overflow.
TEST(SuaveFluctuation, FromBelowIsTheCapOrMore) {
  constexpr long double most = std::numeric_limits<long double>::max() / 2;
  bool equal = false, larger = false, infinite = false;
  for (const double spread : {0.0, 1.0, 30.0, 1e30, 1e140})
    for (const double flatness : {0.5, 3.0, 25.0, 200.0, 8191.0, 1e6}) {
      const RegionFixture fixture(3, 1, {1, 2, 300}, spread);
      const FluctuationMeasure measure{0, 1.5, 1e-30, flatness};
      const std::vector<HalfSums> found =
          fluctuation_sums(fixture.region, 1, measure, FluctuationCap::from_below);
      const std::vector<HalfSums> expected =
          plain_sums(fixture.region, 3, 1, measure, FluctuationCap::from_below);
      for (std::size_t d = 0; d < expected.size(); ++d) {
        SCOPED_TRACE(testing::Message() << "flatness " << flatness << " spread " << spread);
        EXPECT_EQ(found[d].lower, expected[d].lower);
        EXPECT_EQ(found[d].upper, expected[d].upper);
        equal = equal || found[d].lower == most;
        infinite = infinite || std::isinf(found[d].lower);
        larger = larger || (found[d].lower > most && std::isfinite(found[d].lower));
      }
    }
  EXPECT_TRUE(equal && larger && infinite);
}

SplitRule rule_for(int ndim, double flatness) {
  return {ndim, 1, 1e-3, 1e-12, flatness, FluctuationCap::from_above, 1000, 10};
}

TEST(SuaveSplit, TakesTheAxisThatConfinesThePeak) {
  RegionFixture fixture(3, 1, {1000});
  const SampleSet &set = fixture.region.sets[0];
  for (std::int64_t i = 0; i < set.count; ++i) set.f[i] = set.x[i * 3 + 1] < 0.3 ? 100 : 1;
  const Split split = choose_split(fixture.region, rule_for(3, 25), 0, 1, 1e-3);
  EXPECT_EQ(split.axis, 1);
  EXPECT_GT(split.lower_samples, 900);
  EXPECT_LT(split.lower_samples, 1000);
}

TEST(SuaveSplit, LeavesAHalfItsLeastNumberOfSamples) {
  RegionFixture fixture(1, 1, {1000});
  const SampleSet &set = fixture.region.sets[0];
  for (std::int64_t i = 0; i < set.count; ++i) set.f[i] = set.x[i] < 0.5 ? 1e30 : 0;
  const Split split = choose_split(fixture.region, rule_for(1, 3), 0, 1, 1e-3);
  EXPECT_EQ(split.upper_samples, 10);
  EXPECT_LE(split.lower_samples, 1000);
  EXPECT_GE(split.lower_samples, 990);
}

// Powers far beyond the range of double.
TEST(SuaveSplit, TinyFlatnessGivesASplit) {
  const RegionFixture fixture(2, 1, {500, 500}, 10);
  for (const double flatness : {1e-2, 1e-4, 1e-100, 1e-320}) {
    const Split split = choose_split(fixture.region, rule_for(2, flatness), 0, 1, 1e-3);
    EXPECT_GE(split.axis, 0);
    EXPECT_LT(split.axis, 2);
    EXPECT_GE(split.lower_samples, 10);
    EXPECT_GE(split.upper_samples, 10);
    EXPECT_LE(split.lower_samples + split.upper_samples, 1010);
  }
}

// Half and half but for a rounding that Cuba 4.2 has, too; where the fluctuations leave the range
// of double the first axis, and the least number for the lower half.
TEST(SuaveSplit, FromBelowSharesAsCuba42) {
  const RegionFixture fixture(3, 1, {1000});
  const auto split_with = [&](double flatness, std::int64_t nnew) {
    SplitRule rule = rule_for(3, flatness);
    rule.cap = FluctuationCap::from_below;
    rule.nnew = nnew;
    return choose_split(fixture.region, rule, 0, 1, 1e-3);
  };
  EXPECT_EQ(split_with(25, 1000).lower_samples, 499);
  EXPECT_EQ(split_with(25, 1000).upper_samples, 501);
  EXPECT_EQ(split_with(100, 500).lower_samples, 249);
  for (const double flatness : {10.6, 3.0, 0.7, 0.5, 0.01, 1e-300}) {
    const Split split = split_with(flatness, 1000);
    EXPECT_EQ(split.axis, 0) << flatness;
    EXPECT_EQ(split.lower_samples, 10) << flatness;
    EXPECT_EQ(split.upper_samples, 990) << flatness;
  }
}

TEST(SuaveSplit, EqualFluctuationsPreferTheLongestEdge) {
  MemoryBudget budget(0);
  SampleStore store(2, 1, budget);
  Region region = unit_cube(2);
  region.upper[0] = 0.25;
  region.bisections = 2;
  // One sample in each quarter.
  const SampleSet set = store.allocate(4);
  for (int i = 0; i < 4; ++i) {
    set.weight[i] = 0.25;
    set.f[i] = i == 3 ? 2 : 1;
    set.x[2 * i] = i % 2 == 0 ? 0.05 : 0.2;
    set.x[2 * i + 1] = i / 2 == 0 ? 0.2 : 0.8;
  }
  region.sets.push_back(set);
  EXPECT_EQ(choose_split(region, rule_for(2, 25), 0, 1, 0.1).axis, 1);
}

Estimate estimate_of(std::initializer_list<double> integral, double variance, std::int64_t dof) {
  Estimate estimate(static_cast<int>(integral.size()));
  std::copy(integral.begin(), integral.end(), estimate.integral.begin());
  for (std::size_t c = 0; c < integral.size(); ++c) {
    estimate.variance[c] = variance / static_cast<double>(c + 1);
    estimate.chi2[c] = variance + static_cast<double>(c);
  }
  estimate.dof = dof;
  return estimate;
}

// The same bisections on a list, where two take the place of one.
TEST(SuaveTree, IsTheListOfRegions) {
  std::mt19937_64 generator(5);
  std::uniform_int_distribution<int> small(0, 20);
  BisectionTree tree(2);
  struct Leaf {
    std::int64_t region;
    Estimate estimate;
  };
  std::list<Leaf> list;
  const auto random_estimate = [&] {
    return estimate_of({1.0 * small(generator), 2.0 * small(generator)}, small(generator),
                       small(generator));
  };
  const Estimate cube = random_estimate();
  tree.plant(cube);
  list.push_back({0, cube});
  for (int step = 0; step < 300; ++step) {
    const int component = step % 2;
    const auto c = static_cast<std::size_t>(component);
    auto worst = list.begin();
    for (auto leaf = list.begin(); leaf != list.end(); ++leaf)
      if (leaf->estimate.variance[c] > worst->estimate.variance[c]) worst = leaf;
    const BisectionTree::Node node = tree.worst(component);
    ASSERT_EQ(tree.region_of(node), worst->region);
    const Estimate lower = random_estimate();
    const Estimate upper = random_estimate();
    tree.split(node, lower, upper);
    list.insert(std::next(worst), {static_cast<std::int64_t>(list.size()), upper});
    worst->estimate = lower;
  }
  ASSERT_EQ(tree.leaves(), static_cast<std::int64_t>(list.size()));
  Estimate sum(2);
  for (const Leaf &leaf : list) {
    for (const std::size_t c : {0, 1}) {
      sum.integral[c] += leaf.estimate.integral[c];
      sum.variance[c] += leaf.estimate.variance[c];
      sum.chi2[c] += leaf.estimate.chi2[c];
    }
    sum.dof += leaf.estimate.dof;
  }
  EXPECT_EQ(tree.totals().integral, sum.integral);
  EXPECT_EQ(tree.totals().variance, sum.variance);
  EXPECT_EQ(tree.totals().chi2, sum.chi2);
  EXPECT_EQ(tree.totals().dof, sum.dof);

  StateWriter writer;
  tree.put(writer);
  BisectionTree copy(2);
  StateReader reader(writer.bytes());
  copy.get(reader);
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(copy.totals().integral, sum.integral);
  EXPECT_EQ(copy.worst(0), tree.worst(0));
}

// Any one byte of the links changed: either it is still a tree, or it is refused.
TEST(SuaveTree, RefusesWhatIsNoTree) {
  BisectionTree tree(1);
  tree.plant(estimate_of({1}, 1, 0));
  for (int i = 0; i < 6; ++i)
    tree.split(tree.worst(0), estimate_of({1}, i, 1), estimate_of({1}, 2, 1));
  StateWriter writer;
  tree.put(writer);
  const std::size_t links = 13 * 5 * 8;
  int refused = 0;
  for (std::size_t byte = 0; byte < 8 + links; ++byte)
    for (const int change : {1, 2, 128}) {
      std::vector<unsigned char> bytes = writer.bytes();
      bytes[byte] = static_cast<unsigned char>(bytes[byte] ^ change);
      StateReader reader(bytes);
      BisectionTree copy(1);
      try {
        copy.get(reader);
        EXPECT_EQ(copy.leaves(), tree.leaves());
        EXPECT_LT(copy.region_of(copy.worst(0)), copy.leaves());
      } catch (const StateReader::BadState &) {
        ++refused;
      }
    }
  EXPECT_GT(refused, 700);
}

TEST(SuaveRefinement, FollowsTheNewestSet) {
  constexpr std::int64_t count = 64 * 64;
  RegionFixture fixture(2, 2, {300, count});
  Region &region = fixture.region;
  const SampleSet &newest = region.sets.back();
  region.bins.resize(2 * count);
  for (std::int64_t i = 0; i < count; ++i) {
    region.bins[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i % 64);
    region.bins[static_cast<std::size_t>(count + i)] = static_cast<std::uint8_t>(i / 64);
    newest.weight[i] = 1;
    // A peak on the first axis alone, in the second component.
    newest.f[2 * i] = 0;
    newest.f[2 * i + 1] = i % 64 >= 40 && i % 64 < 44 ? 100 : 1;
  }
  const double scale[2] = {1, 0.5};
  const std::vector<double> before = region.edges;
  refine_grids(region, 2, scale, true);
  int in_peak = 0;
  for (int b = 0; b < grid_bins; ++b)
    in_peak += region.edges_of(0)[b] > 39 / 64.0 && region.edges_of(0)[b] < 45 / 64.0;
  EXPECT_GT(in_peak, 25);
  for (int b = 1; b < grid_bins; ++b) {
    EXPECT_GE(region.edges_of(0)[b], region.edges_of(0)[b - 1] + (b < 63 ? grid_margin : 0));
    EXPECT_NEAR(region.edges_of(1)[b], before[64 + static_cast<std::size_t>(b)], 1e-12);
  }
}

}  // namespace
