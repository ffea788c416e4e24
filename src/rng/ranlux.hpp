// Ranlux: the subtract-with-borrow generator of Marsaglia and Zaman with numbers thrown away.
// Luescher, Comput. Phys. Commun. 79 (1994) 100; James, Comput. Phys. Commun. 79 (1994) 111.
#pragma once

#include <array>
#include <cstdint>

#include "rng/generator.hpp"

namespace cuboid::rng {

/// Numbers of 24 bits, with 24 more below 2^-12.
class Ranlux final : public Generator {
 public:
  /// level 1 to 4: luxury, that is a period of 48, 97, 223 or 389; 5 to 24: 223; else the period.
  Ranlux(int ndim, int seed, int level);
  void fill(Fraction *out, std::int64_t count) override;
  void skip(std::int64_t count) override;

 private:
  static constexpr int lag = 24;

  std::uint32_t step();
  Fraction next();

  int ndim_;
  std::int64_t thrown_away_;  ///< numbers between two blocks that are delivered
  std::array<std::int32_t, lag> state_;
  int i_ = 23;
  int j_ = 9;
  std::int32_t borrow_ = 0;
  int until_skip_ = lag;  ///< numbers to deliver before the next are thrown away
};

}  // namespace cuboid::rng
