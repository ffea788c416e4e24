// Random parameters of the integrals that the programs of this folder make.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

namespace cuboid_test {

/// Random numbers that are the same everywhere.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : generator_(seed) {}
  double operator()(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(generator_() >> 11), -53);
  }
  double power_of_ten(double low, double high) { return std::pow(10., (*this)(low, high)); }
  int below(int n) { return static_cast<int>((*this)(0, n)); }

 private:
  std::mt19937_64 generator_;
};

}  // namespace cuboid_test
