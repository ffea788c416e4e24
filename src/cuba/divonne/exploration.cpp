#include "cuba/divonne/exploration.hpp"

#include <algorithm>
#include <cmath>

#include "cuba/divonne/numbers.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

/// Whether the extreme that a search would start from was found by a search in the parent.
bool found_before(const double *start, const Coordinates &found) {
  return std::equal(found.begin(), found.end(), start);
}

void choose_component(Region &region, const Extremes &extremes, const std::vector<double> &scale) {
  double largest = -1;
  for (std::size_t c = 0; c < region.spread.size(); ++c) {
    const double unit = scale.empty() ? std::fabs(region.first[c].integral) : scale[c];
    const double ratio = unit > 0 ? region.spread[c] / unit : region.spread[c];
    if (ratio > largest) {
      largest = ratio;
      region.cut_component = c;
    }
  }
  const double *lowest = extremes.lowest(region.cut_component);
  const double *highest = extremes.highest(region.cut_component);
  region.lowest.assign(lowest, lowest + region.box.ndim());
  region.highest.assign(highest, highest + region.box.ndim());
}

}  // namespace

Searches::Searches(const Region &region, const Region *parent, bool inset, Extremes &extremes) {
  const std::size_t ndim = region.box.ndim(), most = 2 * extremes.ncomp();
  all_.reserve(most);
  numbers_ = std::make_unique_for_overwrite<double[]>((2 + most * Descent::rows) * ndim);
  const Descent::Bounds bounds = Descent::bounds_of(region.box, inset, numbers_.get());
  const auto add = [&](std::size_t c, Descent::Direction direction) {
    all_.emplace_back(bounds, c, direction, extremes,
                      numbers_.get() + (2 + all_.size() * Descent::rows) * ndim);
  };
  for (std::size_t c = 0; c < extremes.ncomp(); ++c) {
    const Range &range = extremes.range(c);
    if (!(range.low < range.high)) continue;
    const bool cut = parent && parent->cut_component == c;
    if (!cut || !found_before(extremes.lowest(c), parent->lowest)) add(c, Descent::Direction::down);
    if (!cut || !found_before(extremes.highest(c), parent->highest)) add(c, Descent::Direction::up);
  }
}

void Searches::ask(std::vector<double> &x) {
  next_ = 0;
  for (Search &search : all_) {
    const std::size_t before = x.size();
    search.descent.ask(x);
    search.asked = (x.size() - before) / search.descent.ndim();
  }
}

void Searches::group(std::size_t, std::vector<std::size_t> &groups) const {
  for (const Search &search : all_)
    if (search.asked > 0) groups.push_back(search.asked);
}

void Searches::tell(std::size_t count, const double *x, const double *f) {
  while (all_[next_].asked == 0) ++next_;
  all_[next_++].descent.tell(count, x, f);
}

void Exploration::ask(std::vector<double> &x) {
  if (sampler_) {
    const std::size_t end = x.size();
    x.resize(end + as_size(sampler_->points()) * region_.box.ndim());
    sampler_->place_all(region_.box, x.data() + end);
    return;
  }
  if (!searches_) searches_.emplace(region_, parent_, inset_, extremes_);
  searches_->ask(x);
}

void Exploration::group(std::size_t asked, std::vector<std::size_t> &groups) const {
  if (sampler_)
    groups.push_back(asked);
  else
    searches_->group(asked, groups);
}

void Exploration::tell(std::size_t count, const double *x, const double *f) {
  if (!sampler_) return searches_->tell(count, x, f);
  extremes_.note(count, x, f);
  region_.first = sampler_->estimate_all(region_.box, extremes_.ncomp(), f).estimate;
  sampler_ = nullptr;
}

void Exploration::finish(const std::vector<double> &scale) {
  set_range(region_, extremes_);
  choose_component(region_, extremes_, scale);
}

void set_range(Region &region, const Extremes &extremes) {
  region.range.clear();
  region.spread.clear();
  for (std::size_t c = 0; c < region.first.size(); ++c) {
    const Range &range = extremes.range(c);
    region.range.push_back(range);
    region.spread.push_back(region.box.volume() * (0.5 * range.high - 0.5 * range.low));
  }
}

}  // namespace cuboid::algorithm::divonne_detail
