#include "cuba/divonne/sampler.hpp"

#include <algorithm>
#include <cstdlib>

#include "cuba/divonne/cubature_sampler.hpp"
#include "cuba/divonne/lattice_sampler.hpp"
#include "cuba/divonne/numbers.hpp"
#include "cuba/divonne/random_sampler.hpp"
#include "rule/cuhre_rule.hpp"
#include "rule/korobov.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

/// Smaller keys are factors.
constexpr std::int64_t min_number = 40;

std::int64_t number_of_points(std::int64_t key, std::int64_t base) {
  const std::int64_t number = std::max<std::int64_t>(std::abs(key), 1);
  if (number >= min_number) return number;
  std::int64_t product;
  return __builtin_mul_overflow(number, base, &product) ? max_number
                                                        : std::min(product, max_number);
}

/// Lattices of about equal size, no two the same, with the points that are wanted, or with as many
/// as take no more evaluations than most, as far as there are smaller ones.
std::vector<rule::Korobov> choose_lattices(int ndim, std::int64_t wanted, std::int64_t most,
                                           int count) {
  std::vector<rule::Korobov> lattices;
  for (int i = 0; i < count; ++i) {
    const std::int64_t least = lattices.empty() ? 0 : lattices.back().size + 1;
    lattices.push_back(rule::korobov(std::max(wanted / count, least), ndim));
  }
  // There is no larger one than the largest.
  if (count == 2 && lattices[0].size == lattices[1].size)
    lattices[0] = rule::korobov_before(lattices[1], ndim);
  while (LatticeSampler::evaluations(lattices) > most) {
    const rule::Korobov smaller = rule::korobov_before(lattices.front(), ndim);
    if (smaller.size == lattices.front().size || smaller.size <= 2 * ndim) break;
    lattices.insert(lattices.begin(), smaller);
    lattices.pop_back();
  }
  return lattices;
}

}  // namespace

bool is_rule(std::int64_t key, int ndim) {
  return key == 7 || key == 9 || (key == 11 && ndim == 3) || (key == 13 && ndim == 2);
}

bool follows_accuracy(std::int64_t key, int ndim) {
  return !is_rule(key, ndim) && std::abs(key) < min_number;
}

std::unique_ptr<Sampler> make_sampler(const Task &task, std::int64_t key, std::int64_t base,
                                      std::int64_t most, int lattices, RandomPoints &random) {
  if (is_rule(key, task.ndim))
    return std::make_unique<CubatureSampler>(
        task, rule::make_cuhre_rule(task.ndim, static_cast<int>(key)));
  const std::int64_t wanted = number_of_points(key, base);
  if (key < 0)
    return std::make_unique<RandomSampler>(std::max<std::int64_t>(std::min(wanted, most), 2),
                                           random);
  // The lattice of p points takes (p + 1)/2 evaluations.
  const std::int64_t evaluations = std::min(wanted / 2 + 1, most);
  return std::make_unique<LatticeSampler>(
      task.ndim, choose_lattices(task.ndim, 2 * evaluations - 1, most, lattices));
}

}  // namespace cuboid::algorithm::divonne_detail
