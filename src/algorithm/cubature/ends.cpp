#include "algorithm/cubature/ends.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithm/cubature/evaluate_counted.hpp"
#include "domain/even_points.hpp"
#include "elementary/functions.hpp"

namespace cuboid::algorithm {

namespace {

// What is found with these constants, and what is lost without the trial, is in
// tests/bench/results/singular_ends.txt, which singular_ends.py prints.

/// A trial has so many points on each face, from which it comes to it by these distances.
constexpr std::int64_t points_on_face = 5;
constexpr int distances = 5;
constexpr double distance[distances] = {0x1p-15, 0x1p-18, 0x1p-21, 0x1p-24, 0x1p-103};
constexpr double log_of_step = 2.0794415416798357;  // 8

/// Numbers below 1 end so far from it.
constexpr double last_distance = 0x1p-53;
/// And those above 0 about here, where powers have values yet.
constexpr double smallest = 0x1p-1000;
/// What lies below these follows from the power, and counts from so many times the least on, from
/// the tolerance: else (1 + y)/x^0.98 to 1e-5 is refused, and is right
/// (api/EndsOfAxes.CountWhatLiesBelowAllNumbers).
constexpr double of_smallest = 10;
/// From it to the point by which the power there is seen.
constexpr double step_to_smallest = 0x1p20;

/// Differences of values that are smaller, of the largest value, are rounding.
constexpr double rounding = 64 * 0x1p-52;

/// Both exponents of a point are as near to each other as this where they are that of a power, ...
constexpr double of_one_power = 0.1;
/// ... and so far from 0, 1, ... where it is singular.
constexpr double min_fraction = 0.05;
/// What diverges has no map.
constexpr double min_exponent = -0.996;

/// Where one power makes them all whole, so near as this, what comes of it is smooth: the least.
/// Else what comes of it begins as this power of t at least.
constexpr double of_whole = 0.02;
constexpr double min_beginning = 2.5;
constexpr int largest_power = 20;

/// Closer to the end of an axis no rule has points, unless errors lead it there.
constexpr double out_of_sight = 1e-3;

/// Where a power seems to end before the last distance, it has so many points from there to four
/// times as far.  If numbers end, many of them are the same.
constexpr int points_of_steps = 16;

/// factor times distance^p, or factor times log(distance), at one point of a face.
struct Law {
  double p = 0;
  double factor = 0;
  double first = 0;  ///< distance to which it holds, by the value at the last one
  bool is_singular = false;
  bool diverges = false;

  bool is_log() const { return std::fabs(p) < min_fraction; }
  /// The integral over the distances below the first, of which nothing but the last value is known.
  double below_first() const {
    if (diverges) return std::numeric_limits<double>::infinity();
    if (is_log()) return std::fabs(factor) * first;
    return std::fabs(factor) * elementary::pow(first, 1 + p) / (1 + p);
  }
};

/// f: [distances], from the face inwards.
Law law_of(const double *f) {
  Law law;
  double largest = 0;
  for (int i = 0; i < 4; ++i) {
    if (!std::isfinite(f[i])) return law;
    largest = std::max(largest, std::fabs(f[i]));
  }
  const double d1 = f[0] - f[1], d2 = f[1] - f[2], d3 = f[2] - f[3];
  if (std::fabs(d3) <= rounding * largest || d1 / d2 <= 0 || d2 / d3 <= 0) return law;
  const double before = elementary::log(d1 / d2) / log_of_step;
  law.p = elementary::log(d2 / d3) / log_of_step;
  if (std::fabs(before - law.p) >= of_one_power) return law;
  const bool is_whole =
      law.p > -min_fraction && std::fabs(law.p - std::round(law.p)) <= min_fraction;
  law.diverges = law.p <= min_exponent;
  law.is_singular = !law.diverges && (law.is_log() || !is_whole);
  if ((!law.diverges && !law.is_singular) || law.p > min_fraction) return law;
  law.factor =
      law.is_log()
          ? d3 / log_of_step
          : d3 / (elementary::pow(distance[2], law.p) - elementary::pow(distance[3], law.p));
  const double last = f[distances - 1];
  if (!std::isfinite(last)) return law;
  law.first =
      law.is_log()
          ? distance[3] * elementary::exp((last - f[3]) / law.factor)
          : distance[3] * elementary::pow(std::fabs(1 + (last - f[3]) / law.factor /
                                                            elementary::pow(distance[3], law.p)),
                                          1 / law.p);
  law.first = std::min(law.first, distance[3]);
  return law;
}

/// A face of the cube, on which one axis is 0 or 1.
class Face {
 public:
  Face(const Task &task, EndOfAxis end) : task_(task), end_(end) {}

