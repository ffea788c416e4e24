#include "engine/reference/regions_reference.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "base/tolerances.hpp"
#include "rule/decision.hpp"
#include "rule/orbit_rule.hpp"
#include "rule/region_axis.hpp"
#include "rule/region_division.hpp"
#include "rule/region_error.hpp"
#include "rule/region_marking.hpp"
#include "rule/region_sums.hpp"

namespace cuboid::engine::reference {
namespace {

struct Region {
  std::vector<double> lower;                   ///< [ndim]
  std::vector<int> depth;                      ///< [ndim]
  std::vector<rule::RegionEstimate> estimate;  ///< [ncomp]
  int axis = -1;
};

/// The errors of the components.
struct ErrorsOf {
  const Region &region;
  double operator[](int c) const { return region.estimate[c].error; }
};

class ReferenceRegions final : public RegionsEngine {
 public:
  ReferenceRegions(int ndim, int ncomp, int key, std::unique_ptr<PointsEngine> points,
                   std::int64_t width, Kept kept)
      : rule_(rule::make_orbit_rule(ndim, key)), points_(std::move(points)), kept_(kept) {
    shape_ = {ndim, ncomp, rule_.npoints, width};
    for (int s = 0; s < rule_.norbits; ++s)
      orbit_points_.push_back(rule::orbit_points(ndim, rule_.orbit[s]));
  }

  const RegionReduction &start(const RegionRequest &request) override {
    request_ = request;
    regions_.clear();
    changes_.assign(shape_.ncomp, {});
    scale_.assign(shape_.ncomp, 1);
    reduction_ = {};
    reduction_.iterations = 1;
    const long long count = rule::cube_parts(shape_.ndim, request.cuts.data(), request.shifted);
    for (long long part = 0; part < count; ++part) {
      Region region;
      long long number = part;
      for (const int cuts : request.cuts) {
        const rule::AxisPart side = rule::take_axis_part(number, cuts, request.shifted);
        region.lower.push_back(side.lower);
        region.depth.push_back(side.depth);
      }
      const int grid_ndim = kept_ == Kept::in_a_list ? 1 : shape_.ndim;
      for (const Row &sums : apply_rule(region))
        region.estimate.push_back(rule::estimate_in_grid(grid_ndim, rule_.null, sums.data()));
      regions_.push_back(region);
    }
    reduction();
    marking_scale_ = scale_;
    return reduction_;
  }

  const RegionReduction &advance(int iterations) override {
    for (int i = 0; i < iterations && reduction_.status == RegionStatus::running; ++i) {
      const std::vector<std::size_t> marked = marked_places();
      reduction_.status =
          rule::status_of_marking(std::ssize(marked), std::numeric_limits<long long>::max(), false);
      if (reduction_.status != RegionStatus::running) break;
      for (const std::size_t place : marked) split(place);
      ++reduction_.iterations;
      reduction();
    }
    return reduction_;
  }

  const RegionReduction &probe(const RegionProbe &probe) override {
    for (Region &region : regions_) look_into(region, probe);
    reduction();
    marking_scale_ = scale_;
    return reduction_;
  }

  bool grow() override { return false; }
  bool slice() override { return false; }

 private:
  using Row = std::vector<double>;

  std::vector<double> value(const Region &region, const rule::Orbit &orbit,
                            const rule::PointCode &code) {
    const auto factor = [](std::uint64_t bits) { return bits == 1 ? 1. : bits == 3 ? -1. : 0.; };
    std::vector<double> x(shape_.ndim);
    for (int d = 0; d < shape_.ndim; ++d) {
      const double width = std::ldexp(1, -region.depth[d]);
      const double step =
          factor(code.a >> 2 * d & 3) * orbit.a + factor(code.b >> 2 * d & 3) * orbit.b;
      x[d] = region.lower[d] + .5 * width + step * width;
    }
    return value(x);
  }

  std::vector<double> value(const std::vector<double> &x) {
    PointSet point;
    point.count = 1;
    point.x = x.data();
    std::vector<double> f(shape_.ncomp);
    points_->evaluate(point, f.data());
    return f;
  }

  static double volume_of(const Region &region) {
    double volume = 1;
    for (const int depth : region.depth) volume *= std::ldexp(1, -depth);
    return volume;
  }

