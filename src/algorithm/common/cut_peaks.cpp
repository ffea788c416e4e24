#include "algorithm/common/cut_peaks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "run/accuracy.hpp"
#include "run/remarks.hpp"

namespace cuboid::algorithm {

namespace {

/// What stands behind a face is unknown to a region whose own greatest value is below this part of
/// it: the side of a peak, which falls by that much between a face and the next sample, is not.
constexpr double unknown = 0.1;

/// So near to a face of the cube nothing is asked for: integrands have their singularities there.
constexpr double nearest_face = 0x1p-40;

}  // namespace

CutPeaks::CutPeaks(std::vector<Bounds> regions, int ndim, int ncomp, Places places)
    : regions_(std::move(regions)),
      places_(std::move(places)),
      ndim_(static_cast<std::size_t>(ndim)),
      ncomp_(static_cast<std::size_t>(ncomp)),
      integral_(regions_.size() * ncomp_, 0.0),
      height_(regions_.size() * ncomp_, 0.0),
      place_(regions_.size() * ncomp_ * ndim_, 0.0),
      size_(regions_.size() * ncomp_, 0.0) {}

void CutPeaks::note(std::size_t region, std::size_t component, double value, const double *x) {
  const std::size_t i = region * ncomp_ + component;
  if (!(std::fabs(value) > height_[i])) return;
  height_[i] = std::fabs(value);
  size_[i] = std::max(size_[i], height_[i]);
  std::copy_n(x, ndim_, place_.begin() + static_cast<std::ptrdiff_t>(i * ndim_));
}

void CutPeaks::note_size(std::size_t region, std::size_t component, double size) {
  double &known = size_[region * ncomp_ + component];
  known = std::max(known, size);
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
    const auto [lower, upper] = regions_[i / ncomp_];
    const auto x = place_.begin() + static_cast<std::ptrdiff_t>(i * ndim_);
    for (std::size_t d = 0; d < ndim_; ++d)
      for (const double face : {lower[d], upper[d]}) {
        const double from = x[static_cast<std::ptrdiff_t>(d)];
        for (const double distance : places_.distances) {
          const double behind = face + distance * (face - from);
          if (!(behind > nearest_face && behind < 1 - nearest_face)) continue;
          if (found.size() == most) return found;
          found.push_back({i / ncomp_, i % ncomp_, {x, x + static_cast<std::ptrdiff_t>(ndim_)}});
          found.back().x[d] = behind;
        }
      }
  }
  return found;
}

bool CutPeaks::contains(std::size_t region, const double *x) const {
  const auto [lower, upper] = regions_[region];
  for (std::size_t d = 0; d < ndim_; ++d)
    if (!(x[d] >= lower[d] && x[d] <= upper[d])) return false;
  return true;
}

/// Whether a region in which the place lies has met values like this one.
bool CutPeaks::knows(const double *x, std::size_t component, double value) const {
  for (std::size_t r = 0; r < regions_.size(); ++r)
    if (contains(r, x) && size_[r * ncomp_ + component] >= unknown * value) return true;
  return false;
}

std::vector<double> CutPeaks::hidden(std::int64_t max_evaluations, const Evaluate &evaluate) const {
  const std::vector<Image> all =
      images(static_cast<std::size_t>(std::max<std::int64_t>(max_evaluations, 0)));
  std::vector<double> x;
  for (const Image &one : all) x.insert(x.end(), one.x.begin(), one.x.end());
  std::vector<double> f(all.size() * ncomp_);
  evaluate(static_cast<std::int64_t>(all.size()), x.data(), f.data());
  std::vector<double> amounts(ncomp_, 0.0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Image &one = all[i];
    const double value = std::fabs(f[i * ncomp_ + one.component]);
    const std::size_t known = one.region * ncomp_ + one.component;
    if (!(value >= places_.as_high * height_[known]) || knows(one.x.data(), one.component, value))
      continue;
    amounts[one.component] += std::fabs(integral_[known]) * std::min(1.0, value / height_[known]);
  }
  return amounts;
}

std::int64_t evaluations_behind_faces(std::int64_t evaluations) {
  constexpr double part = 0.01;
  constexpr std::int64_t least = 64;
  constexpr std::int64_t most = 1024;
  return std::clamp(static_cast<std::int64_t>(part * static_cast<double>(evaluations)), least,
                    most);
}

void distrust_cut_peaks(const CutPeaks &peaks, const Goal &goal, std::int64_t max_evaluations,
                        Result &result, const CutPeaks::Evaluate &evaluate) {
  if (!result.trusted || !accurate(result, goal)) return;
  const std::vector<double> hidden = peaks.hidden(max_evaluations, evaluate);
  bool cut = false;
  for (std::size_t c = 0; c < hidden.size(); ++c) {
    if (!(hidden[c] > tolerance(result, goal, c))) continue;
    result.error[c] = std::max(result.error[c], hidden[c]);
    cut = true;
  }
  if (!cut) return;
  result.trusted = false;
  say_alone(result, Remark::cut_peak);
}

}  // namespace cuboid::algorithm
