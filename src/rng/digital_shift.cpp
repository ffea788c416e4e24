#include "rng/digital_shift.hpp"

#include <utility>

#include "rng/philox.hpp"

namespace cuboid::rng {

DigitalShift::DigitalShift(std::unique_ptr<Generator> points, int ndim)
    : points_(std::move(points)), pattern_(static_cast<std::size_t>(ndim), 0) {}

void DigitalShift::fill(Fraction *out, std::int64_t count) {
  points_->fill(out, count);
  for (const Fraction pattern : pattern_) {
    for (std::int64_t i = 0; pattern != 0 && i < count; ++i) out[i] ^= pattern;
    out += count;
  }
}

void DigitalShift::shift(std::uint32_t number) {
  const auto keys = make_philox_keys<fewest_philox_rounds>(0);
  for (std::size_t d = 0; d < pattern_.size(); ++d) {
    const PhiloxBlock words = philox({{static_cast<std::uint32_t>(d), number, 0, 0}}, keys);
    const std::uint64_t random = std::uint64_t{words.word[1]} << 32 | words.word[0];
    pattern_[d] = fraction_from(random >> (64 - fraction_digits), fraction_digits);
  }
}

}  // namespace cuboid::rng
