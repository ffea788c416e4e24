#include "algorithm/common/lost_peaks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

#include "elementary/functions.hpp"
#include "map/resample_importance.hpp"
#include "run/remarks.hpp"

namespace cuboid::algorithm {

namespace {

/// Of two peaks of the same volume, as many of the greatest samples are of the one as of the other.
constexpr std::size_t max_kept = 1024;

/// As many times the error of the mean is what one sample would add to it.
constexpr double surprising = 10;

/// A climb has so many steps of the map and one iteration more, each of so many samples.  With half
/// and twice as many it comes within a fifth of two equal Gaussians in four to eight dimensions.
constexpr int steps = 5;
constexpr std::int64_t climb_samples = 512;
constexpr std::int64_t evaluations_of_climb = (steps + 1) * climb_samples;
constexpr std::int64_t max_climbs = 4;
constexpr std::int64_t climb_intervals = 64;

}  // namespace

void LostPeaks::take(const engine::SampleBatch &batch) {
  samples_ += batch.count;
  for (std::int64_t i = 0; i < batch.count; ++i) {
    const double *const f = batch.f + i * ncomp_;
    double size = 0;
    for (int c = 0; c < ncomp_; ++c) size = std::max(size, std::fabs(f[c] * batch.weight[i]));
    if (!(size > least_) || !std::isfinite(size)) continue;
    size_.push_back(size);
    place_.resize(place_.size() + static_cast<std::size_t>(ndim_));
    place_of_(batch.x + i * ndim_, &*(place_.end() - ndim_));
    for (int c = 0; c < ncomp_; ++c) value_.push_back(f[c] * batch.weight[i]);
    if (size_.size() == 2 * max_kept) prune();
  }
}

/// Keeps the largest in the order in which they came, and of equal ones the first.
void LostPeaks::prune() {
  if (size_.size() <= max_kept) return;
  std::vector<double> sizes = size_;
  std::nth_element(sizes.begin(), sizes.begin() + max_kept - 1, sizes.end(), std::greater<>());
  least_ = sizes[max_kept - 1];
  auto equal =
      static_cast<std::ptrdiff_t>(max_kept) -
      std::count_if(size_.begin(), size_.end(), [&](double size) { return size > least_; });
  std::ptrdiff_t kept = 0;
  for (std::ptrdiff_t i = 0; i < std::ssize(size_); ++i) {
    const double size = size_[static_cast<std::size_t>(i)];
    if (size < least_ || (size == least_ && equal-- <= 0)) continue;
    size_[static_cast<std::size_t>(kept)] = size;
    std::copy_n(place_.begin() + i * ndim_, ndim_, place_.begin() + kept * ndim_);
    std::copy_n(value_.begin() + i * ncomp_, ncomp_, value_.begin() + kept * ncomp_);
    ++kept;
  }
  size_.resize(max_kept);
  place_.resize(max_kept * static_cast<std::size_t>(ndim_));
  value_.resize(max_kept * static_cast<std::size_t>(ncomp_));
}

/// One over the density of a map at a place.
double LostPeaks::volume(const PeakMap &map, const uint32 *place) const {
  double product = 1;
  const std::uint64_t *axis = map.edges.data();
  for (std::int64_t d = 0; d < ndim_; ++d, axis += map.nintervals + 1) {
    const std::uint64_t *const upper =
        std::upper_bound(axis + 1, axis + map.nintervals, std::uint64_t{place[d]});
    product *=
        static_cast<double>(map.nintervals) * 0x1p-32 * static_cast<double>(upper[0] - upper[-1]);
  }
  return product;
}

double LostPeaks::max_volume(const PeakMap &map) const {
  double product = 1;
  const std::uint64_t *axis = map.edges.data();
  for (std::int64_t d = 0; d < ndim_; ++d, axis += map.nintervals + 1) {
    std::uint64_t widest = 0;
    for (std::int64_t i = 0; i < map.nintervals; ++i)
      widest = std::max(widest, axis[i + 1] - axis[i]);
    product *= static_cast<double>(map.nintervals) * 0x1p-32 * static_cast<double>(widest);
  }
  return product;
}

/// How many times the largest of the values is what is no surprise.
double LostPeaks::surprise(const double *values, double factor) const {
  double most = 0;
  for (std::size_t c = 0; c < limit_.size(); ++c)
    if (values[c] != 0 && std::isfinite(values[c]))
      most = std::max(most, std::fabs(values[c]) * factor / limit_[c]);
  return most;
}

/// The place of that of which none of the maps has enough.
const uint32 *LostPeaks::most_surprising(const std::vector<PeakMap> &maps) const {
  const double max = max_volume(maps.front());
  const uint32 *found = nullptr;
  double most = 1;
  for (std::int64_t i = 0; i < std::ssize(size_); ++i) {
    const uint32 *const at = place_.data() + i * ndim_;
    const auto surprise_by = [&](double volume) {
      return surprise(value_.data() + i * ncomp_, volume * static_cast<double>(samples_));
    };
    double here = surprise_by(max);
    for (const PeakMap &map : maps)
      if (here > most) here = std::min(here, surprise_by(volume(map, at)));
    if (here <= most) continue;
    most = here;
    found = at;
  }
  return found;
}

/// Nearly all of it is as near to a place as the nearest of so many samples is to a peak.
PeakMap LostPeaks::around(const uint32 *place) const {
  constexpr double end = 0x1p-10;
  const double spacing =
      elementary::pow(static_cast<double>(samples_), -1.0 / static_cast<double>(ndim_));
  const double distance = std::min(.75 * spacing, .25);
  PeakMap map{{}, climb_intervals};
  for (std::int64_t d = 0; d < ndim_; ++d) {
    const double lower = std::max(place[d] * 0x1p-32 - distance, end);
    const double width = std::min(place[d] * 0x1p-32 + distance, 1 - end) - lower;
    std::vector<double> upper;
    for (int i = 0; i < climb_intervals - 1; ++i)
      upper.push_back(lower + width * i / (climb_intervals - 2));
    upper.push_back(1);
    const std::vector<std::uint64_t> axis = map::edges_from_upper(upper);
    map.edges.insert(map.edges.end(), axis.begin(), axis.end());
  }
  return map;
}

/// Takes a map to where the integrand is largest, and gives what the samples say of the integral
/// there as far as they would be surprises of the run's own map.
std::vector<double> LostPeaks::climb(PeakMap &map, PeakClimber &climber) const {
  climber.refine(map, steps, climb_samples);
  std::vector<double> lost(limit_.size());
  std::vector<uint32> at(static_cast<std::size_t>(ndim_));
  climber.draw(map, climb_samples, [&](const engine::SampleBatch &batch) {
    for (std::int64_t i = 0; i < batch.count; ++i) {
      const double *const f = batch.f + i * ncomp_;
      place_of_(batch.x + i * ndim_, at.data());
      // The weight has the volume by the map of the climb.
      const double factor = batch.weight[i] * static_cast<double>(climb_samples) *
                            volume(own_, at.data()) / volume(map, at.data());
      if (surprise(f, factor) <= 1) continue;
      for (std::size_t c = 0; c < lost.size(); ++c)
        if (std::isfinite(f[c])) lost[c] += f[c] * batch.weight[i];
    }
    return true;
  });
  return lost;
}

/// Upper edges of the intervals of an axis, of which each map has the same share.
std::vector<double> LostPeaks::upper_of_mixture(const std::vector<PeakMap> &maps, int axis,
                                                std::int64_t nintervals) const {
  std::vector<std::pair<std::uint64_t, double>> rises;  // of the density, and where
  for (const PeakMap &map : maps) {
    const std::uint64_t *const edge = map.edges.data() + axis * (map.nintervals + 1);
    for (std::int64_t i = 0; i < map.nintervals; ++i) {
      const double density =
          static_cast<double>(nintervals) /
          (static_cast<double>(map.nintervals) * static_cast<double>(std::ssize(maps)) *
           static_cast<double>(edge[i + 1] - edge[i]));
      rises.emplace_back(edge[i], density);
      rises.emplace_back(edge[i + 1], -density);
    }
  }
  std::stable_sort(rises.begin(), rises.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<double> upper;
  double before = 0, density = 0;  // before: in intervals of the mixture
  for (std::size_t i = 0; i + 1 < rises.size(); ++i) {
    density += rises[i].second;
    const auto begin = static_cast<double>(rises[i].first);
    const double after = before + density * (static_cast<double>(rises[i + 1].first) - begin);
    while (std::ssize(upper) + 1 < nintervals) {
      const auto next = static_cast<double>(upper.size() + 1);
      if (next > after) break;
      upper.push_back((begin + (next - before) / density) * 0x1p-32);
    }
    before = after;
  }
  upper.resize(static_cast<std::size_t>(nintervals), 1);
  return upper;
}

/// Whether the map has lost what one of the samples met.
bool LostPeaks::suspects(const Result &result) {
  limit_.clear();
  for (std::size_t c = 0; c < result.integral.size(); ++c)
    limit_.push_back(surprising * std::max(static_cast<double>(result.neval) * result.error[c],
                                           std::fabs(result.integral[c])));
  return most_surprising({own_}) != nullptr;
}

/// Empty: none of what is lost matters.
std::vector<std::uint64_t> LostPeaks::map_with_lost(const Result &result, std::int64_t climbs,
                                                    PeakClimber &climber) const {
  std::vector<PeakMap> climbed{own_}, mixed{own_};
  for (int i = 0; i < climbs; ++i) {
    const uint32 *const from = most_surprising(climbed);
    if (from == nullptr) break;
    climbed.push_back(around(from));
    climbed.push_back(climbed.back());
    const std::vector<double> lost = climb(climbed.back(), climber);
    for (std::size_t c = 0; c < lost.size(); ++c)
      if (std::fabs(lost[c]) > result.error[c]) {
        mixed.push_back(climbed.back());
        break;
      }
  }
  std::vector<std::uint64_t> edges;
  for (int d = 0; mixed.size() > 1 && d < ndim_; ++d) {
    const std::vector<std::uint64_t> axis =
        map::edges_from_upper(upper_of_mixture(mixed, d, own_.nintervals));
    edges.insert(edges.end(), axis.begin(), axis.end());
  }
  return edges;
}

std::vector<std::uint64_t> LostPeaks::look(PeakMap own, std::int64_t maxeval, PeakClimber &climber,
                                           Result &result) {
  prune();
  own_ = std::move(own);
  if (!suspects(result)) return {};
  result.converged = false;
  const std::int64_t climbs = std::min((maxeval - result.neval) / evaluations_of_climb, max_climbs);
  std::vector<std::uint64_t> edges = map_with_lost(result, climbs, climber);
  if (edges.empty() && climbs > 0) {
    result.converged = true;
  } else if (edges.empty() || result.neval >= maxeval) {
    result.trusted = false;
    add_remark(result, Remark::too_little_support);
    edges.clear();
  }
  return edges;
}

}  // namespace cuboid::algorithm
