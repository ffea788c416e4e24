#include "engine/reference/regions_reference.hpp"

#include <algorithm>
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
  void share_out(std::int64_t count, std::int64_t part, const Work &work) override {
    for (std::int64_t first = 0; first < count; first += part)
      work(0, first, std::min(first + part, count));
  }
  void apply_rule(int, const std::int64_t *place, std::int64_t count, RuleValues &result) override {
    std::vector<double> sums(ncomp() * rule::nsums);
    for (std::int64_t i = 0; i < count; ++i) {
      apply_to_one(place[i], sums.data(), &result.differences[i * ndim() * ncomp()]);
      for (int c = 0; c < ncomp(); ++c) {
        const double *s = &sums[c * rule::nsums];
        result.values[i * ncomp() + c] = {s[0], rule::null_rule_error(rule().null, s)};
      }
    }
  }
  std::int64_t nonfinite() const override { return points_->nonfinite().count; }

  std::vector<double> value(std::int64_t place, const rule::Orbit &orbit,
                            const rule::PointCode &code) {
    const auto factor = [](std::uint64_t bits) { return bits == 1 ? 1. : bits == 3 ? -1. : 0.; };
    std::vector<double> x(ndim());
    for (int d = 0; d < ndim(); ++d) {
      const double width = width_of(place, d);
      const double step =
          factor(code.a >> 2 * d & 3) * orbit.a + factor(code.b >> 2 * d & 3) * orbit.b;
      x[d] = lower(place)[d] + .5 * width + step * width;
    }
    PointSet point;
    point.count = 1;
    point.x = x.data();
    std::vector<double> f(ncomp());
    points_->evaluate(point, f.data());
    return f;
  }

  /// sums: [ncomp][nsums].  differences: [ndim][ncomp].
  void apply_to_one(std::int64_t place, double *sums, double *differences) {
    const double volume = volume_of(place);
    std::fill_n(sums, ncomp() * rule::nsums, 0);
    std::fill_n(differences, ndim() * ncomp(), 0);
    const double ratio = rule().difference_ratio;
    for (int s = 0; s < rule().norbits; ++s) {
      const rule::Orbit &orbit = rule().orbit[s];
      for (const rule::PointCode &code : codes_[s]) {
        const std::vector<double> f = value(place, orbit, code);
        for (int c = 0; c < ncomp(); ++c) {
          for (int k = 0; k < rule::nsums; ++k)
            sums[c * rule::nsums + k] += volume * orbit.weight[k] * f[c];
          for (int d = 0; d < ndim(); ++d) {
            double &difference = differences[d * ncomp() + c];
            const bool on_axis = (code.a >> 2 * d & 3) != 0;
            if (s == 0) difference += 2 * (1 - ratio) * f[c];
            if (s == 1 && on_axis) difference += ratio * f[c];
            if (s == 2 && on_axis) difference -= f[c];
          }
        }
      }
    }
    for (int i = 0; i < ndim() * ncomp(); ++i) differences[i] = std::fabs(differences[i]);
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
