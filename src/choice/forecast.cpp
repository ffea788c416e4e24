#include "choice/forecast.hpp"

#include <algorithm>
#include <cstddef>

#include "elementary/functions.hpp"

namespace cuboid::router {

namespace {

/// Where the stretch that ends at the last mark, one of two or more, begins.
std::size_t beginning(std::span<const Reached> marks) {
  std::size_t from = marks.size() - 1;
  do --from;
  while (from > 0 && 4 * marks[from].evaluations > marks.back().evaluations);
  return from;
}

}  // namespace

std::optional<double> power_seen(std::span<const Reached> marks) {
  if (marks.size() < 2) return {};
  return power_between(marks[beginning(marks)], marks.back());
}

std::optional<double> power_to_come(std::span<const Reached> marks, double most) {
  const std::optional<double> last = power_seen(marks);
  if (!last) return {};
  const std::optional<double> before = power_seen(marks.first(beginning(marks) + 1));
  const bool rises = before && *before > 0 && *last > *before;
  return std::min(rises ? *last + (*last - *before) : *last, most);
}

double share_after(const Reached &reached, double power, double evaluations) {
  return reached.share * elementary::pow(evaluations / reached.evaluations, power);
}

}  // namespace cuboid::router