  /// Adds a point of the face, moved inwards.
  void add(std::int64_t point, double apart, std::vector<double> &x) const {
    for (int axis = 0; axis < task_.ndim; ++axis) x.push_back(domain::even_fraction(point, axis));
    x[x.size() - static_cast<std::size_t>(task_.ndim - end_.axis)] =
        end_.is_upper ? 1 - std::max(apart, last_distance) : apart;
  }
  /// f: [points_on_face][distances][ncomp].  stepped_off: some of all points were not finite.
  void judge(const double *f, bool stepped_off, std::int64_t &evaluated);

  const EndOfAxis &end() const { return end_; }
  int power() const { return power_; }
  double coarse() const { return coarse_; }
  /// What is lost is what lies below all numbers.
  bool goes_to_smallest() const { return goes_to_smallest_; }
  bool is_bridged() const { return coarse_ > 0 && coarse_ < out_of_sight; }
  const std::vector<double> &lost() const { return lost_; }
  bool diverges() const { return diverges_; }

 private:
  double last() const { return end_.is_upper ? last_distance : distance[distances - 1]; }
  bool is_finite(std::int64_t point, double apart, std::int64_t &evaluated) const;
  double first_finite(std::int64_t point, std::int64_t &evaluated) const;
  bool has_steps(std::int64_t point, double first, std::int64_t &evaluated) const;
  std::vector<double> below_all_numbers(std::int64_t point, std::int64_t &evaluated) const;

