#include <type_traits>
#include <utility>

#include "algorithm/divonne/integration.hpp"
#include "algorithm/divonne/numbers.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

/// Of what follows in the file.
constexpr std::int32_t version = 1;

static_assert(std::is_trivially_copyable_v<Progress>);

void write(StateWriter &writer, const Region &region) {
  writer.put(region.box.lower);
  writer.put(region.box.upper);
  writer.put(region.first);
  writer.put(region.range);
  writer.put(region.spread);
  writer.put(static_cast<std::uint64_t>(region.cut_component));
  writer.put(region.lowest);
  writer.put(region.highest);
  writer.put(region.outcome);
}

Region read_region(StateReader &reader, std::size_t ndim, std::size_t ncomp) {
  Region region;
  reader.get(region.box.lower);
  reader.get(region.box.upper);
  reader.get(region.first);
  reader.get(region.range);
  reader.get(region.spread);
  region.cut_component = reader.get<std::uint64_t>();
  reader.get(region.lowest);
  reader.get(region.highest);
  reader.get(region.outcome);
  for (const std::vector<double> *point :
       {&region.box.lower, &region.box.upper, &region.lowest, &region.highest})
    StateReader::require(point->size() == ndim);
  StateReader::require(region.first.size() == ncomp && region.range.size() == ncomp &&
                       region.spread.size() == ncomp && region.cut_component < ncomp &&
                       (region.outcome.empty() || region.outcome.size() == ncomp));
  return region;
}

}  // namespace

void Integration::save_if_due() {
  if (task_.state->used() && schedule_.due(regions())) save();
}

void Integration::save() {
  if (!task_.state->used()) return;
  progress_.neval = evaluations_.count();
  progress_.in_search = partitioner_->in_search;
  progress_.in_cuts = partitioner_->in_cuts;
  progress_.drawn = random_.drawn();
  StateWriter writer;
  writer.put(version);
  writer.put(progress_);
  writer.put(pool_);
  writer.put(result_.integral);
  writer.put(result_.error);
  writer.put(result_.chi2);
  writer.put(result_.dof);
  writer.put(static_cast<std::uint64_t>(regions_.size()));
  for (const Region &region : regions_) write(writer, region);
  schedule_.save(regions(), [&] {
    task_.state->save({Routine::divonne, task_.ndim, task_.ncomp}, writer);
  });
}

bool Integration::restore() {
  return task_.state->restore(
      {Routine::divonne, task_.ndim, task_.ncomp}, [&](StateReader &reader) {
        StateReader::require(reader.get<std::int32_t>() == version);
        const auto progress = reader.get<Progress>();
        std::vector<Pool> pool;
        reader.get(pool);
        StateReader::require(pool.size() == ncomp_);
        Result result(task_.ncomp);
        for (std::vector<double> *values : {&result.integral, &result.error, &result.chi2}) {
          reader.get(*values);
          StateReader::require(values->size() == ncomp_);
        }
        result.dof = reader.get<std::int64_t>();
        std::vector<Region> regions;
        for (auto left = reader.get<std::uint64_t>(); left > 0; --left)
          regions.push_back(read_region(reader, as_size(task_.ndim), ncomp_));
        StateReader::require(reader.at_end() && !regions.empty() && progress.neval >= 0 &&
                             progress.drawn >= 0);
        result.neval = progress.neval;
        result.nregions = static_cast<std::int64_t>(regions.size());
        result.niterations = progress.iteration;
        result_ = std::move(result);
        progress_ = progress;
        pool_ = std::move(pool);
        regions_ = std::move(regions);
        evaluations_.set_count(progress_.neval);
        random_.skip(progress_.drawn);
      });
}

}  // namespace cuboid::algorithm::divonne_detail
