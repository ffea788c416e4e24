#include "rng/prime_lattice.hpp"

#include <algorithm>
#include <bit>

namespace cuboid::rng {

namespace {

std::uint64_t power_modulo(std::uint64_t base, std::uint64_t exponent, std::uint64_t modulus) {
  std::uint64_t power = 1;
  for (; exponent > 0; exponent /= 2, base = base * base % modulus)
    if (exponent % 2 == 1) power = power * base % modulus;
  return power;
}

/// The least one.
std::uint64_t primitive_root(std::uint64_t prime) {
  std::vector<std::uint64_t> factors;
  std::uint64_t rest = prime - 1;
  for (std::uint64_t factor = 2; factor * factor <= rest; ++factor) {
    if (rest % factor != 0) continue;
    factors.push_back(factor);
    while (rest % factor == 0) rest /= factor;
  }
  if (rest > 1) factors.push_back(rest);
  for (std::uint64_t root = 2;; ++root)
    if (std::all_of(factors.begin(), factors.end(), [&](std::uint64_t factor) {
          return power_modulo(root, (prime - 1) / factor, prime) != 1;
        }))
      return root;
}

std::vector<std::uint64_t> powers_of_root(std::uint64_t prime) {
  const std::uint64_t root = primitive_root(prime);
  std::vector<std::uint64_t> powers((prime - 1) / 2);
  std::uint64_t power = 1;
  for (std::uint64_t &one : powers) {
    one = power;
    power = power * root % prime;
  }
  return powers;
}

}  // namespace

PrimeLatticeConstruction::PrimeLatticeConstruction(std::uint64_t points)
    : power_(powers_of_root(points)),
      // A circle of (points - 1) / 2 numbers is convolved with another in room for both.
      transform_(static_cast<int>(std::bit_width(points - 3))),
      product_(power_.size(), 1.0) {
  for (const std::uint64_t power : power_)
    kernel_.push_back(lattice_kernel(static_cast<double>(power) / static_cast<double>(points)));
  transformed_.assign(std::size_t{1} << std::bit_width(points - 3), 0.0);
  std::copy(kernel_.begin(), kernel_.end(), transformed_.begin());
  transform_.forward(transformed_);
}

/// Of kernel times product over the points but that of number 0, by the exponent of the component:
/// a correlation over the group of the powers.
std::vector<double> PrimeLatticeConstruction::sums_over_points() const {
  const std::size_t count = power_.size();
  const std::size_t room = transformed_.size();
  std::vector<Number> values(room, 0.0);
  for (std::size_t k = 0; k < count; ++k) values[k] = product_[(count - k) % count];
  transform_.forward(values);
  for (std::size_t k = 0; k < room; ++k) values[k] = std::conj(values[k] * transformed_[k]);
  transform_.forward(values);
  std::vector<double> sums(count);
  for (std::size_t k = 0; k < 2 * count - 1; ++k) sums[k % count] += values[k].real();
  return sums;
}

std::uint64_t PrimeLatticeConstruction::next(double weight) {
  std::size_t best = 0;
  // All components are as good as 1 on the first axis.
  if (!first_) {
    const std::vector<double> sums = sums_over_points();
    best = static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin());
  }
  first_ = false;
  const std::size_t count = power_.size();
  for (std::size_t k = 0; k < count; ++k) product_[k] *= 1 + weight * kernel_[(k + best) % count];
  return power_[best];
}

bool is_prime(std::uint64_t number) {
  if (number < 4) return number >= 2;
  if (number % 2 == 0) return false;
  for (std::uint64_t factor = 3; factor * factor <= number; factor += 2)
    if (number % factor == 0) return false;
  return true;
}

}  // namespace cuboid::rng
