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
/// At each distance nearer to a face than samples came, where the order of magnitude is enough, and
/// from one distance to the next.  Without this look 107 of 247 successes of vegas_plus on tails
/// and powers were beyond three errors, and none is with it
/// (tests/bench/results/samples_trust.txt).
constexpr std::int64_t points_beside_samples = 4;
constexpr double step_nearer = 0x1p-10;

/// Points of the cube at which one axis has one place.
struct Face {
  int axis = 0;
  double place = 0;
  double rate = 1;          ///< there, d log(distance) / d t
  double from = 0, to = 1;  ///< of the first axis, if that is another
};

/// [faces][ncomp] The mean of distance times |integrand| over points of each face.
std::vector<double> means(const engine::HostFunction &host, const std::vector<Face> &faces,
                          std::int64_t points) {
  const auto ndim = static_cast<std::size_t>(host.ndim);
  const auto ncomp = static_cast<std::size_t>(host.ncomp);
  const auto count = static_cast<std::size_t>(points);
  std::vector<double> t(faces.size() * count * ndim), f(faces.size() * count * ncomp);
  for (std::size_t i = 0; i < faces.size() * count; ++i) {
    const Face &face = faces[i / count];
    double *const point = t.data() + i * ndim;
    for (int d = 0; d < host.ndim; ++d)
      point[d] = domain::even_fraction(static_cast<std::int64_t>(i % count), d);
    point[0] = face.from + point[0] * (face.to - face.from);
    point[face.axis] = face.place;
  }
  engine::cpu::evaluate_at(host, std::ssize(faces) * points, t.data(), f.data());
  std::vector<double> sum(faces.size() * ncomp, 0.0);
  for (std::size_t i = 0; i < f.size(); ++i)
    if (std::isfinite(f[i])) sum[i / (count * ncomp) * ncomp + i % ncomp] += std::fabs(f[i]);
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const Face &face = faces[i / ncomp];
    sum[i] *= (face.to - face.from) / (face.rate * static_cast<double>(points));
  }
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
    const std::vector<double> found = means(host,
                                            {{end.axis, end.near, end.rate_near, end.from, end.to},
                                             {end.axis, end.far, end.rate_far, end.from, end.to}},
                                            points_on_face);
    evaluated += 2 * points_on_face;
    for (std::size_t c = 0; c < lost.size(); ++c) {
      const double near = found[c], far = found[lost.size() + c];
      if (!(near > 0 && far > 0)) continue;
      // Of distance^-a, the integral from 0 is this times 1/(1 - a), and what was found that
      // itself.
      lost[c] += near * (1 / power_of(near, far, elementary::log(16.0)) - 1);
    }
  }
  return lost;
}

/// From a distance to the end of an axis on, to the last number there.
std::vector<Face> faces_below(int axis, bool is_upper, double from) {
  const double last = is_upper ? 0x1p-52 : 0x1p-100;
  std::vector<Face> faces;
  for (double distance = from; distance >= last; distance *= step_nearer)
    faces.push_back({axis, is_upper ? 1 - distance : distance, 1 / distance});
  return faces;
}

/// About what lies nearer to the end than the first of some faces, less what is there of an
/// integrand that does not change.  From each face to the next one, the integrand is taken for a
/// power of the distance.  means: [faces][ncomp] from here on, of one component.
double lost_below(const double *means, std::size_t faces, std::size_t ncomp) {
  double sum = -means[0], power = 1;
  for (std::size_t i = 1; i < faces; ++i) {
    const double farther = means[(i - 1) * ncomp], here = means[i * ncomp];
    if (!(here > 0 && farther > 0)) continue;
    power = power_of(here, farther, -elementary::log(step_nearer));
    sum += (farther - here) / power;
  }
  return std::fmax(sum + means[(faces - 1) * ncomp] / power, 0);
}

/// By component, about what lies nearer to the faces of the cube than samples came.  nearest: see
/// Result.
std::vector<double> lost_to_samples(const engine::HostFunction &host,
                                    const std::vector<double> &nearest, std::int64_t &evaluated) {
  std::vector<double> lost(static_cast<std::size_t>(host.ncomp), 0.0);
  if (!host.is_set() || std::ssize(nearest) != std::int64_t{2} * host.ndim) return lost;
  std::vector<Face> all;  // in one call, since a callback for arrays costs as much as many points
  std::vector<std::size_t> counts;
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    if (!(nearest[i] > 0 && nearest[i] < 0.5)) continue;
    const std::vector<Face> faces = faces_below(static_cast<int>(i / 2), i % 2 != 0, nearest[i]);
    if (faces.size() < 2) continue;  // nothing is known of its change
    all.insert(all.end(), faces.begin(), faces.end());
    counts.push_back(faces.size());
  }
  const std::vector<double> found = means(host, all, points_beside_samples);
  evaluated += std::ssize(all) * points_beside_samples;
  const double *here = found.data();
  for (const std::size_t faces : counts) {
    for (std::size_t c = 0; c < lost.size(); ++c)
      lost[c] += lost_below(here + c, faces, lost.size());
    here += faces * lost.size();
  }
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
