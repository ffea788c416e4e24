#include "choice/evidence.hpp"

#include <algorithm>
#include <cmath>

#include "base/formatted.hpp"

namespace cuboid::router {

namespace {

/// By how many of their errors, taken together, or of one of them, two steps may differ: errors
/// after few evaluations are rough.
constexpr double errors_apart = 6;

/// Values so many times as large as all that another step met are something that it has missed; a
/// smaller factor may come from the same peak, to whose top one of them is nearer.
constexpr double much_larger = 10;
/// By how many errors of the step that met such values they differ then at least.  The error of
/// cubature at a narrow peak is about what the peak has brought so far.
constexpr double errors_of_other = 0.25;

bool contradicts(const Evidence &other, const Evidence &winner, std::size_t c) {
  const double apart = std::fabs(other.value[c] - winner.value[c]);
  if (!std::isfinite(apart) || !std::isfinite(other.error[c]) || !std::isfinite(winner.error[c]))
    return false;
  const bool found_more = std::fabs(other.value[c]) > std::fabs(winner.value[c]);
  if (!found_more && other.largest <= much_larger * winner.largest) return false;
  return apart > errors_apart * std::hypot(other.error[c], winner.error[c]);
}

bool met_larger_values(const Evidence &other, const Evidence &winner, std::size_t c) {
  const double apart = std::fabs(other.value[c] - winner.value[c]);
  return winner.largest > 0 && other.largest > much_larger * winner.largest &&
         apart > errors_apart * winner.error[c] && apart > errors_of_other * other.error[c];
}

}  // namespace

std::optional<Contradiction> contradiction(const Evidence &winner,
                                           std::span<const Evidence> others) {
  for (std::size_t step = 0; step < others.size(); ++step)
    for (std::size_t c = 0; c < winner.value.size(); ++c) {
      if (contradicts(others[step], winner, c)) return Contradiction{step, c, false};
      if (met_larger_values(others[step], winner, c)) return Contradiction{step, c, true};
    }
  return {};
}

bool is_nearer(const Evidence &one, const Evidence &other, const Goal &goal) {
  double of_one = 0;  // the largest, in what both would have to reach
  double of_other = 0;
  for (std::size_t c = 0; c < one.value.size(); ++c) {
    if (!std::isfinite(one.error[c])) return false;
    if (!std::isfinite(other.error[c])) return true;
    const double size = std::max(
        {std::fabs(one.value[c]), std::fabs(other.value[c]), one.error[c], other.error[c]});
    const double unit = std::max(goal.epsabs, goal.epsrel * size);
    if (unit == 0) continue;
    of_one = std::max(of_one, one.error[c] / unit);
    of_other = std::max(of_other, other.error[c] / unit);
  }
  return of_one < of_other;
}

std::string sentence_of(const Contradiction &found, const Evidence &winner,
                        std::span<const Evidence> others) {
  const Evidence &other = others[found.step];
  const std::size_t c = found.component;
  std::string text = formatted(
      "raise mineval, or set limits around the places where the integrand is large: %s found %.6g "
      "with an error of %.2g, which contradicts the %.6g of %s",
      other.method.c_str(), other.value[c], other.error[c], winner.value[c], winner.method.c_str());
  if (winner.value.size() > 1) text += formatted(" in f[%zu]", c);
  if (found.by_larger_values)
    text += formatted(", and met values up to %.2g, where %s met none above %.2g", other.largest,
                      winner.method.c_str(), winner.largest);
  return text;
}

}  // namespace cuboid::router
