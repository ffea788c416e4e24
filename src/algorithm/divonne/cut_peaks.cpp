#include "algorithm/divonne/cut_peaks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algorithm/divonne/numbers.hpp"

namespace cuboid::algorithm::divonne_detail {

namespace {

// No figures of other values are kept for these two.
/// A mirror image is as high as the peak from this part of it on,
constexpr double as_high = 0.5;
/// and unknown to a region whose own greatest value is below this part of it: the side of a peak,
/// which falls by that much between a face and the next sample, is not.
constexpr double unknown = 0.1;

double greatest(const Range &range) {
  return std::max(std::fabs(range.low), std::fabs(range.high));
}

}  // namespace

CutPeaks::CutPeaks(const std::vector<Region> &regions, std::size_t ncomp)
    : regions_(regions),
      ncomp_(ncomp),
      integral_(regions.size() * ncomp, 0.0),
      height_(regions.size() * ncomp, 0.0),
      place_(regions.empty() ? 0 : regions.size() * ncomp * regions.front().box.ndim(), 0.0) {}

void CutPeaks::note(std::size_t region, const Extremes &extremes) {
  const std::size_t ndim = regions_[region].box.ndim();
  for (std::size_t c = 0; c < ncomp_; ++c) {
    const Range &range = extremes.range(c);
    const std::size_t i = region * ncomp_ + c;
    if (!(greatest(range) > height_[i])) continue;
    height_[i] = greatest(range);
    std::copy_n(-range.low > range.high ? extremes.lowest(c) : extremes.highest(c), ndim,
                place_.begin() + static_cast<std::ptrdiff_t>(i * ndim));
  }
}

void CutPeaks::forget_integrals() {
  std::fill(integral_.begin(), integral_.end(), 0.0);
}

/// Numbers of region and component.
std::vector<std::size_t> CutPeaks::by_integral() const {
  std::vector<std::size_t> order(integral_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
    return std::fabs(integral_[a]) > std::fabs(integral_[b]);
  });
  return order;
}

std::vector<CutPeaks::Image> CutPeaks::images(std::size_t most) const {
  std::vector<Image> found;
  for (const std::size_t i : by_integral()) {
    if (height_[i] == 0) continue;
    const Box &box = regions_[i / ncomp_].box;
    const auto x = place_.begin() + static_cast<std::ptrdiff_t>(i * box.ndim());
    for (std::size_t d = 0; d < box.ndim(); ++d)
      for (const double face : {box.lower[d], box.upper[d]}) {
        const double behind = 2 * face - x[static_cast<std::ptrdiff_t>(d)];
        if (!(behind > nearest_face && behind < 1 - nearest_face)) continue;
        if (found.size() == most) return found;
        found.push_back({i / ncomp_, i % ncomp_, {x, x + static_cast<std::ptrdiff_t>(box.ndim())}});
        found.back().x[d] = behind;
      }
  }
  return found;
}

/// Whether a region in which the place lies has met values like this one.
bool CutPeaks::knows(const double *x, std::size_t component, double value) const {
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    if (!regions_[r].box.contains(x)) continue;
    const double met =
        std::max(height_[r * ncomp_ + component], greatest(regions_[r].range[component]));
    if (met >= unknown * value) return true;
  }
  return false;
}

std::vector<double> CutPeaks::hidden(std::int64_t most_evaluations,
                                     Evaluations &evaluations) const {
  const std::vector<Image> all = images(as_size(std::max<std::int64_t>(most_evaluations, 0)));
  std::vector<double> x;
  for (const Image &one : all) x.insert(x.end(), one.x.begin(), one.x.end());
  std::vector<double> f(all.size() * ncomp_);
  evaluations.evaluate(Phase::main, static_cast<std::int64_t>(all.size()), x.data(), f.data());
  std::vector<double> amounts(ncomp_, 0.0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Image &one = all[i];
    const double value = std::fabs(f[i * ncomp_ + one.component]);
    const std::size_t known = one.region * ncomp_ + one.component;
    if (!(value >= as_high * height_[known]) || knows(one.x.data(), one.component, value)) continue;
    amounts[one.component] += std::fabs(integral_[known]) * std::min(1.0, value / height_[known]);
  }
  return amounts;
}

}  // namespace cuboid::algorithm::divonne_detail
