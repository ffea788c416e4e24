#include "cuba/suave/fluctuation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elementary/functions.hpp"

namespace cuboid::algorithm::suave_parts {

namespace {

/// Samples treated at once; they stay in the first-level cache.
constexpr std::int64_t chunk = 256;

/// Powers are multiplied out side by side, in registers.
constexpr int lanes = 8;
static_assert(chunk % lanes == 0);

/// The sums over a chunk of powers up to this one stay within the range of double.
constexpr double max_binary_digits = 1000;

/// 2^16382 is half the largest power of two of long double.
constexpr double long_double_digits = 16382;

constexpr long double largest_sum = std::numeric_limits<long double>::max() / 2;

/// Powers below 2 to this one are lost in a sum that is largest_sum at least.
constexpr double min_binary_digits = long_double_digits - std::numeric_limits<long double>::digits;

/// Integer exponents up to this one are taken by multiplication.
constexpr double max_multiplied = 1024;

double power_of_two(double exponent) {
  const double largest = std::numeric_limits<double>::max();
  return std::min(elementary::exp2(exponent), largest);
}

/// base^exponent beyond the range of double.  The integer part of the logarithm is kept apart,
/// which leaves an error of exponent times one rounding; the power 2/(3 flatness) takes that away
/// again.
long double large_power(double base, double exponent) {
  int digits = 0;
  const double mantissa = std::frexp(base, &digits);
  const double exact = exponent * digits;
  const double rounded = exponent * elementary::log2(mantissa);
  const double whole = std::floor(exact + rounded);
  const double fraction = elementary::exp2((exact - whole) + rounded);
  return std::ldexp(static_cast<long double>(fraction), static_cast<int>(whole));
}

/// power: [lanes] = base^exponent, for exponent >= 1.
void multiply_out(const double *base, unsigned exponent, double *power) {
  double factor[lanes];
  double product[lanes];
  for (int i = 0; i < lanes; ++i) {
    factor[i] = base[i];
    product[i] = exponent & 1 ? base[i] : 1;
  }
  while ((exponent >>= 1) != 0) {
    for (int i = 0; i < lanes; ++i) factor[i] *= factor[i];
    if (exponent & 1)
      for (int i = 0; i < lanes; ++i) product[i] *= factor[i];
  }
  for (int i = 0; i < lanes; ++i) power[i] = product[i];
}

class Fluctuation {
 public:
  Fluctuation(const FluctuationMeasure &measure, int ndim, int ncomp)
      : ndim_(ndim),
        ncomp_(ncomp),
        component_(measure.component),
        integral_(measure.integral),
        per_error_(1 / measure.error),
        per_integral_(1 / std::max(std::fabs(measure.integral), measure.error)),
        flatness_(measure.flatness),
        cap_(power_of_two(std::floor(long_double_digits / measure.flatness))),
        max_in_double_(power_of_two(max_binary_digits / measure.flatness)),
        min_beside_cap_(power_of_two(min_binary_digits / measure.flatness)) {}

  /// Adds the samples of a set from begin on, at most chunk of them.
  void add(const SampleSet &set, std::int64_t begin, std::int64_t count, const double *middle,
           HalfSums *sums);
  /// The same for sums that are largest_sum at least, or 0 without samples.
  void add_beside_cap(const SampleSet &set, std::int64_t begin, std::int64_t count,
                      const double *middle, HalfSums *sums);

 private:
  double measure(const SampleSet &set, std::int64_t begin, std::int64_t count);
  void raise(std::int64_t count);
  void add_in_double(const double *x, std::int64_t count, const double *middle, HalfSums *sums);
  void take_out_large(const double *x, std::int64_t count, const double *middle, HalfSums *sums);

