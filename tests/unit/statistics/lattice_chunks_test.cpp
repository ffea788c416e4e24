// The points of a lattice in chunks.
#include "statistics/lattice_chunks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace cuboid;

constexpr uint64 lanes = statistics::lattice_chunks_per_group;

/// The places of a stretch of all chunks of the groups from first to end, in order.
std::vector<uint64> places(const statistics::LatticeChunks &chunks,
                           statistics::LatticeStretch stretch, uint64 first, uint64 end) {
  std::vector<uint64> result;
  for (uint64 group = first; group < end; ++group)
    for (uint32 lane = 0; lane < lanes; ++lane) {
      const uint64 begin = ((group % chunks.groups()) * lanes + lane) << chunks.length_bits;
      const uint64 points =
          begin < chunks.points ? std::min<uint64>(chunks.points - begin, chunks.length()) : 0;
      for (uint64 i = 0; i < stretch.in_chunk(points); ++i)
        result.push_back(stretch.place(chunks, first, group, lane, i));
    }
  std::sort(result.begin(), result.end());
  return result;
}

TEST(LatticeStretch, EachPlaceIsTakenOnce) {
  constexpr uint64 shifts = 3;
  for (const uint64 points : {20, 1024, 1025, 2047, 2048, 5003, 5024}) {
    const statistics::LatticeChunks chunks = statistics::lattice_chunks(points);
    const uint64 groups = shifts * chunks.groups();
    for (const uint64 step : {uint64{1}, uint64{7}, chunks.length()})
      for (const uint64 first : {uint64{0}, groups - 2}) {
        uint64 all = 0;
        for (uint64 from = 0; from < chunks.length(); from += step) {
          const statistics::LatticeStretch stretch{from, std::min(from + step, chunks.length())};
          const std::vector<uint64> found = places(chunks, stretch, first, groups);
          for (uint64 i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], i) << points << " " << from;
          ASSERT_EQ(found.size(), stretch.in_groups_before(chunks, groups) -
                                      stretch.in_groups_before(chunks, first));
          all += found.size();
        }
        EXPECT_EQ(all, shifts * points - chunks.first_of_group(first)) << points << " " << step;
      }
  }
}

}  // namespace
