#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "cuba/divonne/integration.hpp"
#include "cuba/divonne/numbers.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

/// Of what follows in the file.
constexpr std::int32_t version = 3;

static_assert(std::is_trivially_copyable_v<Progress>);

/// What the file has of a region, in its order: of it, or for it.
void describe_region(auto &file, auto &region) {
  file.fields(region.box.lower, region.box.upper, region.first, region.range, region.spread,
              region.cut_component, region.lowest, region.highest, region.outcome, region.before);
}

bool is_size(double number) {
  return number >= 0 && std::isfinite(number);
}

bool is_sound(const Region &region) {
  for (std::size_t d = 0; d < region.box.ndim(); ++d)
    if (!(region.box.lower[d] < region.box.upper[d])) return false;
  for (std::size_t c = 0; c < region.first.size(); ++c) {
    const Estimate &first = region.first[c];
    const Range &range = region.range[c];
    if (!std::isfinite(first.integral) || !is_size(first.error) || !is_size(first.scatter) ||
        !std::isfinite(range.low) || !std::isfinite(range.high) || range.low > range.high ||
        !(region.spread[c] >= 0))
      return false;
  }
  const auto sound = [](const Region::Outcome &outcome) {
    return std::isfinite(outcome.integral) && is_size(outcome.error) && is_size(outcome.scatter) &&
           is_size(outcome.scale) && outcome.chi2 >= 0 && outcome.dof >= 1 &&
           outcome.dof <= StateReader::max_count;
  };
  return std::all_of(region.outcome.begin(), region.outcome.end(), sound) &&
         std::all_of(region.before.begin(), region.before.end(), sound);
}

/// Throws BadState.
void require_sound(const Region &region, std::size_t ndim, std::size_t ncomp) {
  for (const Coordinates *point :
       {&region.box.lower, &region.box.upper, &region.lowest, &region.highest}) {
    StateReader::require(point->size() == ndim);
    StateReader::require_in_cube(point->data(), ndim);
  }
  StateReader::require(region.first.size() == ncomp && region.range.size() == ncomp &&
                       region.spread.size() == ncomp && region.cut_component < ncomp &&
                       (region.outcome.empty() || region.outcome.size() == ncomp) &&
                       (region.before.empty() || region.before.size() == ncomp));
  StateReader::require(is_sound(region));
}

bool is_sound(const Progress &progress) {
  for (const std::int64_t count :
       {progress.iteration, progress.cycle_cost, progress.neval, progress.in_search,
        progress.in_cuts, progress.drawn, progress.wanted, progress.affordable, progress.refined,
        progress.refined_from, progress.unrefined, progress.dearest})
    if (count < 0 || count > StateReader::max_count) return false;
  return progress.stage >= Progress::partitioning && progress.stage <= Progress::finished &&
         progress.pass >= 0 && progress.pass < std::numeric_limits<std::int32_t>::max() &&
         progress.fewest >= 0;
}

}  // namespace

void Integration::save_if_due() {
  if (task_.state->used() && schedule_.due(regions())) save();
}

void Integration::save() {
  if (!task_.state->used()) return;
  if (unpublished_ > 0) publish_main();
  progress_.neval = evaluations_.count();
  progress_.in_search = partitioner_->spent.in_search;
  progress_.in_cuts = partitioner_->spent.in_cuts;
  progress_.drawn = random_.drawn();
  StateWriter writer;
  writer.fields(version, progress_, pool_, result_.integral, result_.error, result_.chi2,
                result_.dof);
  writer.list(regions_, [&](const Region &region) { describe_region(writer, region); });
  schedule_.save(regions(), [&] {
    task_.state->save({Routine::divonne, task_.ndim, task_.ncomp}, writer);
  });
}

bool Integration::restore() {
  return task_.state->restore(
      {Routine::divonne, task_.ndim, task_.ncomp}, [&](StateReader &reader) {
        StateReader::require(reader.get<std::int32_t>() == version);
        Progress progress;
        std::vector<Pool> pool;
        Result result(task_.ncomp);
        result.ndim = result_.ndim;
        result.method = result_.method;
        reader.fields(progress, pool, result.integral, result.error, result.chi2, result.dof);
        StateReader::require(pool.size() == ncomp_ && is_sound(progress));
        for (const Pool &p : pool) StateReader::require(is_size(p.scatter) && is_size(p.scale));
        for (const std::vector<double> *values : {&result.integral, &result.error, &result.chi2})
          StateReader::require(values->size() == ncomp_);
        StateReader::require_finite(result.integral.data(), ncomp_);
        for (const double error : result.error) StateReader::require(error >= 0);
        StateReader::require_counts({result.dof});
        std::vector<Region> regions;
        reader.list(regions, [&](Region &region) {
          describe_region(reader, region);
          require_sound(region, as_size(task_.ndim), ncomp_);
        });
        StateReader::require(reader.at_end() && !regions.empty());
        result.neval = progress.neval;
        reader.resumes_at(progress.neval);
        result.nregions = static_cast<std::int64_t>(regions.size());
        result.niterations = progress.iteration;
        result_ = std::move(result);
        progress_ = progress;
        pool_ = std::move(pool);
        regions_ = std::move(regions);
        for (std::size_t i = 0; i < regions_.size(); ++i) sums_.touch(i);
        evaluations_.set_count(progress_.neval);
        random_.skip(progress_.drawn);
      });
}

}  // namespace cuboid::algorithm::divonne_detail
