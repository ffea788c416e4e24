#include "rng/mersenne_twister.hpp"

namespace cuboid::rng {

void MersenneTwister::fill(Fraction *out, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    for (std::int64_t d = 0; d < ndim_; ++d) out[d * count + i] = fraction_from(engine_(), 32);
}

void MersenneTwister::skip(std::int64_t count) {
  engine_.discard(static_cast<unsigned long long>(count) * static_cast<unsigned long long>(ndim_));
}

}  // namespace cuboid::rng