  const Task &task_;
  EndOfAxis end_;
  int power_ = 1;
  double coarse_ = 0;  ///< distance in the variable of the map, if what is there is smooth
  bool diverges_ = false;
  bool goes_to_smallest_ = false;
  std::vector<double> lost_;  ///< [ncomp]
};

/// 0: there is none.
int whole_power_for(const std::vector<double> &exponents) {
  for (int k = 2; k <= largest_power; ++k)
    if (std::all_of(exponents.begin(), exponents.end(), [k](double p) {
          return p > min_exponent && std::fabs(p) > min_fraction &&
                 std::fabs(k * p - std::round(k * p)) < of_whole && std::round(k * (1 + p)) > 0;
        }))
      return k;
  return 0;
}

int rough_power_for(const std::vector<double> &exponents) {
  const double least = *std::min_element(exponents.begin(), exponents.end());
  const double power = std::ceil((1 + min_beginning) / (1 + std::max(least, min_exponent)));
  return std::clamp(static_cast<int>(power), 2, largest_power);
}

void Face::judge(const double *f, bool stepped_off, std::int64_t &evaluated) {
  const auto ncomp = static_cast<std::size_t>(task_.ncomp);
  std::vector<double> exponents, one(distances);
  std::int64_t singular = 0, diverging = 0;
  double first = 0;
  lost_.assign(ncomp, 0);
  for (std::int64_t point = 0; point < points_on_face; ++point) {
    bool any = false, diverges = false;
    std::vector<double> below;
    for (std::size_t c = 0; c < ncomp; ++c) {
      for (std::size_t i = 0; i < distances; ++i)
        one[i] = f[(static_cast<std::size_t>(point) * distances + i) * ncomp + c];
      Law law = law_of(one.data());
      const bool is_power = law.is_singular || law.diverges;
      // As a denominator in which digits cancel is 0 from some distance on.
      const bool is_infinite = is_power && stepped_off && !is_finite(point, last(), evaluated);
      if (is_infinite) law.first = first_finite(point, evaluated);
      // That it goes on so can be seen at 0 alone.
      const bool goes_on = law.diverges && !is_infinite && !end_.is_upper && law.first < 2 * last();
      diverges = diverges || goes_on;
      if (goes_on || !is_power) continue;
      const bool ends = law.first > 2 * last();
      const bool is_cut =
          is_infinite ||
          (law.first > 0 && (ends ? has_steps(point, law.first, evaluated) : end_.is_upper));
      if (!is_cut && law.diverges) continue;  // It levels off.
      any = true;
      exponents.push_back(law.p);
      // What decays as slowly as x^-0.99 has a part below all numbers: a thousandth.
      if (!is_cut && end_.is_upper) continue;
      if (is_cut) {
        lost_[c] += law.below_first() / points_on_face;
      } else {
        if (below.empty()) below = below_all_numbers(point, evaluated);
        lost_[c] += below[c] / points_on_face;
      }
      first = std::max(first, is_cut ? law.first : smallest);
    }
    singular += any;
    diverging += diverges;
  }
  if (2 * singular > points_on_face) {
    const int whole = whole_power_for(exponents);
    power_ = whole > 0 ? whole : rough_power_for(exponents);
    goes_to_smallest_ = first == smallest;
    // What is smooth goes on to the end from where rules see it.
    if (whole > 0 || goes_to_smallest_) coarse_ = elementary::pow(first, 1. / power_);
  }
  diverges_ = 2 * diverging > points_on_face;
}

/// Whether the point has a value of its own.
bool Face::is_finite(std::int64_t point, double apart, std::int64_t &evaluated) const {
  const std::int64_t before = task_.engine->nonfinite().stepped_off;
  std::vector<double> x, f(static_cast<std::size_t>(task_.ncomp));
  add(point, apart, x);
  evaluate_counted(task_, 1, x.data(), f.data(), evaluated);
  return task_.engine->nonfinite().stepped_off == before;
}

/// The least distance, within a factor of 2, at which it has one, where it has none at the last.
double Face::first_finite(std::int64_t point, std::int64_t &evaluated) const {
  int without = std::ilogb(last()), with = std::ilogb(distance[distances - 2]);
  while (with - without > 1) {
    const int middle = (with + without) / 2;
    (is_finite(point, std::ldexp(1.0, middle), evaluated) ? with : without) = middle;
  }
  return std::ldexp(1.0, with);
}

/// Whether numbers beside the face are so far from each other.
bool Face::has_steps(std::int64_t point, double first, std::int64_t &evaluated) const {
  std::vector<double> x,
      f(static_cast<std::size_t>(points_of_steps) * static_cast<std::size_t>(task_.ncomp));
  for (int i = 0; i < points_of_steps; ++i)
    add(point, first * (1 + 3 * static_cast<double>(i) / points_of_steps), x);
  evaluate_counted(task_, points_of_steps, x.data(), f.data(), evaluated);
  int same = 0;
  for (std::size_t i = 1; i < points_of_steps; ++i)
    same += std::equal(f.begin() + static_cast<std::ptrdiff_t>(i) * task_.ncomp,
                       f.begin() + static_cast<std::ptrdiff_t>(i + 1) * task_.ncomp,
                       f.begin() + static_cast<std::ptrdiff_t>(i - 1) * task_.ncomp);
  return 2 * same > points_of_steps;
}

/// [ncomp] What lies below the smallest numbers, by the power that the integrand has there: that of
/// 1/(x log(x)^2) comes ever closer to -1.
std::vector<double> Face::below_all_numbers(std::int64_t point, std::int64_t &evaluated) const {
  const auto ncomp = static_cast<std::size_t>(task_.ncomp);
  std::vector<double> x, f(2 * ncomp), below(ncomp);
  add(point, smallest, x);
  add(point, smallest * step_to_smallest, x);
  evaluate_counted(task_, 2, x.data(), f.data(), evaluated);
  for (std::size_t c = 0; c < ncomp; ++c) {
    const double near = std::fabs(f[c]) * smallest;
    const double far = std::fabs(f[ncomp + c]) * (smallest * step_to_smallest);
    if (near > 0 && far > near)
      below[c] = near * elementary::log(step_to_smallest) / elementary::log(far / near);
  }
  return below;
}

}  // namespace

/// t^k times the sum of binomial(k - 1 + i, i) (1 - t)^i for i < l, of k and l.
double map_between_ends(const EndPowers &powers, double t, double &jacobian) {
  const int k = powers.lower, l = powers.upper;
  double sum = 0, term = 1, factor = k;
  for (int i = 0; i < l; ++i) {
    sum += term;
    if (i > 0) factor *= static_cast<double>(k + i) / i;
    if (i + 1 < l) term *= (1 - t) * (k + i) / (i + 1);
  }
  double power = 1;
  for (int i = 1; i < k; ++i) power *= t;
  jacobian = factor * power;
  for (int i = 1; i < l; ++i) jacobian *= 1 - t;
  return std::min(power * t * sum, 1.0);
}

void EndsEngine::evaluate(const engine::PointSet &points, double *f) {
  if (ends_.empty()) return task_.engine->evaluate(points, f);
  const auto ndim = static_cast<std::size_t>(task_.ndim);
  const auto ncomp = static_cast<std::size_t>(task_.ncomp);
  const auto count = static_cast<std::size_t>(points.count);
  x_.assign(points.x, points.x + count * ndim);
  jacobian_.assign(count, 1);
  for (std::size_t d = 0; d < ndim; ++d) {
    if (ends_[d].lower == 1 && ends_[d].upper == 1) continue;
    for (std::size_t i = 0; i < count; ++i) {
      double jacobian = 1;
      x_[i * ndim + d] = map_between_ends(ends_[d], x_[i * ndim + d], jacobian);
      jacobian_[i] *= jacobian;
    }
  }
  engine::PointSet mapped = points;
  mapped.x = x_.data();
  task_.engine->evaluate(mapped, f);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t c = 0; c < ncomp; ++c) f[i * ncomp + c] *= jacobian_[i];
}

