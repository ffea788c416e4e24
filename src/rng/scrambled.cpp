#include "rng/scrambled.hpp"

#include <utility>

#include "rng/scrambled_sobol.hpp"

namespace cuboid::rng {

namespace {

constexpr int further_digits = fraction_digits - scrambled_sobol_digits;

/// The digits after those that are scrambled come from a second hash of these.
Fraction scrambled(Fraction fraction, std::uint32_t seed) {
  const auto digits = static_cast<std::uint32_t>(fraction >> (fraction_shift + further_digits));
  const std::uint32_t first = scramble_reversed(reverse_bits(digits), seed);
  const std::uint32_t further = scramble_reversed(first, ~seed);
  return fraction_from(
      std::uint64_t{first} << further_digits | further >> (scrambled_sobol_digits - further_digits),
      fraction_digits);
}

}  // namespace

Scrambled::Scrambled(std::unique_ptr<Generator> points, int ndim)
    : points_(std::move(points)), ndim_(static_cast<std::size_t>(ndim)) {}

void Scrambled::fill(Fraction *out, std::int64_t count) {
  points_->fill(out, count);
  for (const std::uint32_t seed : seeds_) {
    for (std::int64_t i = 0; i < count; ++i) out[i] = scrambled(out[i], seed);
    out += count;
  }
}

void Scrambled::scramble(std::uint32_t number) {
  const auto keys = make_philox_keys<fewest_philox_rounds>(0);
  seeds_.resize(ndim_);
  for (std::size_t d = 0; d < ndim_; ++d)
    seeds_[d] = scramble_seed(static_cast<std::uint32_t>(d), number, keys);
}

}  // namespace cuboid::rng
