#include "choice/forecast.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "elementary/functions.hpp"

namespace cuboid::router {

namespace {

/// By how many times its last rise a power is expected to rise further.  Of the 1600 integrals of
/// many_methods.py 1556 are right with 1, 1568 with 2, and 1540 where it is expected to stay as it
/// was (tests/bench/results/auto_constants.txt).
constexpr double further_rise = 2;

/// Where the stretch that ends at the last mark, one of two or more, begins.
std::size_t beginning(std::span<const Reached> marks) {
  std::size_t from = marks.size() - 1;
  do --from;
  while (from > 0 && 4 * marks[from].evaluations > marks.back().evaluations);
  return from;
}

}  // namespace

double power_between(const Reached &earlier, const Reached &later) {
  if (!(earlier.share > 0 && later.share > 0 && earlier.evaluations > 0 &&
        later.evaluations > earlier.evaluations))
    return 0;
  return elementary::log(later.share / earlier.share) /
         elementary::log(later.evaluations / earlier.evaluations);
}

std::optional<double> power_seen(std::span<const Reached> marks) {
  if (marks.size() < 2) return {};
  return power_between(marks[beginning(marks)], marks.back());
}

std::optional<double> power_to_come(std::span<const Reached> marks, double most) {
  const std::optional<double> last = power_seen(marks);
  if (!last) return {};
  const std::optional<double> before = power_seen(marks.first(beginning(marks) + 1));
  if (!before || !(*before > 0 && *last > *before)) return last;
  return std::max(*last, std::min(*last + further_rise * (*last - *before), most));
}

double needed_from(const Reached &reached, double power) {
  if (!(reached.share > 0)) return std::numeric_limits<double>::infinity();
  return reached.evaluations * elementary::pow(reached.share, -1 / power);
}

double share_after(const Reached &reached, double power, double evaluations) {
  return reached.share * elementary::pow(evaluations / reached.evaluations, power);
}

}  // namespace cuboid::router
