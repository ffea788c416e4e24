#include "engine/cpu/samples/kept_samples.hpp"

#include <algorithm>
#include <cmath>

#include "map/importance_map.hpp"
#include "map/place.hpp"

namespace cuboid::engine::cpu {

namespace {

/// Of a sum, what all samples may add without being noticed, if they are not very many.
constexpr double unnoticed = 0x1p-64;

/// One over the density of an axis, whose map is uniform within each of the intervals.
class InverseDensity {
 public:
  InverseDensity(const std::uint64_t *edges, std::uint64_t nintervals)
      : last_(edges + nintervals), unit_(static_cast<double>(nintervals) * 0x1p-32) {
    const std::uint64_t *upper = edges + 1;
    for (std::uint64_t part = 0; part < parts; ++part)
      begin_[part] = upper = upper_edge(upper, part << part_bits);
    std::uint64_t widest = 0;
    for (upper = edges + 1; upper <= last_; ++upper)
      widest = std::max(widest, upper[0] - upper[-1]);
    max_ = unit_ * static_cast<double>(widest);
  }

  /// The largest there is.
  double max() const { return max_; }

  /// place: in units of 2^-32.
  double operator()(uint32 place) const {
    const std::uint64_t *const upper = upper_edge(begin_[place >> part_bits], place);
    return unit_ * static_cast<double>(upper[0] - upper[-1]);
  }

 private:
  /// Parts of the unit interval, in each of which the search for an interval begins anew.
  static constexpr std::uint64_t parts = 256;
  static constexpr int part_bits = 24;

  /// The end of the interval that holds a place, or of the last one.  upper: that of this interval
  /// or of one before it.
  const std::uint64_t *upper_edge(const std::uint64_t *upper, std::uint64_t at) const {
    while (upper < last_ && *upper <= at) ++upper;
    return upper;
  }

  const std::uint64_t *const last_;
  const double unit_;
  double max_ = 0;
  const std::uint64_t *begin_[parts];
};

}  // namespace

void KeptSamples::begin(uint64 samples) {
  // As much as is needed: what is taken beyond would be given back to the system, page by page.
  place_ = std::vector<uint32>(samples * static_cast<uint64>(problem_.ndim));
  value_ = std::vector<double>(samples * static_cast<uint64>(problem_.ncomp));
}

void KeptSamples::put(uint64 first, uint64 count, const double *x, const double *weight,
                      const double *f) {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  uint32 *const to = place_.data() + first * ndim;
  if (problem_.box.empty())  // The points are in (0, 1).
    for (std::size_t i = 0; i < count * ndim; ++i) to[i] = static_cast<uint32>(x[i] * 0x1p32);
  else
    for (std::size_t i = 0; i < count * ndim; ++i)
      to[i] = map::place_in_units(problem_.box[i % ndim], x[i]);
  double *const value = value_.data() + first * ncomp;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t c = 0; c < ncomp; ++c) value[i * ncomp + c] = f[i * ncomp + c] * weight[i];
}

std::vector<double> KeptSamples::deviations(const std::vector<std::uint64_t> &edges,
                                            std::uint64_t nintervals) const {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  const std::size_t samples = place_.size() / ndim;
  std::vector<InverseDensity> inverse;
  inverse.reserve(ndim);
  double most = 1;
  for (std::size_t d = 0; d < ndim; ++d) {
    inverse.emplace_back(edges.data() + d * (nintervals + 1), nintervals);
    most *= inverse.back().max();
  }
  std::vector<double> found;
  for (std::size_t c = 0; c < ncomp; ++c) {
    double sum = 0;
    for (std::size_t i = 0; i < samples; ++i) {
      const double value = value_[i * ncomp + c];
      double square = value * value;
      // Most samples of a peak see nothing that the sum would notice.
      if (!std::isfinite(value) || square * most <= unnoticed * sum) continue;
      for (std::size_t d = 0; d < ndim; ++d) square *= inverse[d](place_[i * ndim + d]);
      sum += square;
    }
    // The weights hold one over the number of samples once, and the squares twice.
    found.push_back(std::sqrt(sum * static_cast<double>(samples)));
  }
  return found;
}

}  // namespace cuboid::engine::cpu