  int ndim_;
  int ncomp_;
  int component_;
  double integral_;
  double per_error_;
  double per_integral_;
  double flatness_;
  double cap_;
  double max_in_double_;
  double min_beside_cap_;
  double phi_[chunk] = {};
  double power_[chunk];
};

// Returns the largest.
double Fluctuation::measure(const SampleSet &set, std::int64_t begin, std::int64_t count) {
  const double *weight = set.weight + begin;
  const double *f = set.f + begin * ncomp_ + component_;
  for (std::int64_t i = 0; i < count; ++i) phi_[i] = f[i * ncomp_] - integral_;
  for (std::int64_t i = 0; i < count; ++i) {
    const double deviation = phi_[i];
    const double phi =
        1 + std::fabs(weight[i]) * (deviation * per_error_) * (deviation * per_integral_);
    phi_[i] = phi < cap_ ? phi : cap_;
  }
  double largest = 0;
  for (std::int64_t i = 0; i < count; ++i) largest = phi_[i] > largest ? phi_[i] : largest;
  return largest;
}

// Multiplication is exact enough: the result goes through the power 2/(3 flatness), which divides
// its relative error by more than the number of factors.
void Fluctuation::raise(std::int64_t count) {
  if (flatness_ > max_multiplied || flatness_ != std::floor(flatness_)) {
    for (std::int64_t i = 0; i < count; ++i) power_[i] = elementary::pow(phi_[i], flatness_);
    return;
  }
  for (std::int64_t i = 0; i < count; i += lanes)
    multiply_out(phi_ + i, static_cast<unsigned>(flatness_), power_ + i);
}

void Fluctuation::add(const SampleSet &set, std::int64_t begin, std::int64_t count,
                      const double *middle, HalfSums *sums) {
  const double *x = set.x + begin * ndim_;
  if (measure(set, begin, count) > max_in_double_) take_out_large(x, count, middle, sums);
  raise(count);
  add_in_double(x, count, middle, sums);
}

bool all_have_samples(const HalfSums *sums, int ndim) {
  return std::all_of(sums, sums + ndim,
                     [](const HalfSums &sum) { return sum.lower > 0 && sum.upper > 0; });
}

// Where all halves have samples, powers that are lost beside the cap change nothing.
void Fluctuation::add_beside_cap(const SampleSet &set, std::int64_t begin, std::int64_t count,
                                 const double *middle, HalfSums *sums) {
  const bool large_powers = measure(set, begin, count) >= min_beside_cap_;
  bool all_have = all_have_samples(sums, ndim_);
  for (std::int64_t i = 0; i < count; ++i) {
    const bool lost = phi_[i] < min_beside_cap_;
    if (lost && all_have) {
      if (!large_powers) return;
      continue;
    }
    const double *x = set.x + (begin + i) * ndim_;
    const long double power = lost ? 0 : large_power(phi_[i], flatness_);
    for (int d = 0; d < ndim_; ++d) {
      long double &sum = x[d] < middle[d] ? sums[d].lower : sums[d].upper;
      sum = std::max(sum + power, largest_sum);
    }
    if (!all_have) all_have = all_have_samples(sums, ndim_);
  }
}

// The sums of both halves along some neighbouring axes.
template <int axes>
void add_along(const double *x, std::ptrdiff_t ndim, const double *power, std::int64_t count,
               const double *middle, HalfSums *sums) {
  double mid[axes];
  double lower[axes] = {};
  double upper[axes] = {};
  for (int d = 0; d < axes; ++d) mid[d] = middle[d];
  for (std::int64_t i = 0; i < count; ++i) {
    for (int d = 0; d < axes; ++d) {
      const bool above = x[d] >= mid[d];
      lower[d] += above ? 0 : power[i];
      upper[d] += above ? power[i] : 0;
    }
    x += ndim;
  }
  for (int d = 0; d < axes; ++d) {
    sums[d].lower += lower[d];
    sums[d].upper += upper[d];
  }
}

void Fluctuation::add_in_double(const double *x, std::int64_t count, const double *middle,
                                HalfSums *sums) {
  int d = 0;
  for (; d + 4 <= ndim_; d += 4) add_along<4>(x + d, ndim_, power_, count, middle + d, sums + d);
  for (; d < ndim_; ++d) add_along<1>(x + d, ndim_, power_, count, middle + d, sums + d);
}

// Adds the samples whose powers are beyond the range of double, and leaves 0 in their places.
void Fluctuation::take_out_large(const double *x, std::int64_t count, const double *middle,
                                 HalfSums *sums) {
  for (std::int64_t i = 0; i < count; ++i) {
    if (phi_[i] <= max_in_double_) continue;
    const long double power = large_power(phi_[i], flatness_);
    phi_[i] = 0;
    for (int d = 0; d < ndim_; ++d)
      (x[i * ndim_ + d] < middle[d] ? sums[d].lower : sums[d].upper) += power;
  }
}

}  // namespace

std::vector<HalfSums> fluctuation_sums(const Region &region, int ncomp,
                                       const FluctuationMeasure &measure, FluctuationCap cap) {
  const int ndim = static_cast<int>(region.lower.size());
  std::vector<HalfSums> sums(region.lower.size());
  std::vector<double> middle(region.lower.size());
  for (int d = 0; d < ndim; ++d) middle[static_cast<std::size_t>(d)] = region.middle(d);
  Fluctuation fluctuation(measure, ndim, ncomp);
  for (const SampleSet &set : region.sets)
    for (std::int64_t begin = 0; begin < set.count; begin += chunk) {
      const std::int64_t count = std::min(chunk, set.count - begin);
      if (cap == FluctuationCap::from_below) {
        fluctuation.add_beside_cap(set, begin, count, middle.data(), sums.data());
        continue;
      }
      fluctuation.add(set, begin, count, middle.data(), sums.data());
      for (HalfSums &sum : sums)
        sum = {std::min(sum.lower, largest_sum), std::min(sum.upper, largest_sum)};
    }
  return sums;
}

}  // namespace cuboid::algorithm::suave_parts
