#include "engine/cpu/regions/look_worker.hpp"

#include <algorithm>

namespace cuboid::engine::cpu {

namespace {

/// Lines that are evaluated together, at least.
constexpr std::int64_t least_lines = 128;

}  // namespace

LookWorker::LookWorker(RuleWorkers &workers, int worker, const RegionList &regions,
                       const rule::LookRequest &request, std::int64_t nregions)
    : workers_(workers),
      worker_(worker),
      regions_(regions),
      request_(request),
      nregions_(nregions),
      of_line_(rule::line_points(regions.ndim)),
      lines_at_once_(
          static_cast<std::size_t>(std::max(workers.worthwhile_batch() / of_line_, least_lines))) {}

void LookWorker::take(std::int64_t first, std::int64_t last) {
  const int ndim = regions_.ndim;
  first_ = first;
  of_region_.clear();
  heights_.assign(static_cast<std::size_t>((last - first) * regions_.ncomp), 0);
  for (std::int64_t place = first; place < last; ++place) {
    const rule::RegionLines lines = rule::region_lines(
        request_, ndim, &regions_.lower[place * ndim], regions_.volume(place), nregions_);
    of_region_.push_back(lines);
    for (std::int64_t i = 0; i < lines.count; ++i) {
      lines_.push_back({place, rule::look_line(lines.key, static_cast<std::uint64_t>(i), ndim)});
      if (lines_.size() == lines_at_once_) evaluate();
    }
  }
  evaluate();
}

void LookWorker::evaluate() {
  if (lines_.empty()) return;
  const int ndim = regions_.ndim;
  const int ncomp = regions_.ncomp;
  const std::int64_t count = std::ssize(lines_) * of_line_;
  x_.resize(static_cast<std::size_t>(count * ndim));
  f_.resize(static_cast<std::size_t>(count * ncomp));
  double *x = x_.data();
  for (const auto &[place, line] : lines_)
    for (int j = 0; j < of_line_; ++j)
      for (int d = 0; d < ndim; ++d)
        *x++ = regions_.lower[place * ndim + d] +
               regions_.width(place, d) * rule::look_coordinate(line, d, j, of_line_);
  workers_.evaluate(worker_, {count, x_.data(), nullptr, 0}, f_.data());
  npoints_ += count;
  const double *f = f_.data();
  for (const Line &line : lines_) {
    for (int c = 0; c < ncomp; ++c)
      heights_[(line.place - first_) * ncomp + c] +=
          rule::standing_out(of_line_, [&](int j) { return f[j * ncomp + c]; }).height;
    f += std::int64_t{of_line_} * ncomp;
  }
  lines_.clear();
}

rule::RegionEstimate LookWorker::estimate(std::int64_t place, int component) const {
  return rule::estimate_after_look(regions_.estimate[place * regions_.ncomp + component],
                                   heights_[(place - first_) * regions_.ncomp + component],
                                   of_region_[place - first_], regions_.volume(place));
}

}  // namespace cuboid::engine::cpu
