#include "algorithm/cubature/end_trial.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "algorithm/cubature/evaluate_counted.hpp"
#include "run/accuracy.hpp"
#include "run/remarks.hpp"

namespace cuboid::algorithm {

namespace {

/// The faces are tried where the worst region ends at one, narrower than this across it, and the
/// trial is as small a part of all evaluations.
constexpr double width_at_face = 1. / 8;
constexpr std::int64_t share_of_trial = 32;
/// Of the tolerance, what the numbers next to a singular end may keep from a map.
constexpr double lost_of_tolerance = 0.1;

}  // namespace

void EndTrial::forget() {
  ends_.set({});
  tried_faces_ = false;
  rival_ = {};
  bridged_.clear();
}

void EndTrial::save(StateWriter &writer) const {
  writer.fields(std::int64_t{tried_faces_}, ends_.ends(), rival_.until, rival_.component,
                rival_.error, bridged_);
}

void EndTrial::restore(StateReader &reader) {
  tried_faces_ = reader.get_count() != 0;
  std::vector<EndPowers> ends = get_ends(reader, task_.ndim);
  reader.fields(rival_.until, rival_.component, rival_.error, bridged_);
  StateReader::require_counts({rival_.until, rival_.component});
  StateReader::require(rival_.component < task_.ncomp && rival_.error >= 0);
  StateReader::require(std::ssize(bridged_) == (ends.empty() ? 0 : task_.ncomp));
  StateReader::require_finite(bridged_.data(), bridged_.size());
  ends_.set(std::move(ends));
}

bool EndTrial::refuses(int worst) {
  if (bridged_.empty()) return false;
  const RegionStore &regions = refinement_.regions();
  const std::int64_t largest = refinement_.regions().largest(worst);
  const EndOfAxis seen = bridge_seen_by(regions.lower(largest), regions.upper(largest));
  if (seen.axis >= 0) refuse_end(seen, bridged_);
  return result_.refused;
}

bool EndTrial::is_due(int worst) {
  if (tried_faces_ || probing_ == Probing::none) return false;
  const std::int64_t points = points_of_trial(task_.ndim);
  if (result_.neval < share_of_trial * points) return false;
  // What is begun anew should have as much room as it had.
  if (!task_.goal.goes_on && 2 * result_.neval + points > task_.goal.maxeval) return false;
  const std::int64_t region = refinement_.regions().largest(worst);
  const double *const lower = refinement_.regions().lower(region);
  const double *const upper = refinement_.regions().upper(region);
  for (int d = 0; d < task_.ndim; ++d)
    if ((lower[d] == 0 || upper[d] == 1) && upper[d] - lower[d] <= width_at_face) return true;
  return false;
}

bool EndTrial::finds_maps(int worst) {
  tried_faces_ = true;
  std::vector<double> least;
  for (std::size_t c = 0; c < result_.error.size(); ++c)
    least.push_back(lost_of_tolerance * tolerance(result_, refinement_.goal(), c));
  FoundEnds found;
  std::int64_t evaluated = 0;
  count_probed(
      result_, [&] { found = find_ends(task_, least, evaluated); }, [&] { return evaluated; });
  if (refused_by(found) || found.powers.empty()) return false;
  rival_ = {2 * result_.neval, worst, result_.error[static_cast<std::size_t>(worst)]};
  bridged_ = std::move(found.bridged);
  ends_.set(std::move(found.powers));
  return true;
}

/// Nobody gets further where an integral diverges, or where numbers do not say enough.
bool EndTrial::refused_by(const FoundEnds &found) {
  bool coarse = false;
  for (std::size_t c = 0; c < result_.error.size() && found.coarse.axis >= 0; ++c)
    coarse = coarse || found.lost[c] > tolerance(result_, refinement_.goal(), c);
  if (found.diverging.axis >= 0) {
    result_.refused = true;
    std::fill(result_.error.begin(), result_.error.end(), std::numeric_limits<double>::infinity());
    add_remark(
        result_, Remark::diverging_end,
        {found.diverging.is_upper ? "upper" : "lower", std::to_string(found.diverging.axis)});
  } else if (coarse) {
    refuse_end(found.coarse, found.lost);
  }
  return result_.refused;
}

void EndTrial::refuse_end(const EndOfAxis &end, const std::vector<double> &lost) {
  result_.refused = true;
  for (std::size_t c = 0; c < result_.error.size(); ++c) result_.error[c] += lost[c];
  const bool is_lost =
      std::any_of(lost.begin(), lost.end(), [](double c) { return std::isinf(c); });
  add_remark(result_, is_lost ? Remark::diverging_end : Remark::coarse_end,
             {end.is_upper ? "upper" : "lower", std::to_string(end.axis)});
}

/// The end of an axis that a region has come so close to that its rule sees where numbers end.
EndOfAxis EndTrial::bridge_seen_by(const double *lower, const double *upper) const {
  constexpr double in_sight = 64;
  for (std::size_t d = 0; d < ends_.ends().size(); ++d) {
    const EndPowers &powers = ends_.ends()[d];
    const double width = upper[d] - lower[d];
    if (lower[d] == 0 && width < in_sight * powers.coarse_lower)
      return {static_cast<int>(d), false};
    if (upper[d] == 1 && width < in_sight * powers.coarse_upper) return {static_cast<int>(d), true};
  }
  return {};
}

/// A jump at a place where regions are halved is nowhere else in the variable of a map.
bool EndTrial::disappoints() {
  if (rival_.until == 0 || result_.neval < rival_.until) return false;
  rival_.until = 0;
  if (result_.error[static_cast<std::size_t>(rival_.component)] < rival_.error) return false;
  bridged_.clear();
  ends_.set({});
  return true;
}

}  // namespace cuboid::algorithm
