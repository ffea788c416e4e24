// Products of functions of one coordinate or of two, and functions of the sum, the product, the
// largest or the smallest of all, so that each integral is a closed form or one in one dimension.
#include "fresh3.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>

#include "draws.hpp"

namespace cuboid_test {

// The text between the next line and the last one of this namespace goes to a GPU as it is.
namespace {

enum Kind {
  error_steps,    ///< product of smooth steps
  quartic_peak,   ///< product of 1 / (1 + t^4), on a constant
  spline_bump,    ///< product of (1 - |t|)^3 within |t| < 1, on a constant
  cusp_peak,      ///< product of exp(-|t|)
  exp_cosine,     ///< exp of a sum of cosines
  sawtooth,       ///< product of straight lines that jump
  inner_log,      ///< product of logarithms of distances
  end_powers,     ///< product of (x (1 - x))^-p
  sum_sinc,       ///< spherical Bessel function of the sum
  sum_log,        ///< logarithm of the distance of the sum from a value
  sum_peak,       ///< Lorentz's peak of the sum
  sum_root,       ///< square root of the distance of the sum from a value
  exp_of_max,     ///< exponential of the largest of multiples of the coordinates
  min_of_linear,  ///< the smallest of multiples of the coordinates
  pair_power,     ///< product of |x - y|^-p for pairs of axes
  pair_ridge,     ///< product of Lorentz's peaks of x - y for pairs of axes
  product_pole,   ///< 1 / (1 - c times the product of all)
  nkinds
};

/// What userdata holds: the kind, a size and a place;
struct Head {
  double kind, size, place;
};

/// and three parameters for each axis.
struct Axis {
  double a, b, c;
};

constexpr double two_pi = 6.28318530717958647693;

/// The factor of one axis.
double factor(int kind, const Axis &axis, double y) {
  const double t = (y - axis.b) / axis.a;
  switch (kind) {
    case error_steps:
      return 1 + axis.c * erf(t);
    case quartic_peak:
      return 1 / (1 + t * t * t * t);
    case spline_bump: {
      const double s = 1 - fabs(t);
      return s > 0 ? s * s * s : 0;
    }
    case cusp_peak:
      return exp(-fabs(t));
    case exp_cosine:
      return exp(axis.c * cos(two_pi * (axis.a * y + axis.b)));
    case sawtooth: {
      const double s = axis.a * y + axis.b;
      return 1 + axis.c * (s - floor(s) - .5);
    }
    case inner_log:
      return y == axis.b ? 1 : 1 - axis.c * log(fabs(y - axis.b));
    default:  // powers at both ends
      return axis.a == 0 || y <= 0 || y >= 1 ? 1 : pow(y * (1 - y), -axis.a);
  }
}

/// Of the sum, the product, the largest or the smallest one.
double of_one(int kind, const Head &head, double s) {
  const double t = (s - head.place) / head.size;
  switch (kind) {
    case sum_sinc:
      return 1 + (t == 0 ? 1 : sin(t) / t);
    case sum_log:
      return t == 0 ? 0 : -log(fabs(t));
    case sum_peak:
      return 1 / (1 + t * t);
    case sum_root:
      return sqrt(fabs(t));
    case exp_of_max:
      return exp(head.size * s);
    case product_pole:
      return 1 / (1 - head.size * s);
    default:
      return s;
  }
}

double of_pair(int kind, const Head &head, const Axis &axis, double u) {
  if (kind == pair_power) return axis.a == 0 || u == 0 ? 1 : pow(fabs(u), -axis.a);
  return 1 / (1 + u * u / (head.size * head.size));
}

int fresh3(const int *ndim, const double x[], const int *, double f[], void *userdata) {
  const auto &head = *static_cast<const Head *>(userdata);
  const auto *axis = reinterpret_cast<const Axis *>(&head + 1);
  const int kind = static_cast<int>(head.kind);
  double result = 1;
  if (kind <= end_powers) {
    for (int d = 0; d < *ndim; ++d) result *= factor(kind, axis[d], x[d]);
    if (kind == quartic_peak || kind == spline_bump) result = 1 + head.size * result;
  } else if (kind == pair_power || kind == pair_ridge) {
    for (int d = 0; d + 1 < *ndim; d += 2) result *= of_pair(kind, head, axis[d], x[d] - x[d + 1]);
    if (*ndim % 2 == 1) result *= .5 + x[*ndim - 1];
  } else {
    double s = kind == product_pole ? 1 : 0;
    for (int d = 0; d < *ndim; ++d) {
      const double one = axis[d].a * (axis[d].b > 0 ? 1 - x[d] : x[d]);
      if (kind == product_pole)
        s *= one;
      else if (kind == exp_of_max)
        s = d == 0 ? one : fmax(s, one);
      else if (kind == min_of_linear)
        s = d == 0 ? one : fmin(s, one);
      else
        s += one;
    }
    result = of_one(kind, head, s);
  }
  f[0] = result;
  return 0;
}

}  // namespace

namespace {

const char *const kind_names[nkinds] = {
    "error_steps", "quartic_peak", "spline_bump", "cusp_peak",  "exp_cosine",  "sawtooth",
    "inner_log",   "end_powers",   "sum_sinc",    "sum_log",    "sum_peak",    "sum_root",
    "exp_of_max",  "min",          "pair_power",  "pair_ridge", "product_pole"};

Head drawn_head(Draws &draw, int kind, int ndim) {
  Head head{static_cast<double>(kind), 0, 0};
  switch (kind) {
    case quartic_peak:
    case spline_bump:
      head.size = draw.power_of_ten(0, 2);
      break;
    case sum_sinc:
      head.size = draw.power_of_ten(-1.7, -.3);
      break;
    case sum_peak:
      head.size = draw.power_of_ten(-2, -.3);
      break;
    case sum_log:
    case sum_root:
      head.size = ndim;
      break;
    case exp_of_max:
      head.size = draw(.5, 5);
      break;
    case product_pole:
      head.size = draw(.5, .98);
      break;
    case pair_ridge:
      head.size = draw.power_of_ten(-1.7, -.3);
      break;
    default:
      break;
  }
  // Within two standard deviations of the sum.
  head.place = .5 * ndim + draw(-2, 2) * std::sqrt(ndim / 12.);
  return head;
}

/// Of a peak of size 1 on one axis: the square of its integral over that of its square.
double support_of_one(int kind) {
  return kind == quartic_peak ? 2 * M_SQRT2 / 3 * M_PI : kind == spline_bump ? 7. / 8 : 4;
}

/// common: of the peaks, their part of the cube; of the powers, the part of the axes.
Axis drawn_axis(Draws &draw, int kind, int ndim, int number, double common) {
  const bool singular = number < 1 + static_cast<int>(common * ndim);
  switch (kind) {
    case error_steps:
      return {draw.power_of_ten(-1.5, 0), draw(.1, .9), draw(-.95, .95)};
    case quartic_peak:
    case spline_bump:
    case cusp_peak:
      return {std::pow(common, 1. / ndim) * draw(.7, 1.4) / support_of_one(kind), draw(.1, .9), 0};
    case exp_cosine:
      return {static_cast<double>(1 + draw.below(4)), draw(0, 1), draw(.1, 5. / ndim)};
    case sawtooth:
      return {draw(.5, 4), draw(0, 1), draw(-1.5, 1.5)};
    case inner_log:
      return {0, draw(.05, .95), draw(.1, 1)};
    case end_powers:
      return {singular ? draw(.05, .6) : 0, 0, 0};
    case exp_of_max:
    case min_of_linear:
      return {draw(.4, 1.6), static_cast<double>(draw.below(2)), 0};
    case pair_power:
      return {singular ? draw(.05, .6) : 0, 0, 0};
    default:
      return {1, static_cast<double>(draw.below(2)), 0};
  }
}

/// Between neighbouring places, by the rule of tanh and sinh (Takahasi and Mori, 1974): f may have
/// kinks, jumps, peaks and logarithms at the places.
double integral_between(std::vector<double> places, const std::function<double(double)> &f) {
  constexpr long double step = 1.L / 256;
  constexpr int most = 5 * 256;
  std::ranges::sort(places);
  long double sum = 0;
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    const long double from = places[i];
    const long double length = places[i + 1] - from;
    if (length <= 0) continue;
    long double part = 0;
    for (int k = -most; k <= most; ++k) {
      const long double u = k * step;
      const long double s = std::exp(-std::numbers::pi_v<long double> * std::sinh(std::fabs(u)));
      const long double near = s / (1 + s);  // distance from the nearer end, in lengths
      const long double weight =
          std::numbers::pi_v<long double> * std::cosh(u) * s / ((1 + s) * (1 + s));
      if (weight < 1e-24L) continue;
      const auto y = static_cast<double>(from + length * (k < 0 ? near : 1 - near));
      if (y <= places[i] || y >= places[i + 1]) continue;
      part += weight * f(y);
    }
    sum += part * length * step;
  }
  return static_cast<double>(sum);
}

/// The integral of factor().
double factor_integral(int kind, const Axis &axis) {
  const double a = axis.a;
  const double b = axis.b;
  const auto numerical = [&](std::vector<double> places) {
    places.insert(places.end(), {0., 1.});
    std::erase_if(places, [](double place) { return place < 0 || place > 1; });
    return integral_between(places, [&](double y) { return factor(kind, axis, y); });
  };
  switch (kind) {
    case quartic_peak:
      return numerical({b});
    case spline_bump:
      return numerical({b - a, b, b + a});
    case exp_cosine:
      return numerical({.25, .5, .75});
    case error_steps: {
      const auto of_erf = [](double t) {
        return t * std::erf(t) + std::exp(-t * t) / std::sqrt(M_PI);
      };
      return 1 + axis.c * a * (of_erf((1 - b) / a) - of_erf(-b / a));
    }
    case cusp_peak:
      return -a * (std::expm1(-b / a) + std::expm1(-(1 - b) / a));
    case sawtooth: {
      // The square of a fraction is twice the antiderivative of one.
      const auto antiderivative = [](double s) {
        const double fraction = s - std::floor(s);
        return .5 * fraction * (fraction - 1);
      };
      return 1 + axis.c * (antiderivative(a + b) - antiderivative(b)) / a;
    }
    case inner_log:
      return 1 - axis.c * (b * std::log(b) + (1 - b) * std::log1p(-b) - 1);
    default:
      return std::exp(2 * std::lgamma(1 - a) - std::lgamma(2 - 2 * a));
  }
}

/// Density of the sum of so many coordinates: of Irwin and Hall.
double density_of_sum(int ndim, double s) {
  const long double at = s < .5 * ndim ? s : ndim - s;
  long double sum = 0;
  long double binomial = 1;
  for (int k = 0; k <= ndim && k < at; ++k) {
    sum += binomial * std::pow(at - k, ndim - 1.L);
    binomial *= -static_cast<long double>(ndim - k) / (k + 1);
  }
  return static_cast<double>(sum / std::tgamma(static_cast<long double>(ndim)));
}

double of_sum_integral(int ndim, const Head &head) {
  std::vector<double> places{std::clamp(head.place, 0., static_cast<double>(ndim))};
  for (int k = 0; k <= ndim; ++k) places.push_back(k);
  return integral_between(places, [&](double s) {
    return density_of_sum(ndim, s) * of_one(static_cast<int>(head.kind), head, s);
  });
}

/// By the distribution of the largest or the smallest one.
double of_extreme_integral(int ndim, const Head &head, const Axis *axis) {
  std::vector<double> places{0};
  for (int d = 0; d < ndim; ++d) places.push_back(axis[d].a);
  const double least = *std::min_element(places.begin() + 1, places.end());
  const double most = *std::ranges::max_element(places);
  if (static_cast<int>(head.kind) == min_of_linear)
    return integral_between({0, least}, [&](double t) {
      double above = 1;
      for (int d = 0; d < ndim; ++d) above *= 1 - t / axis[d].a;
      return above;
    });
  return std::exp(head.size * most) - integral_between(places, [&](double t) {
           double below = head.size * std::exp(head.size * t);
           for (int d = 0; d < ndim; ++d) below *= std::min(t / axis[d].a, 1.);
           return below;
         });
}

double pairs_integral(int ndim, const Head &head, const Axis *axis) {
  const double w = head.size;
  double product = 1;
  for (int d = 0; d + 1 < ndim; d += 2)
    product *= static_cast<int>(head.kind) == pair_power
                   ? 2 / ((1 - axis[d].a) * (2 - axis[d].a))
                   : 2 * w * std::atan(1 / w) - w * w * std::log1p(1 / (w * w));
  return product;
}

/// The sum of size^k / (k + 1)^ndim.
double pole_integral(int ndim, const Head &head) {
  long double sum = 0;
  long double power = 1;
  for (int k = 0; power > 1e-22L; ++k, power *= head.size)
    sum += power / std::pow(k + 1.L, static_cast<long double>(ndim));
  return static_cast<double>(sum);
}

double value_of(int ndim, const Head &head, const Axis *axis) {
  const int kind = static_cast<int>(head.kind);
  if (kind == product_pole) return pole_integral(ndim, head);
  if (kind == pair_power || kind == pair_ridge) return pairs_integral(ndim, head, axis);
  if (kind == exp_of_max || kind == min_of_linear) return of_extreme_integral(ndim, head, axis);
  if (kind > end_powers) return of_sum_integral(ndim, head);
  double product = 1;
  for (int d = 0; d < ndim; ++d) product *= factor_integral(kind, axis[d]);
  return kind == quartic_peak || kind == spline_bump ? 1 + head.size * product : product;
}

HeldoutIntegral drawn(Draws &draw, int kind, int ndim) {
  const Head head = drawn_head(draw, kind, ndim);
  const bool peak = kind == quartic_peak || kind == spline_bump || kind == cusp_peak;
  const double common = peak ? draw.power_of_ten(-3.5, -.3) : draw(0, 1);
  HeldoutIntegral one;
  one.userdata = {head.kind, head.size, head.place};
  std::vector<Axis> axis;
  for (int d = 0; d < ndim; ++d) {
    const Axis &each = axis.emplace_back(drawn_axis(draw, kind, ndim, d, common));
    one.userdata.insert(one.userdata.end(), {each.a, each.b, each.c});
  }
  // Of the peaks alone, whatever they stand on.
  one.support = 1;
  if (peak)
    for (const Axis &each : axis) one.support *= std::min(each.a * support_of_one(kind), 1.);
  const double value = value_of(ndim, head, axis.data());
  const auto n = static_cast<std::size_t>(ndim);
  one.integral = {nullptr,
                  ndim,
                  1,
                  std::vector<double>(n, 0.),
                  std::vector<double>(n, 1.),
                  fresh3,
                  {value},
                  std::max(std::fabs(value), 1.),
                  {}};
  return one;
}

std::vector<HeldoutIntegral> all_fresh3() {
  constexpr int draws = 3;
  std::vector<HeldoutIntegral> all;
  for (int kind = 0; kind < nkinds; ++kind)
    for (const int ndim : {2, 3, 4, 5, 6, 9})
      for (int number = 0; number < draws; ++number) {
        Draws draw(static_cast<std::uint64_t>(((300 + kind) * 10 + ndim) * 10 + number));
        all.push_back(drawn(draw, kind, ndim));
        all.back().id = std::string("fresh3_") + kind_names[kind] + "_d0" + std::to_string(ndim) +
                        "_" + std::to_string(number);
      }
  for (HeldoutIntegral &one : all) one.integral.id = one.id.c_str();
  return all;
}

}  // namespace

const std::vector<HeldoutIntegral> &fresh3_integrals() {
  static const std::vector<HeldoutIntegral> all = all_fresh3();
  return all;
}

}  // namespace cuboid_test
