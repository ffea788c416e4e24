// Divonne's sums over regions beside sums that pass over all of them.
#include "cuba/divonne/region_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace {

using cuboid::algorithm::divonne_detail::Region;
using cuboid::algorithm::divonne_detail::RegionSums;

constexpr std::size_t ncomp = 2;
constexpr double everything = std::numeric_limits<double>::infinity();

/// A list of regions that changes, and its sums.
class Bench {
 public:
  explicit Bench(std::size_t count) : regions_(count) {
    for (std::size_t i = 0; i < count; ++i) change(i);
  }

  void change(std::size_t i) {
    Region &region = regions_[i];
    region.first.assign(ncomp, {});
    region.spread.assign(ncomp, 0);
    for (std::size_t c = 0; c < ncomp; ++c) {
      region.first[c].integral = draw();
      // Few different ones, so that some are equal.
      region.spread[c] = std::floor(20 * draw());
    }
    region.outcome.clear();
    if (draw() < .5) region.outcome.assign(ncomp, {draw()});
    sums.touch(i);
  }

  void append() {
    regions_.emplace_back();
    change(regions_.size() - 1);
  }

  std::size_t size() const { return regions_.size(); }
  std::size_t some() { return random_() % size(); }

  void expect_sums_over_all() {
    for (std::size_t c = 0; c < ncomp; ++c) {
      double integral = 0, squares = 0;
      for (const Region &region : regions_) {
        integral += region.outcome.empty() ? region.first[c].integral : region.outcome[c].integral;
        squares += region.spread[c] * region.spread[c];
      }
      EXPECT_NEAR(sums.total(c).integral, integral, 1e-12 * integral);
      EXPECT_NEAR(sums.total(c).spread, std::sqrt(squares), 1e-12 * std::sqrt(squares));
      EXPECT_NEAR(sums.total(c).error, std::sqrt(squares) / 10, 1e-12 * std::sqrt(squares));
    }
    std::vector<std::size_t> waiting;
    for (std::size_t i = 0; i < size(); ++i)
      if (regions_[i].outcome.empty()) waiting.push_back(i);
    EXPECT_EQ(sums.waiting(), std::ssize(waiting));
    EXPECT_EQ(sums.first_waiting(size()), waiting);
    waiting.resize(std::min<std::size_t>(waiting.size(), 5));
    EXPECT_EQ(sums.first_waiting(5), waiting);
  }

  void expect_largest_of_all(std::size_t component, double part) {
    std::size_t largest = 0;
    for (std::size_t i = 1; i < size(); ++i)
      if (regions_[i].spread[component] > regions_[largest].spread[component]) largest = i;
    std::vector<std::size_t> chosen;
    std::vector<double> floor(ncomp, 0), floor_found;
    for (std::size_t i = 0; i < size(); ++i)
      if (i == largest ||
          regions_[i].spread[component] > part * regions_[largest].spread[component])
        chosen.push_back(i);
      else
        for (std::size_t c = 0; c < ncomp; ++c)
          floor[c] = std::max(floor[c], regions_[i].spread[c]);
    EXPECT_EQ(sums.take_largest(component, part, floor_found), chosen);
    EXPECT_EQ(floor_found, floor);
  }

  std::int64_t probes = 0;  ///< at regions

 private:
  double draw() { return static_cast<double>(random_()) / 0x1p32; }

  std::mt19937 random_{7};
  std::vector<Region> regions_;

 public:
  RegionSums sums{regions_, ncomp, [this](const Region &region, std::size_t c) {
                    ++probes;
                    return region.spread[c] / 10;
                  }};
};

TEST(RegionSums, AreThoseOfAllRegionsAfterChanges) {
  for (const std::size_t count : {1u, 63u, 64u, 65u, 4096u, 4097u}) {
    Bench bench(count);
    for (int step = 0; step < 5; ++step) {
      bench.expect_sums_over_all();
      for (const double part : {.5, .95, everything})
        for (std::size_t c = 0; c < ncomp; ++c) bench.expect_largest_of_all(c, part);
      for (int i = 0; i < 3; ++i) bench.change(bench.some());
      for (int i = 0; i < 40; ++i) bench.append();
    }
  }
}

TEST(RegionSums, ProbeAtFewRegionsAfterAChange) {
  Bench bench(100000);
  bench.sums.total(0);
  bench.probes = 0;
  bench.change(77777);
  std::vector<double> floor;
  bench.sums.total(0);
  bench.sums.waiting();
  bench.sums.first_waiting(10);
  bench.sums.take_largest(1, everything, floor);
  EXPECT_GT(bench.probes, 0);
  EXPECT_LE(bench.probes, 2000);
}

TEST(RegionSums, DoNotDependOnWhatTheRegionsWere) {
  Bench bench(5000);
  bench.sums.total(0);
  for (int i = 0; i < 10; ++i) bench.change(bench.some());
  const double once = bench.sums.total(1).spread;
  for (std::size_t i = 0; i < bench.size(); ++i) bench.sums.touch(i);
  EXPECT_EQ(bench.sums.total(1).spread, once);
}

}  // namespace