  void look_into(Region &region, const RegionProbe &probe) {
    const int ndim = shape_.ndim, npoints = rule::line_points(ndim);
    const double volume = volume_of(region);
    const rule::RegionLines lines =
        rule::region_lines(probe, ndim, region.lower, volume, std::ssize(regions_));
    std::vector<double> heights(shape_.ncomp, 0);
    for (std::int64_t i = 0; i < lines.count; ++i) {
      const rule::ProbeLine line = rule::probe_line(lines.key, i, ndim);
      std::vector<Row> f;
      for (int j = 0; j < npoints; ++j) {
        Row x;
        for (int d = 0; d < ndim; ++d)
          x.push_back(region.lower[d] +
                      std::ldexp(rule::probe_coordinate(line, d, j, npoints), -region.depth[d]));
        f.push_back(value(x));
      }
      for (int c = 0; c < shape_.ncomp; ++c)
        heights[c] += rule::standing_out(npoints, [&](int j) { return f[j][c]; }).height;
    }
    for (int c = 0; c < shape_.ncomp; ++c)
      region.estimate[c] =
          rule::estimate_after_probe(region.estimate[c], heights[c], lines, volume);
    reduction_.neval += lines.count * npoints;
  }

  /// [ncomp][nsums].  Chooses the axis, too.
  std::vector<Row> apply_rule(Region &region) {
    const int ndim = shape_.ndim, ncomp = shape_.ncomp;
    const double volume = volume_of(region);
    std::vector<Row> sums(ncomp, Row(rule::nsums, 0));
    std::vector<Row> differences(ndim, Row(ncomp, 0));
    const double ratio = rule_.difference_ratio;
    for (int s = 0; s < rule_.norbits; ++s) {
      const rule::Orbit &orbit = rule_.orbit[s];
      for (const rule::PointCode &code : orbit_points_[s]) {
        const std::vector<double> f = value(region, orbit, code);
        for (int c = 0; c < ncomp; ++c) {
          for (int k = 0; k < rule::nsums; ++k) sums[c][k] += volume * orbit.weight[k] * f[c];
          for (int d = 0; d < ndim; ++d) {
            const bool on_axis = (code.a >> 2 * d & 3) != 0;
            if (s == 0) differences[d][c] += 2 * (1 - ratio) * f[c];
            if (s == 1 && on_axis) differences[d][c] += ratio * f[c];
            if (s == 2 && on_axis) differences[d][c] -= f[c];
          }
        }
      }
    }
    region.axis = rule::splittable_axis(ndim, steepest_axis(differences), region.depth);
    reduction_.neval += rule_.npoints;
    return sums;
  }

  /// differences: [ndim][ncomp].  The axis of the largest, the components' weighted by their units;
  /// ndim: none has any.
  int steepest_axis(const std::vector<Row> &differences) const {
    int best = shape_.ndim;
    double largest = 0;
    for (int d = 0; d < shape_.ndim; ++d) {
      double sum = 0;
      for (int c = 0; c < shape_.ncomp; ++c)
        sum += std::fabs(differences[d][c]) * (shape_.ncomp > 1 ? scale_[c] : 1);
      if (sum > largest) {
        largest = sum;
        best = d;
      }
    }
    return best;
  }

  /// The lower half takes the place of its parent, the upper one goes to the end.
  void split(std::size_t place) {
    const Region parent = regions_[place];
    Region lower = parent, upper = parent;
    ++lower.depth[parent.axis];
    ++upper.depth[parent.axis];
    upper.lower[parent.axis] += std::ldexp(1, -upper.depth[parent.axis]);
    const std::vector<Row> low = apply_rule(lower), up = apply_rule(upper);
    for (int c = 0; c < shape_.ncomp; ++c) {
      const rule::RegionEstimate &before = parent.estimate[c];
      const double change = low[c][0] + up[c][0] - before.value;
      lower.estimate[c] = rule::estimate_half(rule_.null, low[c].data(), before, change);
      upper.estimate[c] = rule::estimate_half(rule_.null, up[c].data(), before, change);
    }
    regions_[place] = lower;
    regions_.push_back(upper);
  }

