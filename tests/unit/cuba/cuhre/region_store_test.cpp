// The region of the largest error against a scan over all regions.
#include "cuba/cuhre/region_store.hpp"

#include <random>

#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;
using cuboid::algorithm::cuba::RegionStore;

/// Regions come in blocks of 1024.  The newest block is looked at first, in it the oldest region,
/// and only a larger error replaces what was found.
std::int64_t by_scan(const RegionStore &store, int component) {
  std::int64_t found = -1;
  double largest = -1;
  for (std::int64_t block = (store.size() - 1) / 1024; block >= 0; --block)
    for (std::int64_t r = 1024 * block; r < std::min(1024 * (block + 1), store.size()); ++r) {
      const double error = store.estimate(r, component).error;
      if (error > largest) {
        largest = error;
        found = r;
      }
    }
  return found;
}

TEST(RegionStore, FindsTheLargestErrorAmongTies) {
  // Few distinct errors make ties, many make none.
  for (const int distinct : {1, 2, 5, 1000000}) {
    constexpr int ncomp = 3;
    std::mt19937 random(static_cast<unsigned>(distinct));
    RegionStore store(2, ncomp);
    const auto set_random = [&](std::int64_t region) {
      for (int c = 0; c < ncomp; ++c)
        store.set_estimate(region, c,
                           {1, static_cast<double>(random() % static_cast<unsigned>(distinct)), 0});
    };
    set_random(store.add(0));
    for (int step = 0; step < 3500; ++step) {
      const int component = static_cast<int>(random() % ncomp);
      const std::int64_t worst = store.largest(component);
      if (step % 7 == 0 || step > 3300) {
        ASSERT_EQ(worst, by_scan(store, component)) << distinct << " step " << step;
      }
      const std::int64_t added = store.add(worst);
      set_random(worst);
      set_random(added);
    }
  }
}

TEST(RegionStore, AddsCopiesOfBounds) {
  RegionStore store(3, 1);
  store.add(0);
  for (int d = 0; d < 3; ++d) {
    EXPECT_EQ(store.lower(0)[d], 0);
    EXPECT_EQ(store.upper(0)[d], 1);
  }
  store.lower(0)[1] = 0.25;
  store.upper(0)[2] = 0.75;
  store.depth(0) = 5;
  for (int k = 1; k < 1500; ++k) EXPECT_EQ(store.add(0), k);
  EXPECT_EQ(store.lower(1499)[1], 0.25);
  EXPECT_EQ(store.upper(1499)[2], 0.75);
  EXPECT_EQ(store.depth(1499), 5);
  EXPECT_EQ(store.size(), 1500);
}

RegionStore filled(std::int64_t regions) {
  std::mt19937 random(1);
  RegionStore store(2, 2);
  for (std::int64_t r = 0; r < regions; ++r) {
    store.add(0);
    store.lower(r)[1] = static_cast<double>(r) / 10000;
    for (int c = 0; c < 2; ++c)
      store.set_estimate(r, c, {static_cast<double>(r + c), static_cast<double>(random() % 50), c});
  }
  return store;
}

TEST(RegionStore, ComesBackFromItsState) {
  for (const std::int64_t regions : {1, 1023, 1024, 1025, 2500}) {
    RegionStore store = filled(regions);
    StateWriter writer;
    store.save(writer);
    RegionStore again(2, 2);
    StateReader reader(writer.bytes());
    again.restore(reader);
    EXPECT_TRUE(reader.at_end());
    ASSERT_EQ(again.size(), regions);
    EXPECT_EQ(again.largest(0), store.largest(0));
    EXPECT_EQ(again.largest(1), store.largest(1));
    EXPECT_EQ(again.lower(regions - 1)[1], store.lower(regions - 1)[1]);
    EXPECT_EQ(again.estimate(regions - 1, 1).integral, store.estimate(regions - 1, 1).integral);
    EXPECT_EQ(again.estimate(regions - 1, 1).split, 1);
  }
}

TEST(RegionStore, RefusesStatesThatDoNotFit) {
  StateWriter writer;
  filled(30).save(writer);
  for (std::size_t length = 0; length < writer.bytes().size(); length += 41) {
    RegionStore store(2, 2);
    StateReader reader(
        {writer.bytes().begin(), writer.bytes().begin() + static_cast<long>(length)});
    EXPECT_THROW(store.restore(reader), StateReader::BadState) << length;
  }
  RegionStore one_dimension(1, 2);
  StateReader split_on_an_axis_that_is_missing(writer.bytes());
  EXPECT_THROW(one_dimension.restore(split_on_an_axis_that_is_missing), StateReader::BadState);
  for (const std::int64_t size : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 60}) {
    StateWriter odd;
    odd.put(size);
    RegionStore store(2, 2);
    StateReader reader(odd.bytes());
    EXPECT_THROW(store.restore(reader), StateReader::BadState) << size;
  }
}

}  // namespace