std::int64_t points_of_trial(int ndim) {
  return std::int64_t{2} * ndim * points_on_face * distances;
}

FoundEnds find_ends(const Task &task, const std::vector<double> &least, std::int64_t &evaluated) {
  const auto ncomp = static_cast<std::size_t>(task.ncomp);
  std::vector<Face> faces;
  for (int d = 0; d < task.ndim; ++d)
    for (const bool is_upper : {false, true}) faces.emplace_back(task, EndOfAxis{d, is_upper});
  std::vector<double> x, f(static_cast<std::size_t>(points_of_trial(task.ndim)) * ncomp);
  for (const Face &face : faces)
    for (std::int64_t point = 0; point < points_on_face; ++point)
      for (const double apart : distance) face.add(point, apart, x);
  const std::int64_t before = task.engine->nonfinite().stepped_off;
  evaluate_counted(task, points_of_trial(task.ndim), x.data(), f.data(), evaluated);
  const bool stepped_off = task.engine->nonfinite().stepped_off > before;
  FoundEnds found;
  found.powers.resize(static_cast<std::size_t>(task.ndim));
  found.lost.assign(ncomp, 0);
  found.bridged.assign(ncomp, 0);
  bool any = false;
  const double *values = f.data();
  for (Face &face : faces) {
    face.judge(values, stepped_off, evaluated);
    values += static_cast<std::size_t>(points_on_face * distances) * ncomp;
    const EndOfAxis &end = face.end();
    if (face.diverges()) found.diverging = end;
    if (face.power() == 1) continue;
    bool counts = false;
    const double most = face.goes_to_smallest() ? of_smallest : 1;
    for (std::size_t c = 0; c < ncomp; ++c) counts = counts || face.lost()[c] > most * least[c];
    const bool in_vain = counts && !face.is_bridged();
    if (in_vain) found.coarse = end;
    if (counts)
      for (std::size_t c = 0; c < ncomp; ++c)
        (in_vain ? found.lost : found.bridged)[c] += face.lost()[c];
    EndPowers &powers = found.powers[static_cast<std::size_t>(end.axis)];
    if (!in_vain) (end.is_upper ? powers.upper : powers.lower) = face.power();
    if (counts && !in_vain)
      (end.is_upper ? powers.coarse_upper : powers.coarse_lower) = face.coarse();
    any = any || !in_vain;
  }
  if (!any) found.powers.clear();
  return found;
}

std::vector<EndPowers> get_ends(StateReader &reader, int ndim) {
  std::vector<EndPowers> ends;
  reader.get(ends);
  reader.require(ends.empty() || std::ssize(ends) == ndim);
  for (const EndPowers &one : ends)
    for (const std::int32_t power : {one.lower, one.upper})
      reader.require(power >= 1 && power <= largest_power);
  return ends;
}

}  // namespace cuboid::algorithm
