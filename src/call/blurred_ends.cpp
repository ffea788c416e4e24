#include "call/blurred_ends.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "cuboid.h"
#include "domain/domain.hpp"
#include "domain/even_points.hpp"
#include "elementary/functions.hpp"
#include "engine/cpu/points/call.hpp"
#include "run/accuracy.hpp"

namespace cuboid::router {

namespace {

constexpr std::int64_t count = 64;  // of points on a face

/// By component, the mean of distance times |integrand| over points of the cube at which the end's
/// axis has one place.
std::vector<double> mean(const engine::HostFunction &host, const domain::BlurredEnd &end,
                         double place, double rate) {
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
  for (double &one : sum) one *= (end.to - end.from) / (rate * count);
  return sum;
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
    const std::vector<double> near = mean(host, end, end.near, end.rate_near);
    const std::vector<double> far = mean(host, end, end.far, end.rate_far);
    evaluated += 2 * count;
    for (std::size_t c = 0; c < lost.size(); ++c) {
      if (!(near[c] > 0 && far[c] > 0)) continue;
      // Of distance^-a, the integral from 0 is this times 1/(1 - a), and what was found that
      // itself.
      const double power =
          std::clamp(elementary::log(far[c] / near[c]) / elementary::log(16.0), 0.02, 1.0);
      lost[c] += near[c] * (1 / power - 1);
    }
  }
  return lost;
}

}  // namespace

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
  if (outcome.status == CUBOID_CONVERGED) outcome.status = CUBOID_NOT_CONVERGED;
  result.converged = false;
  outcome.message =
      formatted(
          "between a singular end that is not 0 and the number next to it lies an integral of "
          "about "
          "%.2g, of which nothing is known: shift the variable, so that the end is 0; ",
          most) +
      outcome.message;
}

}  // namespace cuboid::router
