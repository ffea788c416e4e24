#include "rng/scrambled.hpp"

#include <utility>

#include "rng/scrambled_sobol.hpp"
#include "simd/kernels.hpp"

namespace cuboid::rng {

Scrambled::Scrambled(std::unique_ptr<Generator> points, int ndim)
    : points_(std::move(points)), ndim_(static_cast<std::size_t>(ndim)) {}

void Scrambled::fill(Fraction *out, std::int64_t count) {
  points_->fill(out, count);
  for (const std::uint32_t seed : seeds_) {
    simd::kernels().scramble(count, seed, out);
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
