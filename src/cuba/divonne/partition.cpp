#include "cuba/divonne/partition.hpp"

#include "cuba/divonne/exploration.hpp"
#include "cuba/divonne/inquiry.hpp"

namespace cuboid::algorithm::divonne_detail {

Region Partitioner::whole() {
  Region cube;
  const auto ndim = static_cast<std::size_t>(evaluations_.ndim());
  cube.box.lower.assign(ndim, 0);
  cube.box.upper.assign(ndim, 1);
  Exploration exploration(cube, nullptr, !evaluations_.has_border(), known_.in(cube.box, nullptr));
  cube.first = std::move(
      first_.sample(Phase::partitioning, {&cube.box}, {&exploration.extremes()}, evaluations_)
          .front()
          .estimate);
  const std::int64_t before = evaluations_.count();
  answer_all({&exploration}, Phase::partitioning, evaluations_);
  spent.in_search += evaluations_.count() - before;
  exploration.finish({});
  return cube;
}

std::vector<std::vector<Region>> Partitioner::split(const std::vector<const Region *> &regions,
                                                    int levels, const std::vector<double> &floor,
                                                    const std::vector<double> &scale) {
  return splitting_.run(regions, levels, floor, scale);
}

void Partitioner::search_again(Phase phase, const std::vector<Region *> &regions,
                               const std::vector<Extremes *> &extremes) {
  const std::int64_t before = evaluations_.count();
  std::vector<Searches> searches;
  searches.reserve(regions.size());
  std::vector<Inquiry *> inquiries;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const Region &region = *regions[i];
    const std::size_t c = region.cut_component;
    extremes[i]->note_component(c, region.lowest.data(), region.range[c].low);
    extremes[i]->note_component(c, region.highest.data(), region.range[c].high);
    searches.emplace_back(region, &region, !evaluations_.has_border(), *extremes[i]);
    inquiries.push_back(&searches.back());
  }
  answer_all(inquiries, phase, evaluations_);
  for (std::size_t i = 0; i < regions.size(); ++i) {
    Region &region = *regions[i];
    const std::size_t c = region.cut_component;
    const std::size_t ndim = region.box.ndim();
    set_range(region, *extremes[i]);
    region.lowest.assign(extremes[i]->lowest(c), extremes[i]->lowest(c) + ndim);
    region.highest.assign(extremes[i]->highest(c), extremes[i]->highest(c) + ndim);
  }
  spent.in_search += evaluations_.count() - before;
}

}  // namespace cuboid::algorithm::divonne_detail
