#include "engine/reference/regions_reference.hpp"

#include <cmath>
#include <utility>

#include "engine/host/regions_host.hpp"

namespace cuboid::engine::reference {
namespace {

class ReferenceRegions final : public HostRegions {
 public:
  ReferenceRegions(int ndim, int ncomp, int key, std::unique_ptr<PointsEngine> points)
      : HostRegions(ndim, ncomp, key, 1, 0), points_(std::move(points)) {
    for (int s = 0; s < rule().norbits; ++s) {
      codes_.push_back(rule::orbit_points(ndim, rule().orbit[s]));
    }
  }

 private:
  void apply_rule(const HostRegion *const *regions, std::int64_t count,
                  RuleSums *results) override {
    for (std::int64_t i = 0; i < count; ++i) apply_to_one(*regions[i], results[i]);
  }
  std::int64_t nonfinite() const override { return points_->nonfinite().count; }

  std::vector<double> value(const HostRegion &region, const rule::Orbit &orbit,
                            const rule::PointCode &code) {
    const auto factor = [](std::uint64_t bits) { return bits == 1 ? 1. : bits == 3 ? -1. : 0.; };
    std::vector<double> x(ndim());
    for (int d = 0; d < ndim(); ++d) {
      const double width = std::ldexp(1.0, -region.depth[d]);
      const double step =
          factor(code.a >> 2 * d & 3) * orbit.a + factor(code.b >> 2 * d & 3) * orbit.b;
      x[d] = region.lower[d] + .5 * width + step * width;
    }
    PointSet point;
    point.count = 1;
    point.x = x.data();
    std::vector<double> f(ncomp());
    points_->evaluate(point, f.data());
    return f;
  }

  void apply_to_one(const HostRegion &region, RuleSums &result) {
    double volume = 1;
    for (const int depth : region.depth) volume *= std::ldexp(1.0, -depth);
    result.sums.assign(ncomp(), {});
    result.differences.assign(static_cast<std::size_t>(ndim()) * ncomp(), 0);
    const double ratio = rule().difference_ratio;
    for (int s = 0; s < rule().norbits; ++s) {
      const rule::Orbit &orbit = rule().orbit[s];
      for (const rule::PointCode &code : codes_[s]) {
        const std::vector<double> f = value(region, orbit, code);
        for (int c = 0; c < ncomp(); ++c) {
          for (int k = 0; k < rule::nsums; ++k) {
            result.sums[c][k] += volume * orbit.weight[k] * f[c];
          }
          for (int d = 0; d < ndim(); ++d) {
            double &difference = result.differences[d * ncomp() + c];
            const bool on_axis = (code.a >> 2 * d & 3) != 0;
            if (s == 0) difference += 2 * (1 - ratio) * f[c];
            if (s == 1 && on_axis) difference += ratio * f[c];
            if (s == 2 && on_axis) difference -= f[c];
          }
        }
      }
    }
    for (double &difference : result.differences) difference = std::fabs(difference);
  }

  std::unique_ptr<PointsEngine> points_;
  std::vector<std::vector<rule::PointCode>> codes_;
};

}  // namespace

std::unique_ptr<RegionsEngine> make_regions(int ndim, int ncomp, int key,
                                            std::unique_ptr<PointsEngine> points) {
  return std::make_unique<ReferenceRegions>(ndim, ncomp, key, std::move(points));
}

}  // namespace cuboid::engine::reference
