#include "rng/sobol.hpp"

#include <algorithm>
#include <bit>

#include "rng/scrambled_sobol.hpp"
#include "rng/sobol_table.hpp"
#include "simd/kernels.hpp"

namespace cuboid::rng {

namespace {

constexpr std::int64_t gray_code(std::int64_t k) {
  return k ^ k >> 1;
}

}  // namespace

std::array<Fraction, fraction_digits> sobol_directions(int dimension) {
  std::array<std::uint64_t, fraction_digits> m{};
  if (dimension == 1) {
    m.fill(1);
  } else {
    const SobolInitial &initial = sobol_table[static_cast<std::size_t>(dimension - 2)];
    const int degree = initial.degree;
    for (int i = 0; i < fraction_digits; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (i < degree) {
        m[at] = initial.odd[at];
        continue;
      }
      m[at] = m[at - static_cast<std::size_t>(degree)];
      for (int q = 1; q <= degree; ++q)
        if (initial.polynomial >> (degree - q) & 1)
          m[at] ^= m[at - static_cast<std::size_t>(q)] << q;
    }
  }
  std::array<Fraction, fraction_digits> direction{};
  for (int i = 0; i < fraction_digits; ++i)
    direction[static_cast<std::size_t>(i)] = fraction_from(m[static_cast<std::size_t>(i)], i + 1);
  return direction;
}

std::vector<std::uint32_t> reversed_direction_words(int ndim) {
  constexpr int digits = 32;
  std::vector<std::uint32_t> words;
  for (int d = 1; d <= ndim; ++d) {
    const auto directions = sobol_directions(d);
    for (std::size_t i = 0; i < digits; ++i)
      words.push_back(reverse_bits(static_cast<std::uint32_t>(
          directions[i] >> (fraction_digits + fraction_shift - digits))));
  }
  return words;
}

Sobol::Sobol(int ndim) : dimensions_(static_cast<std::size_t>(ndim)) {
  for (int d = 0; d < ndim; ++d) {
    Dimension &dimension = dimensions_[static_cast<std::size_t>(d)];
    dimension.direction = sobol_directions(d + 1);
    dimension.pattern[0] = 0;
    for (std::size_t i = 1; i < block; ++i)
      dimension.pattern[i] = dimension.pattern[i - 1] ^
                             dimension.direction[static_cast<std::size_t>(std::countr_zero(i))];
  }
  seek(1);
}

void Sobol::seek(std::int64_t point) {
  next_ = point;
  const std::int64_t code = gray_code(point - point % block);
  for (Dimension &dimension : dimensions_) {
    dimension.base = 0;
    for (int bit = 0; bit < fraction_digits; ++bit)
      if (code >> bit & 1) dimension.base ^= dimension.direction[static_cast<std::size_t>(bit)];
  }
}

// From block q to q + 1 one bit of the Gray code of q changes, and bit 0 of q, which the shift of
// the code brings into bit 5.
void Sobol::next_block() {
  const auto changed =
      static_cast<std::size_t>(std::countr_zero(static_cast<std::uint64_t>(next_ / block)));
  if (changed + 6 >= fraction_digits) return;  // the sequence starts again after 2^52 points
  for (Dimension &dimension : dimensions_)
    dimension.base ^= dimension.direction[changed + 6] ^ dimension.direction[5];
}

void Sobol::fill(Fraction *out, std::int64_t count) {
  const simd::Kernels &kernels = simd::kernels();
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t offset = next_ % block;
    const std::int64_t n = std::min<std::int64_t>(block - offset, count - done);
    Fraction *column = out + done;
    for (const Dimension &dimension : dimensions_) {
      kernels.exclusive_or(n, dimension.base, dimension.pattern.data() + offset, column);
      column += count;
    }
    done += n;
    next_ += n;
    if (next_ % block == 0) next_block();
  }
}

void Sobol::skip(std::int64_t count) {
  seek(next_ + count);
}

}  // namespace cuboid::rng
