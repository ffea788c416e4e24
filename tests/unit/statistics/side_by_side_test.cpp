// Numbers of chunks that stand side by side.
#include "statistics/side_by_side.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace cuboid;

TEST(SideBySide, EachPlaceOfAGroupIsTakenOnce) {
  constexpr uint32 chunks = 4;
  constexpr uint64 length = 3;
  for (const uint64 end : {uint64{36}, uint64{35}, uint64{27}, uint64{26}, uint64{25}}) {
    std::vector<uint64> places;
    for (uint64 number = 24; number < end; ++number)
      places.push_back(statistics::side_by_side({24, end, length, chunks}, (number - 24) / length,
                                                (number - 24) % length));
    std::sort(places.begin(), places.end());
    for (uint64 i = 0; i < places.size(); ++i) EXPECT_EQ(places[i], 24 + i) << end;
  }
}

TEST(SideBySide, ChunksOfAWholeGroupAreNeighbours) {
  const statistics::ChunkGroup whole{24, 36, 3, 4};
  EXPECT_EQ(statistics::side_by_side(whole, 0, 1), 28);
  EXPECT_EQ(statistics::side_by_side(whole, 1, 1), 29);
  EXPECT_EQ(statistics::side_by_side({24, 35, 3, 4}, 1, 1), 28);
}

}  // namespace
