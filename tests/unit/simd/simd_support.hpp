// Helpers for the tests of the kernels: every instruction set against plain loops.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "simd/kernels.hpp"

namespace simd_test {

using namespace cuboid::simd;

inline std::span<const Kernels *const> instruction_sets() {
  int count = 0;
  const Kernels *const *all = all_kernels(&count);
  return {all, static_cast<std::size_t>(count)};
}

inline std::size_t as_size(std::int64_t n) {
  return static_cast<std::size_t>(n);
}

/// Numbers of both signs and many magnitudes: sums of them show the order of addition.
inline std::vector<double> random_numbers(std::int64_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  std::uniform_int_distribution<int> exponent(-20, 20);
  std::vector<double> numbers;
  for (std::int64_t i = 0; i < count; ++i)
    numbers.push_back(std::ldexp(mantissa(random), exponent(random)));
  return numbers;
}

}  // namespace simd_test
