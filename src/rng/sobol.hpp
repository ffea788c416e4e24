// Sobol points in the order of Antonov and Saleev, as ACM Algorithm 659 gives them: Bratley and
// Fox, ACM TOMS 14 (1988) 88.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rng/generator.hpp"

namespace cuboid::rng {

inline constexpr int sobol_max_dimensions = 40;

/// Direction numbers v_1 to v_52 of one dimension, 1 to 40: m_i / 2^i.
std::array<Fraction, fraction_digits> sobol_directions(int dimension);

/// The same in 32 digits for ndim dimensions, the first digit lowest: [ndim][32].
std::vector<std::uint32_t> reversed_direction_words(int ndim);

/// Points 1, 2, ... of the sequence; point 0, the origin, is left out.  The points do not depend on
/// how many are drawn: there are 2^52 of them.
class Sobol final : public Generator {
 public:
  /// ndim: 1 to 40.
  explicit Sobol(int ndim);
  void fill(Fraction *out, std::int64_t count) override;
  void skip(std::int64_t count) override;

 private:
  // Points come in blocks of 64 whose numbers differ in the low six bits only.  Point 64 q + i is
  // the exclusive or of a number of the block and one of the pattern, which all blocks share.
  static constexpr int block = 64;
  struct Dimension {
    std::array<Fraction, fraction_digits> direction;
    std::array<Fraction, block> pattern;
    Fraction base;  ///< of the block of the next point
  };

  void seek(std::int64_t point);
  void next_block();

  std::vector<Dimension> dimensions_;
  std::int64_t next_ = 1;  ///< number of the next point
};

}  // namespace cuboid::rng
