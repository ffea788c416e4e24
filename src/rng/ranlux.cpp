#include "rng/ranlux.hpp"

#include <algorithm>

namespace cuboid::rng {

namespace {

constexpr std::int32_t modulus = 1 << 24;

// Levels far beyond all use would throw away millions of numbers for each one that is delivered.
constexpr std::int64_t longest_period = 65536;

std::int64_t period_of(int level) {
  constexpr std::int64_t periods[] = {24, 48, 97, 223, 389};
  if (level >= 25) return std::min<std::int64_t>(level, longest_period);
  return level >= 0 && level <= 4 ? periods[level] : periods[3];
}

// L'Ecuyer's generator, with the division of C, which truncates.
std::int32_t next_seed(std::int32_t seed) {
  const std::int32_t quotient = seed / 53668;
  seed = 40014 * (seed - quotient * 53668) - quotient * 12211;
  return seed < 0 ? seed + 2147483563 : seed;
}

}  // namespace

Ranlux::Ranlux(int ndim, int seed, int level) : ndim_(ndim), thrown_away_(period_of(level) - lag) {
  std::int32_t s = seed;
  for (std::int32_t &word : state_) {
    s = next_seed(s);
    word = s & (modulus - 1);
  }
}

std::uint32_t Ranlux::step() {
  std::int32_t t =
      state_[static_cast<std::size_t>(j_)] - state_[static_cast<std::size_t>(i_)] + borrow_;
  borrow_ = t < 0 ? -1 : 0;
  if (t < 0) t += modulus;
  state_[static_cast<std::size_t>(i_)] = t;
  i_ = i_ == 0 ? lag - 1 : i_ - 1;
  j_ = j_ == 0 ? lag - 1 : j_ - 1;
  return static_cast<std::uint32_t>(t);
}

Fraction Ranlux::next() {
  if (until_skip_ == 0) {
    for (std::int64_t k = 0; k < thrown_away_; ++k) step();
    // The first block has 24 numbers, the later ones 25: before the 25th, 50th, 75th number.
    until_skip_ = lag + 1;
  }
  --until_skip_;
  const std::uint64_t t = step();
  std::uint64_t low = 0;
  if (t < 1 << 12) low = static_cast<std::uint64_t>(state_[static_cast<std::size_t>(j_)]);
  return fraction_from(t << 24 | low, 48);
}

void Ranlux::fill(Fraction *out, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    for (std::int64_t d = 0; d < ndim_; ++d) out[d * count + i] = next();
}

void Ranlux::skip(std::int64_t count) {
  for (std::int64_t k = 0; k < count * ndim_; ++k) next();
}

}  // namespace cuboid::rng
