// Rules on many regions side by side.
#include "simd/functions.hpp"
#include "simd/vectors.hpp"

namespace cuboid::simd::CUBOID_SIMD {

namespace {

constexpr int chunks_of_lanes = region_lanes / wide;

// A row of all regions for each point.  ndim: known when compiling, and as the number of regions
// it makes whole vectors.
template <int ndim>
void rule_points_of(const RulePoints &given) {
  constexpr int vectors = chunks_of_lanes * ndim;
  const RulePoints points = given;
  Wide centre[vectors], width[vectors];
  for (int k = 0; k < vectors; ++k) {
    load(centre[k], points.centre + wide * k);
    load(width[k], points.width + wide * k);
  }
  const double *step = points.step;
  double *x = points.x;
  for (std::int64_t i = 0; i < points.npoints; ++i) {
    for (int k = 0; k < vectors; ++k) {
      Wide steps;
      load(steps, step + wide * k % ndim);
      store<Wide>(x + wide * k, centre[k] + steps * width[k]);
    }
    step += points.stride;
    x += wide * vectors;
  }
}

// Vectors reach beyond the end of a point: the next one comes there.
void rule_points_of_any(const RulePoints &given) {
  const RulePoints points = given;
  const double *step = points.step;
  double *x = points.x;
  for (std::int64_t i = 0; i < points.npoints; ++i, step += points.stride)
    for (std::int64_t r = 0; r < points.regions; ++r, x += points.ndim)
      for (std::int64_t d = 0; d < points.ndim; d += wide) {
        Wide centre, width, steps;
        load(centre, points.centre + r * points.ndim + d);
        load(width, points.width + r * points.ndim + d);
        load(steps, step + d);
        store<Wide>(x + d, centre + steps * width);
      }
}

}  // namespace

void rule_points(const RulePoints &points) {
  switch (points.regions == region_lanes ? points.ndim : 0) {
    case 1:
      return rule_points_of<1>(points);
    case 2:
      return rule_points_of<2>(points);
    case 3:
      return rule_points_of<3>(points);
    case 4:
      return rule_points_of<4>(points);
    case 5:
      return rule_points_of<5>(points);
    case 6:
      return rule_points_of<6>(points);
    case 7:
      return rule_points_of<7>(points);
    case 8:
      return rule_points_of<8>(points);
    default:
      return rule_points_of_any(points);
  }
}

// Four sums that do not wait for each other.
void add_rows(std::int64_t first, std::int64_t count, const double (*f)[region_lanes], bool anew,
              double (*sum)[region_lanes]) {
  for (int chunk = 0; chunk < region_lanes; chunk += wide) {
    // The row that comes next belongs to total[0].
    Wide total[4] = {};
    if (!anew)
      for (std::int64_t k = 0; k < 4; ++k) load(total[k], sum[(first + k) % 4] + chunk);
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4)
      for (int k = 0; k < 4; ++k) {
        Wide row;
        load(row, f[i + k] + chunk);
        total[k] += row;
      }
    for (int k = 0; k < 3; ++k) {
      if (i + k >= count) break;
      Wide row;
      load(row, f[i + k] + chunk);
      total[k] += row;
    }
    for (std::int64_t k = 0; k < 4; ++k) store(sum[(first + k) % 4] + chunk, total[k]);
  }
}

void rule_sums(const RuleSums &given) {
  const RuleSums sums = given;
  for (int chunk = 0; chunk < region_lanes; chunk += wide) {
    for (std::int64_t s = 0; s < sums.norbits; ++s) {
      Wide row[4];
      for (int k = 0; k < 4; ++k) load(row[k], sums.row_sum[s][k] + chunk);
      store<Wide>(sums.orbit_sum[s] + chunk, (row[0] + row[1]) + (row[2] + row[3]));
    }
    Wide volume;
    load(volume, sums.volume + chunk);
    for (std::int64_t k = 0; k < sums.nsums; ++k) {
      Wide total{};
      for (std::int64_t s = 0; s < sums.norbits; ++s) {
        Wide orbit;
        load(orbit, sums.orbit_sum[s] + chunk);
        total += sums.weight[s * sums.nsums + k] * orbit;
      }
      store<Wide>(sums.sum[k] + chunk, total * volume);
    }
  }
}

void null_rule_sums(const NullRuleSums &given) {
  const NullRuleSums sums = given;
  for (int chunk = 0; chunk < region_lanes; chunk += wide)
    for (int r = 0; r < 3; ++r) {
      Wide larger_degree, smaller_degree;
      load(larger_degree, sums.sum[r] + chunk);
      load(smaller_degree, sums.sum[r + 1] + chunk);
      Wide largest{};
      for (std::int64_t s = 0; s < sums.norbits; ++s) {
        Wide size = smaller_degree + sums.lambda[s][r] * larger_degree;
        drop_sign<WideWord>(size);
        size *= sums.nu[s][r];
        largest = size > largest ? size : largest;
      }
      store(sums.largest[r] + chunk, largest);
    }
}

}  // namespace cuboid::simd::CUBOID_SIMD
