#include "call/blurred_ends.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithm/common/iteration_estimates.hpp"
#include "cuboid.h"
#include "domain/domain.hpp"
#include "domain/even_points.hpp"
#include "elementary/functions.hpp"
#include "engine/cpu/points/call.hpp"
#include "run/accuracy.hpp"

namespace cuboid::router {

namespace {

constexpr std::int64_t points_on_face = 64;
/// At each distance from a face to which samples come as near as to any other one.
constexpr std::int64_t points_beside_samples = 4;

/// By component, the mean of distance times |integrand| over points of the cube at which the end's
/// axis has one place.
std::vector<double> mean(const engine::HostFunction &host, const domain::BlurredEnd &end,
                         double place, double rate, std::int64_t count) {
  const auto ndim = static_cast<std::size_t>(host.ndim);
  const auto ncomp = static_cast<std::size_t>(host.ncomp);
  std::vector<double> t(count * ndim), f(count * ncomp), sum(ncomp, 0.0);
  for (std::int64_t i = 0; i < count; ++i) {
    double *const point = t.data() + i * host.ndim;
    for (int d = 0; d < host.ndim; ++d) point[d] = domain::even_fraction(i, d);
    point[0] = end.from + point[0] * (end.to - end.from);
    point[end.axis] = place;
  }
  engine::cpu::evaluate_at(host, count, t.data(), f.data());
  for (std::size_t i = 0; i < f.size(); ++i)
    if (std::isfinite(f[i])) sum[i % ncomp] += std::fabs(f[i]);
  for (double &one : sum) one *= (end.to - end.from) / (rate * static_cast<double>(count));
  return sum;
}

/// Of values of distance times |integrand| at a distance and at one farther by a factor: as which
/// power of the distance they grow.
double power_of(double near, double far, double log_of_factor) {
  return std::clamp(elementary::log(far / near) / log_of_factor, 0.02, 1.0);
}

/// A limit farther from 0 than so many widths of its axis.  Nearer ones are as good as the upper
/// end of the unit cube, to which samples come no closer.
constexpr double widths_away = 8;

/// The box of a call as a region, whose far limits may be singular ends; nullptr: it has none.
domain::Pointer box_with_far_ends(const Request &request) {
  std::vector<int> ends;
  bool any = false;
  for (std::size_t d = 0; d < request.lower.size(); ++d) {
    const double lower = request.lower[d], upper = request.upper[d];
    const double width = widths_away * std::fabs(upper - lower);
    const bool is_far =
        width > 0 && std::isfinite(width) && std::fmin(std::fabs(lower), std::fabs(upper)) > width;
    ends.push_back(is_far ? domain::singular_lower | domain::singular_upper : 0);
    any = any || is_far;
  }
  return any ? domain::box(request.lower, request.upper, ends) : nullptr;
}

/// By component, about what an integral over a region misses there.  also_untold: also at ends of
/// which nobody has said that the integrand is singular there.  evaluated: is raised by the points
/// that this takes.  Throws what call_integrand does.
std::vector<double> lost_at_ends(const engine::HostFunction &host, bool also_untold,
                                 std::int64_t &evaluated) {
  std::vector<double> lost(static_cast<std::size_t>(host.ncomp), 0.0);
  if (host.domain == nullptr || !host.is_set()) return lost;
  for (const domain::BlurredEnd &end : host.domain->blurred_ends()) {
    if (!end.is_told && !also_untold) continue;
    const std::vector<double> near = mean(host, end, end.near, end.rate_near, points_on_face);
    const std::vector<double> far = mean(host, end, end.far, end.rate_far, points_on_face);
    evaluated += 2 * points_on_face;
    for (std::size_t c = 0; c < lost.size(); ++c) {
      if (!(near[c] > 0 && far[c] > 0)) continue;
      // Of distance^-a, the integral from 0 is this times 1/(1 - a), and what was found that
      // itself.
      lost[c] += near[c] * (1 / power_of(near[c], far[c], elementary::log(16.0)) - 1);
    }
  }
  return lost;
}

/// Adds, by component, about what lies nearer to the end of an axis than a distance, less what is
/// there of an integrand that does not change.  From each place to the next one, the integrand is
/// taken for a power of the distance.
void add_lost_below(const engine::HostFunction &host, int axis, bool is_upper, double from,
                    std::vector<double> &lost, std::int64_t &evaluated) {
  const double last = is_upper ? 0x1p-52 : 0x1p-100;
  domain::BlurredEnd end;
  end.axis = axis;
  std::vector<double> farther, sum(lost.size(), 0.0), power(lost.size(), 1.0);
  double first = 0;
  for (double distance = from; distance >= last; distance *= 0x1p-10) {
    const std::vector<double> here =
        mean(host, end, is_upper ? 1 - distance : distance, 1 / distance, points_beside_samples);
    evaluated += points_beside_samples;
    for (std::size_t c = 0; c < lost.size() && !farther.empty(); ++c) {
      if (!(here[c] > 0 && farther[c] > 0)) continue;
      power[c] = power_of(here[c], farther[c], elementary::log(0x1p10));
      sum[c] += (farther[c] - here[c]) / power[c];
    }
    if (farther.empty())
      for (std::size_t c = 0; c < lost.size(); ++c) sum[c] -= here[c];
    farther = here;
    first = distance;
  }
  if (farther.empty() || first == from) return;  // Nothing is known of its change.
  for (std::size_t c = 0; c < lost.size(); ++c)
    lost[c] += std::fmax(sum[c] + farther[c] / power[c], 0);
}

/// By component, about what lies nearer to the faces of the cube than samples came.  nearest: see
/// Result.
std::vector<double> lost_to_samples(const engine::HostFunction &host,
                                    const std::vector<double> &nearest, std::int64_t &evaluated) {
  std::vector<double> lost(static_cast<std::size_t>(host.ncomp), 0.0);
  if (!host.is_set() || std::ssize(nearest) != std::int64_t{2} * host.ndim) return lost;
  for (std::size_t i = 0; i < nearest.size(); ++i)
    if (nearest[i] > 0 && nearest[i] < 0.5)
      add_lost_below(host, static_cast<int>(i / 2), i % 2 != 0, nearest[i], lost, evaluated);
  return lost;
}

void miss(Outcome &outcome) {
  if (outcome.status == CUBOID_CONVERGED) outcome.status = CUBOID_NOT_CONVERGED;
  outcome.result.converged = false;
}

}  // namespace

void add_lost_to_samples(const Request &request, Outcome &outcome) {
  algorithm::Result &result = outcome.result;
  if (outcome.status < 0 || result.nearest.empty()) return;
  engine::HostFunction host = request.host;
  const domain::Pointer box = host.domain == nullptr && !request.lower.empty()
                                  ? domain::box(request.lower, request.upper)
                                  : nullptr;
  if (box) host.domain = box.get();
  const std::vector<double> lost = lost_to_samples(host, result.nearest, result.neval);
  const double most = *std::max_element(lost.begin(), lost.end());
  if (most == 0) return;
  for (std::size_t c = 0; c < lost.size(); ++c)
    result.error[c] = std::hypot(result.error[c], lost[c]);
  for (int c = 0; c < host.ncomp && !result.covariance.empty(); ++c)
    for (int b = 0; b <= c; ++b)
      result.covariance[algorithm::symmetric_index(c, b)] +=
          lost[static_cast<std::size_t>(c)] * lost[static_cast<std::size_t>(b)];
  if (algorithm::accurate(result, goal_of(request.options))) return;
  miss(outcome);
  outcome.message =
      formatted(
          "nearer to the ends of axes than samples came, where the integrand grows, lies an "
          "integral of about %.2g: try variables in which it is bounded there; ",
          most) +
      outcome.message;
}

void add_lost_at_ends(const Request &request, bool also_untold, Outcome &outcome) {
  if (outcome.status < 0) return;
  algorithm::Result &result = outcome.result;
  engine::HostFunction host = request.host;
  const domain::Pointer box = host.domain == nullptr ? box_with_far_ends(request) : nullptr;
  if (box) host.domain = box.get();
  const std::vector<double> lost = lost_at_ends(host, also_untold, result.neval);
  const double most = *std::max_element(lost.begin(), lost.end());
  if (most == 0) return;
  for (std::size_t c = 0; c < lost.size(); ++c) result.error[c] += lost[c];
  algorithm::Result alone = result;
  alone.error = lost;
  if (algorithm::accurate(alone, goal_of(request.options))) return;
  miss(outcome);
  outcome.message =
      formatted(
          "between a singular end that is not 0 and the number next to it lies an integral of "
          "about "
          "%.2g, of which nothing is known: shift the variable, so that the end is 0; ",
          most) +
      outcome.message;
}

}  // namespace cuboid::router
