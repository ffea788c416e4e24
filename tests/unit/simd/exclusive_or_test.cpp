// Words of Sobol points, and which kernels are chosen.
#include "unit/simd/simd_support.hpp"

namespace {

using namespace simd_test;

TEST(ExclusiveOr, IsThatOfEachWord) {
  std::mt19937_64 random(1);
  for (const Kernels *kernels : instruction_sets())
    for (std::int64_t count = 0; count <= 70; ++count) {
      std::vector<std::uint64_t> pattern(as_size(count));
      for (std::uint64_t &word : pattern) word = random();
      const std::uint64_t base = random();
      std::vector<std::uint64_t> expected(as_size(count) + 1, 77);
      for (std::size_t i = 0; i < as_size(count); ++i) expected[i] = base ^ pattern[i];
      std::vector<std::uint64_t> out(as_size(count) + 1, 77);
      kernels->exclusive_or(count, base, pattern.data(), out.data());
      EXPECT_EQ(out, expected) << kernels->name << ' ' << count;
    }
}

TEST(InstructionSets, TheLastOneIsUsed) {
  EXPECT_EQ(&kernels(), instruction_sets().back());
  for (const Kernels *one : instruction_sets()) EXPECT_NE(one->name, nullptr);
}

}  // namespace
