#include "rng/generator.hpp"

#include "rng/mersenne_twister.hpp"
#include "rng/ranlux.hpp"
#include "rng/sobol.hpp"

namespace cuboid::rng {

std::unique_ptr<Generator> make_generator(int ndim, int seed, int level) {
  constexpr int seed_beyond_sobol = 1;
  if (seed == 0 && ndim > sobol_max_dimensions)
    return std::make_unique<MersenneTwister>(ndim, seed_beyond_sobol);
  if (seed == 0) return std::make_unique<Sobol>(ndim);
  if (level == 0) return std::make_unique<MersenneTwister>(ndim, seed);
  return std::make_unique<Ranlux>(ndim, seed, level);
}

}  // namespace cuboid::rng
