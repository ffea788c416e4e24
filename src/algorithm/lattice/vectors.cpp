#include "algorithm/lattice/vectors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <mutex>

#include "rng/lattice_table.hpp"
#include "rng/prime_lattice.hpp"

namespace cuboid::algorithm {

namespace {

/// Vectors that were constructed, for 64 axes at most, of the last few numbers of points: they are
/// made again in every run otherwise.
class ConstructedVectors {
 public:
  std::vector<std::uint64_t> of(std::int64_t points, int ndim) {
    const std::lock_guard lock(mutex_);
    const auto known = std::find_if(vectors_.begin(), vectors_.end(),
                                    [&](const Vector &one) { return one.points == points; });
    if (known != vectors_.end() && known->component.size() >= static_cast<std::size_t>(ndim))
      return {known->component.begin(), known->component.begin() + ndim};
    if (known != vectors_.end()) vectors_.erase(known);
    if (vectors_.size() >= max_vectors) vectors_.erase(vectors_.begin());
    rng::PrimeLatticeConstruction construction(static_cast<std::uint64_t>(points));
    Vector vector{points, {}};
    for (int axis = 1; axis <= ndim; ++axis)
      vector.component.push_back(construction.next(rng::lattice_weight(axis)));
    vectors_.push_back(vector);
    return vector.component;
  }

 private:
  static constexpr std::size_t max_vectors = 16;

  struct Vector {
    std::int64_t points;
    std::vector<std::uint64_t> component;
  };

  std::mutex mutex_;
  std::vector<Vector> vectors_;
};

bool is_power_of_2(std::int64_t points) {
  return std::has_single_bit(static_cast<std::uint64_t>(points));
}

std::vector<std::uint64_t> constructed_vector(std::int64_t points, int ndim) {
  static ConstructedVectors vectors;
  return vectors.of(points, ndim);
}

}  // namespace

bool is_lattice_size(std::int64_t points) {
  return is_power_of_2(points) || rng::is_prime(static_cast<std::uint64_t>(points));
}

std::int64_t points_at_most(std::int64_t wanted) {
  while (!is_lattice_size(wanted)) --wanted;
  return wanted;
}

bool has_vector(std::int64_t points) {
  return is_power_of_2(points) ? points <= std::int64_t{1} << rng::lattice_table_bits
                               : points <= max_constructed_points;
}

rng::LatticeGenerators LatticeVector::generators(int ndim, std::int64_t points,
                                                 std::uint64_t seed) const {
  const auto count = static_cast<std::uint64_t>(points);
  if (is_power_of_2(points)) {
    const int bits = std::countr_zero(count);
    return {random ? rng::lattice_generator(ndim, bits, number, seed)
                   : rng::extended_lattice_generator(ndim, bits, number, seed),
            {}};
  }
  return rng::fractions_of(random || !has_vector(points)
                               ? rng::random_components(ndim, count, number, seed)
                               : constructed_vector(points, ndim),
                           count);
}

std::size_t in_the_middle(const std::vector<double> &values, int ncomp) {
  const auto components = static_cast<std::size_t>(ncomp);
  const std::size_t count = values.size() / components;
  // Of each vector, the distances of its components from the medians, in units of their mean.
  std::vector<double> far(count);
  for (std::size_t c = 0; c < components; ++c) {
    std::vector<double> one;
    for (std::size_t i = 0; i < count; ++i) one.push_back(values[i * components + c]);
    std::vector<double> sorted = one;
    std::sort(sorted.begin(), sorted.end());
    const double median = sorted[count / 2];
    double sum = 0;
    for (const double value : one) sum += std::fabs(value - median);
    if (!(sum > 0)) continue;
    for (std::size_t i = 0; i < count; ++i) far[i] += std::fabs(one[i] - median) / sum;
  }
  return static_cast<std::size_t>(std::min_element(far.begin(), far.end()) - far.begin());
}

}  // namespace cuboid::algorithm
