#include "engine/cpu/regions_cpu.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/host/regions_host.hpp"

namespace cuboid::engine::cpu {
namespace {

class CpuRegions final : public HostRegions {
 public:
  CpuRegions(int ndim, int ncomp, int key, std::unique_ptr<PointsEngine> points)
      : HostRegions(ndim, ncomp, key, first_regions), points_(std::move(points)) {
    make_moves();
    // A batch is small enough for the cache of a core, and large enough to be shared out.
    constexpr std::int64_t batch_bytes = 1 << 20;
    const std::int64_t bytes = npoints() * (ndim + ncomp) * static_cast<int>(sizeof(double));
    batch_ = std::max<std::int64_t>(batch_bytes / bytes, 1);
    x_.resize(static_cast<std::size_t>(batch_ * npoints() * ndim));
    f_.resize(static_cast<std::size_t>(batch_ * npoints() * ncomp));
  }

 private:
  /// The number of regions the refinement begins with, for the error estimates to rest on.
  static constexpr std::int64_t first_regions = 1024;

  /// One coordinate that differs from the centre of the region, by `step` widths.
  struct Move {
    int axis;
    double step;
  };

  void make_moves() {
    for (int s = 0; s < rule().norbits; ++s) {
      const rule::Orbit &orbit = rule().orbit[s];
      for (const rule::PointCode &code : rule::orbit_points(ndim(), orbit)) {
        for (int d = 0; d < ndim(); ++d) {
          const std::uint64_t a = code.a >> 2 * d & 3;
          const std::uint64_t b = code.b >> 2 * d & 3;
          if (a != 0) moves_.push_back({d, a == 1 ? orbit.a : -orbit.a});
          if (b != 0) moves_.push_back({d, b == 1 ? orbit.b : -orbit.b});
        }
      }
    }
  }

  void apply_rule(const HostRegion *const *regions, std::int64_t count,
                  RuleSums *results) override {
    for (std::int64_t first = 0; first < count; first += batch_) {
      const std::int64_t size = std::min(batch_, count - first);
      for (std::int64_t i = 0; i < size; ++i) {
        write_points(*regions[first + i], x_.data() + i * npoints() * ndim());
      }
      PointSet set;
      set.count = size * npoints();
      set.x = x_.data();
      points_->evaluate(set, f_.data());
      for (std::int64_t i = 0; i < size; ++i) {
        add_up(*regions[first + i], f_.data() + i * npoints() * ncomp(), results[first + i]);
      }
    }
  }
  std::int64_t nonfinite() const override { return points_->nonfinite().count; }

  /// x: [npoints][ndim].
  void write_points(const HostRegion &region, double *x) const {
    const int n = ndim();
    std::vector<double> centre(n), width(n);
    for (int d = 0; d < n; ++d) {
      width[d] = std::ldexp(1.0, -region.depth[d]);
      centre[d] = region.lower[d] + .5 * width[d];
    }
    const Move *move = moves_.data();
    for (int s = 0; s < rule().norbits; ++s) {
      const rule::Orbit &orbit = rule().orbit[s];
      const int moved = orbit.na + orbit.nb;
      for (std::int64_t i = 0; i < orbit.npoints; ++i, x += n) {
        std::copy(centre.begin(), centre.end(), x);
        for (int m = 0; m < moved; ++m, ++move) x[move->axis] += move->step * width[move->axis];
      }
    }
  }

  /// f: [npoints][ncomp].
  void add_up(const HostRegion &region, const double *f, RuleSums &result) const {
    const int n = ndim();
    const int m = ncomp();
    double volume = 1;
    for (const int depth : region.depth) volume *= std::ldexp(1.0, -depth);
    result.sums.assign(m, {});
    result.differences.assign(static_cast<std::size_t>(n) * m, 0);
    const double ratio = rule().difference_ratio;
    for (int c = 0; c < m; ++c) {
      const double *value = f + c;
      for (int s = 0; s < rule().norbits; ++s) {
        const rule::Orbit &orbit = rule().orbit[s];
        double sum = 0;
        for (std::int64_t i = 0; i < orbit.npoints; ++i) sum += value[i * m];
        for (int k = 0; k < rule::nsums; ++k) result.sums[c][k] += orbit.weight[k] * sum;
        value += orbit.npoints * m;
      }
      for (double &sum : result.sums[c]) sum *= volume;
      // The points on the axes come in pairs, the last axis first.
      const double centre = f[c];
      for (int d = 0; d < n; ++d) {
        const double *first = f + (1 + 2 * (n - 1 - d)) * m + c;
        const double *second = first + 2 * n * m;
        result.differences[d * m + c] = std::fabs(
            2 * (1 - ratio) * centre + ratio * (first[0] + first[m]) - (second[0] + second[m]));
      }
    }
  }

  std::unique_ptr<PointsEngine> points_;
  std::vector<Move> moves_;
  std::int64_t batch_ = 1;  ///< regions
  std::vector<double> x_;
  std::vector<double> f_;
};

}  // namespace

std::unique_ptr<RegionsEngine> make_regions(int ndim, int ncomp, int key,
                                            std::unique_ptr<PointsEngine> points) {
  return std::make_unique<CpuRegions>(ndim, ncomp, key, std::move(points));
}

}  // namespace cuboid::engine::cpu
