#include "algorithm/lattice/vectors.hpp"

#include <algorithm>
#include <cmath>

namespace cuboid::algorithm {

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
