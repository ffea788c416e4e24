// Numbers that stand in place while they are few.
#include "cuba/divonne/small_vector.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace {

using cuboid::algorithm::divonne_detail::SmallVector;

using Numbers = SmallVector<int, 4>;

/// 1, 2, ...
Numbers counted(std::size_t size) {
  Numbers numbers;
  for (std::size_t i = 0; i < size; ++i) numbers.push_back(static_cast<int>(i) + 1);
  return numbers;
}

bool in_place(const Numbers &numbers) {
  const auto *const begin = reinterpret_cast<const std::byte *>(&numbers);
  const auto *const data = reinterpret_cast<const std::byte *>(numbers.data());
  return data >= begin && data < begin + sizeof numbers;
}

TEST(SmallVector, HoldsWhatAVectorHolds) {
  for (const std::size_t size : {0, 1, 4, 5, 9, 40}) {
    const Numbers numbers = counted(size);
    ASSERT_EQ(numbers.size(), size);
    EXPECT_EQ(numbers.empty(), size == 0);
    for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(numbers[i], static_cast<int>(i) + 1);
    EXPECT_EQ(in_place(numbers), size <= 4) << size;
  }
}

TEST(SmallVector, IsCopiedAndMovedBetweenAnySizes) {
  for (const std::size_t from : {0, 3, 4, 5, 12})
    for (const std::size_t to : {0, 2, 4, 6, 30}) {
      Numbers source = counted(from), copy = counted(to), moved = counted(to);
      copy = source;
      EXPECT_EQ(copy, counted(from)) << from << ' ' << to;
      EXPECT_EQ(source, counted(from));
      moved = std::move(source);
      EXPECT_EQ(moved, counted(from)) << from << ' ' << to;
      // What was moved away may be used again.
      source.assign(from, 7);
      EXPECT_EQ(source, Numbers(from, 7));
      EXPECT_EQ(moved, counted(from));
      const Numbers made = std::move(moved);
      EXPECT_EQ(made, counted(from));
    }
}

/// Of a large place only what is in it is copied.
TEST(SmallVector, IsCopiedAndMovedWhereThePlaceIsLarge) {
  using Large = SmallVector<double, 40>;
  for (const std::size_t size : {0, 1, 39, 40, 41}) {
    Large source(size, 3), other(7, 1);
    other = source;
    EXPECT_EQ(other, Large(size, 3));
    const Large moved = std::move(source);
    EXPECT_EQ(moved, Large(size, 3));
    const Large copied = moved;
    EXPECT_EQ(copied, moved);
  }
}

TEST(SmallVector, IsAssignedAndShortened) {
  const std::vector<int> six = {1, 2, 3, 4, 5, 6};
  Numbers numbers = {9, 8};
  EXPECT_FALSE(numbers == counted(2));
  numbers.assign(six.data(), six.data() + 6);
  EXPECT_EQ(numbers, counted(6));
  numbers.shorten(3);
  EXPECT_EQ(numbers, counted(3));
  EXPECT_FALSE(numbers == counted(4));
  numbers.clear();
  EXPECT_TRUE(numbers.empty());
}

}  // namespace
