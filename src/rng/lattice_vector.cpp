#include "rng/lattice_vector.hpp"

#include <algorithm>

#include "base/words.hpp"
#include "rng/lattice_place.hpp"
#include "rng/lattice_table.hpp"
#include "rng/philox.hpp"

namespace cuboid::rng {

namespace {

/// What random numbers are for: the last word of their counters.
enum class Purpose : uint32 { shift = 1, component = 2, extension = 3 };

std::uint64_t random_number(std::uint64_t seed, Purpose purpose, std::uint32_t stream,
                            std::uint64_t place) {
  const PhiloxBlock block = philox({{static_cast<uint32>(place), static_cast<uint32>(place >> 32),
                                     stream, static_cast<uint32>(purpose)}},
                                   make_philox_keys<fewest_philox_rounds>(seed));
  return std::uint64_t{block.word[0]} << 32 | block.word[1];
}

}  // namespace

std::vector<std::uint64_t> extended_lattice_generator(int ndim, int bits, std::uint32_t number,
                                                      std::uint64_t seed) {
  std::vector<std::uint64_t> generator;
  const int row = std::clamp(bits, lattice_table_min_bits, lattice_table_bits);
  const std::uint32_t *const table = lattice_components[row - lattice_table_min_bits];
  const std::uint64_t digits = (std::uint64_t{1} << row) - 1;
  for (int axis = 0; axis < ndim; ++axis) {
    const auto place = static_cast<std::uint64_t>(axis);
    std::uint64_t component = 1 | random_number(seed, Purpose::extension, number, place);
    if (axis < lattice_table_axes) component = (component & ~digits) | table[axis];
    // The first axis has the numbers of the points themselves.
    if (axis == 0) component = 1;
    generator.push_back(component << (64 - bits));
  }
  return generator;
}

std::vector<std::uint64_t> lattice_generator(int ndim, int bits, std::uint32_t number,
                                             std::uint64_t seed) {
  if (number == 0) return extended_lattice_generator(ndim, bits, number, seed);
  std::vector<std::uint64_t> generator;
  for (int axis = 0; axis < ndim; ++axis)
    generator.push_back(
        (1 | random_number(seed, Purpose::component, number, static_cast<std::uint64_t>(axis)))
        << (64 - bits));
  return generator;
}

LatticeGenerators fractions_of(const std::vector<std::uint64_t> &components, std::uint64_t points) {
  LatticeGenerators found;
  for (std::uint64_t rest : components) {
    std::uint64_t digits = 0;
    // Long division, by as many digits as products have room for.
    const auto divide = [&](int bits) {
      const std::uint64_t next = (rest << bits) / points;
      rest = (rest << bits) % points;
      return next;
    };
    for (const int bits : {28, 28, 8}) digits = digits << bits | divide(bits);
    found.generator.push_back(digits);
    found.fine.push_back(divide(lattice_fine_bits));
  }
  return found;
}

std::vector<std::uint64_t> random_components(int ndim, std::uint64_t points, std::uint32_t number,
                                             std::uint64_t seed) {
  std::vector<std::uint64_t> components;
  for (int axis = 0; axis < ndim; ++axis)
    components.push_back(
        1 + random_number(seed, Purpose::component, number, static_cast<std::uint64_t>(axis)) %
                (points - 1));
  return components;
}

std::vector<std::uint64_t> lattice_shifts(int ndim, std::int64_t count, std::uint32_t stream,
                                          std::uint64_t seed) {
  std::vector<std::uint64_t> shift;
  for (std::int64_t i = 0; i < count * ndim; ++i)
    shift.push_back(random_number(seed, Purpose::shift, stream, static_cast<std::uint64_t>(i)));
  return shift;
}

}  // namespace cuboid::rng