  void reduction() {
    marking_scale_ = scale_;
    reduction_.nregions = std::ssize(regions_);
    reduction_.nonfinite = points_->nonfinite().count;
    reduction_.value.clear();
    reduction_.error.clear();
    const rule::Extent extent{reduction_.nregions, reduction_.neval, reduction_.iterations};
    needs_ = {};
    std::vector<rule::ComponentState> states;
    for (int c = 0; c < shape_.ncomp; ++c) {
      rule::RegionSums sums;
      for (const Region &region : regions_) rule::add(sums, rule::region_terms(region.estimate[c]));
      // So that rule::error_if_alike counts nothing.
      if (kept_ == Kept::in_a_list) sums.unresolved = 0;
      states.push_back(
          rule::component_state(request_, shape_.ndim, extent, sums, nullptr, changes_[c]));
      reduction_.value.push_back(states.back().value);
      reduction_.error.push_back(states.back().error);
    }
    const auto estimate_of = [&](std::size_t c) {
      return ComponentEstimate{states[c].value, states[c].error};
    };
    const VectorEstimate vector = vector_of(request_.goal, estimate_of, states.size());
    for (std::size_t c = 0; c < states.size(); ++c) {
      const std::size_t other = other_part(request_.goal, c);
      rule::judge(states[c], Beside{estimate_of(other), vector}, request_, extent, nullptr);
      rule::take(needs_, states[c]);
      scale_[c] = states[c].scale;
    }
    reduction_.status = rule::status_of_sums(request_.goal, needs_, extent, shape_.npoints, false);
  }

  /// So many regions of the bin and above.
  static std::vector<std::size_t> first_places(const std::vector<int> &bins, int threshold,
                                               long long most) {
    std::vector<std::size_t> marked;
    for (std::size_t place = 0; place < bins.size() && std::ssize(marked) < most; ++place)
      if (bins[place] >= threshold) marked.push_back(place);
    return marked;
  }

  /// Sorts the bins of all regions instead of counting them.
  std::vector<std::size_t> marked_places() const {
    std::vector<int> bins, falling;
    double all = 0;
    for (const Region &region : regions_) {
      bins.push_back(rule::error_bin(
          rule::marking_error(region.axis, shape_.ncomp, ErrorsOf{region}, marking_scale_.data())));
      if (bins.back() < 0) continue;
      falling.push_back(bins.back());
      all += rule::bin_error(bins.back());
    }
    std::sort(falling.begin(), falling.end(), std::greater<>());
    const rule::MarkingGoal goal =
        rule::marking_goal(request_, needs_, reduction_.neval, shape_.npoints);
    std::size_t count = 0;
    double mass = 0, mass_above = 0;
    while (count < falling.size()) {
      if (count == 0 || falling[count] < falling[count - 1]) mass_above = mass;
      mass += rule::bin_error(falling[count++]);
      const bool whole = count == falling.size() || falling[count] < falling[count - 1];
      if (whole && rule::enough_marked(goal, static_cast<long long>(count), mass, all)) break;
    }
    if (count == 0) return {};
    const int threshold = falling[count - 1];
    if (kept_ == Kept::in_a_list)
      return first_places(bins, threshold,
                          rule::marked_regions(goal, static_cast<long long>(count)));
    const auto inside = std::count(bins.begin(), bins.end(), threshold);
    const rule::MarkedBins chosen =
        rule::marked_bins(goal, threshold, static_cast<long long>(count) - inside, inside,
                          rule::carry_share(goal, mass_above, all));
    std::vector<std::size_t> marked, part;
    for (std::size_t place = 0; place < bins.size(); ++place) {
      if (bins[place] > chosen.threshold || (chosen.whole && bins[place] == chosen.threshold))
        marked.push_back(place);
      else if (bins[place] == chosen.threshold)
        part.push_back(place);
    }
    if (chosen.whole) return marked;
    std::sort(part.begin(), part.end(), [&](std::size_t a, std::size_t b) {
      return rule::region_key(shape_.ndim, regions_[a].lower) <
             rule::region_key(shape_.ndim, regions_[b].lower);
    });
    marked.insert(marked.end(), part.begin(), part.begin() + chosen.part);
    std::sort(marked.begin(), marked.end());
    return marked;
  }

  const rule::OrbitRule rule_;
  std::vector<std::vector<rule::PointCode>> orbit_points_;
  const std::unique_ptr<PointsEngine> points_;
  const Kept kept_;
  RegionRequest request_;
  std::vector<Region> regions_;
  std::vector<rule::Changes> changes_;  ///< [ncomp], as are the units of errors:
  std::vector<double> scale_;           ///< of the last reduction
  std::vector<double> marking_scale_;   ///< of the reduction before, by which the marking goes
  rule::Needs needs_;
  RegionReduction reduction_;
};

}  // namespace

std::unique_ptr<RegionsEngine> make_regions(int ndim, int ncomp, int key,
                                            std::unique_ptr<PointsEngine> points,
                                            std::int64_t width, Kept kept) {
  return std::make_unique<ReferenceRegions>(ndim, ncomp, key, std::move(points), width, kept);
}

}  // namespace cuboid::engine::reference
