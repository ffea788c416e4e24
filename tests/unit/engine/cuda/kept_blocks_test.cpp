// Memory that integrations on a stream leave to the next one; without a device.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>

#include "engine/cuda/runtime/device.hpp"

namespace {

using cuboid::engine::cuda::KeptBlocks;

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;

TEST(KeptBlocks, HaveRoomForWhatIsAskedFor) {
  for (const std::int64_t bytes :
       {std::int64_t{1}, std::int64_t{513}, 3 * mebibyte, 5 * mebibyte, 160 * mebibyte + 1}) {
    const std::int64_t room = KeptBlocks::room_for(bytes);
    EXPECT_GE(room, bytes);
    EXPECT_EQ(KeptBlocks::room_for(room), room) << bytes;
    if (bytes > 4 * mebibyte) {
      EXPECT_LE(room, bytes + bytes / 8) << bytes;
    }
  }
}

TEST(KeptBlocks, GiveBackWhatIsAboutAsLarge) {
  std::atomic<std::int64_t> left{1000 * mebibyte};
  KeptBlocks blocks(left);
  int small = 0;
  int large = 0;
  EXPECT_EQ(blocks.take(mebibyte).memory, nullptr);
  EXPECT_TRUE(blocks.keep({&small, mebibyte}));
  EXPECT_TRUE(blocks.keep({&large, 400 * mebibyte}));
  EXPECT_EQ(left, 599 * mebibyte);
  // Less than half of it would be used.
  EXPECT_EQ(blocks.take(200 * mebibyte).memory, nullptr);
  const KeptBlocks::Block block = blocks.take(250 * mebibyte);
  EXPECT_EQ(block.memory, &large);
  EXPECT_EQ(block.room, 400 * mebibyte);
  EXPECT_EQ(blocks.take(250 * mebibyte).memory, nullptr);
  EXPECT_EQ(left, 999 * mebibyte);
}

TEST(KeptBlocks, KeepNoMoreThanTheirShare) {
  std::atomic<std::int64_t> left{1500 * mebibyte};
  KeptBlocks one(left);
  KeptBlocks other(left);
  int memory = 0;
  EXPECT_TRUE(one.keep({&memory, 700 * mebibyte}));
  EXPECT_FALSE(one.keep({&memory, 400 * mebibyte})) << "of a stream";
  EXPECT_TRUE(other.keep({&memory, 700 * mebibyte}));
  EXPECT_FALSE(other.keep({&memory, 200 * mebibyte})) << "of all streams";
  EXPECT_EQ(left, 100 * mebibyte);
}

}  // namespace
