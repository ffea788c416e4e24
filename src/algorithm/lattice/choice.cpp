#include "algorithm/lattice/choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "elementary/functions.hpp"

namespace cuboid::algorithm {

namespace {

constexpr const char *names[map::transform_count] = {"none", "baker", "korobov1", "korobov2",
                                                     "korobov3"};

/// Errors of their difference within which two forms find the same integral.
constexpr double consistent = 4;

/// Relative error from which on forms tell something of each other.
constexpr double telling_error = 0.1;

/// Whether a form finds so much less than another one that it has missed a peak.
bool misses(const LatticeEstimate &one, const LatticeEstimate &other) {
  for (std::size_t c = 0; c < one.integral.size(); ++c)
    if (std::fabs(other.integral[c]) - std::fabs(one.integral[c]) > consistent * one.error[c])
      return true;
  return false;
}

const char *transform_name(map::Transform transform) {
  return names[static_cast<int>(transform)];
}

}  // namespace

std::optional<map::Transform> transform_named(const std::string &name) {
  for (int i = 0; i < map::transform_count; ++i)
    if (name == names[i]) return static_cast<map::Transform>(i);
  return std::nullopt;
}

std::string form_text(const LatticeForm &form) {
  std::string text = transform_name(form.transform);
  for (int i = 0; i < map::transform_count; ++i) {
    const auto other = static_cast<map::Transform>(i);
    if (other == form.transform) continue;
    std::string axes;
    for (std::size_t d = 0; d < form.axes.size(); ++d)
      if (form.axes[d] == other) axes.append(" x[").append(std::to_string(d)).append("]");
    if (!axes.empty()) text.append(" but ").append(transform_name(other)).append(" on" + axes);
  }
  return text + (form.smooth ? ", smooth map" : "");
}

std::vector<LatticeForm> all_forms(std::optional<map::Transform> transform, bool smooth) {
  std::vector<LatticeForm> forms;
  for (const bool mapped : {false, true})
    for (int i = 0; i < map::transform_count && (smooth || !mapped); ++i)
      if (!transform || *transform == static_cast<map::Transform>(i))
        forms.push_back({static_cast<map::Transform>(i), mapped});
  return forms;
}

double variation(const LatticeEstimate &estimate) {
  double sum = 0;
  for (std::size_t c = 0; c < estimate.error.size(); ++c) {
    const double least = std::max(1e-16 * std::fabs(estimate.integral[c]), 1e-307);
    sum += elementary::log(std::max(estimate.error[c], least));
  }
  return sum;
}

std::vector<double> relative_variations(const std::vector<TriedForm> &tried) {
  const auto relative = [](const LatticeEstimate &of, const LatticeEstimate &size) {
    LatticeEstimate absolute = size;
    for (std::size_t c = 0; c < size.error.size(); ++c) {
      absolute.error[c] = std::fabs(size.integral[c]);
      absolute.integral[c] = 0;
    }
    return variation(of) - variation(absolute);
  };
  const LatticeEstimate *best = &tried.front().estimate;
  for (const TriedForm &one : tried)
    if (relative(one.estimate, one.estimate) < relative(*best, *best)) best = &one.estimate;
  std::vector<double> varies;
  for (const TriedForm &one : tried) {
    const bool agrees = distance(one.estimate, *best) < consistent && !misses(one.estimate, *best);
    varies.push_back(relative(one.estimate, agrees ? *best : one.estimate));
  }
  return varies;
}

std::vector<KeptForm> best_forms(const std::vector<TriedForm> &tried, double factor,
                                 const std::vector<double> &fall) {
  const std::vector<double> varies = relative_variations(tried);
  std::vector<double> expected = varies;
  for (std::size_t i = 0; i < fall.size(); ++i) expected[i] -= fall[i];
  std::vector<std::size_t> order(tried.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return expected[a] < expected[b]; });
  const auto ncomp = static_cast<double>(tried.front().estimate.error.size());
  const bool telling = varies[order.front()] < ncomp * elementary::log(telling_error);
  const double most = telling ? expected[order.front()] + ncomp * elementary::log(factor)
                              : std::numeric_limits<double>::infinity();
  std::vector<KeptForm> forms;
  for (const std::size_t i : order)
    if (expected[i] <= most) forms.push_back({tried[i].form, varies[i]});
  return forms;
}

double fastest_fall(map::Transform transform) {
  return transform == map::Transform::korobov_1   ? 2
         : transform == map::Transform::korobov_2 ? 3
         : transform == map::Transform::korobov_3 ? 4
                                                  : 1;
}

double expected_fall(double before, double now, int between, int doublings, double fastest,
                     int ncomp) {
  constexpr double slowest = 0.5;
  const double halving = ncomp * elementary::log(2.0);
  const double rate = std::clamp((before - now) / (between * halving), slowest, fastest);
  return rate * halving * std::min(between, doublings);
}

}  // namespace cuboid::algorithm
