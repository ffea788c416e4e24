// Products of functions of one coordinate, and functions of a weighted sum of all coordinates or of
// the largest one, so that each integral is a closed form.
#include "fresh.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "draws.hpp"

namespace cuboid_test {

// The text between the next line and the last one of this namespace goes to a GPU as it is.
namespace {

enum Kind {
  oblique_jump,   ///< a step where a weighted sum has a value, on a constant
  oblique_kink,   ///< what the weighted sum is above a value
  simplex_peak,   ///< Genz's corner peak: of the weighted sum, at any corner
  oblique_wave,   ///< cosine of the weighted sum, on a constant
  ridge,          ///< narrow, across the diagonal of two axes, on a product of exponentials
  largest_power,  ///< of the largest coordinate: kinks on all diagonals
  corner_layer,   ///< product of steep exponentials from a corner, on a constant
  student_peak,   ///< product of Student's densities of three degrees, narrow, on a parabola
  two_peaks,      ///< products of 1 / cosh^2, at two places, on a linear function
  folded_waves,   ///< product of absolute values of cosines: many kinks
  log_power,      ///< product of x^-p log(1/x)
  inner_power,    ///< product of |x - c|^-p
  staircase,      ///< product of steps of several heights
  wave_product,   ///< product of waves of up to six periods
  nkinds
};
/// What userdata holds: the kind, a height and a place or size;
struct Head {
  double kind, height, place;
};

/// and three parameters for each axis.
struct Axis {
  double a, b, c;
};

/// Genz's corner peak turned to another corner, if `turned` is set.
double from_corner(double turned, double y) {
  return turned > 0 ? 1 - y : y;
}

double square_of_sech(double t) {
  const double e = exp(-fabs(t));
  const double sech = 2 * e / (1 + e * e);
  return sech * sech;
}

constexpr double pi = 3.14159265358979323846;

double student(double t) {
  return 1 / ((1 + t * t) * (1 + t * t));
}

constexpr int max_steps = 4;

double steps(const Axis &axis, double y) {
  return 1 + axis.c * floor(axis.a * y + axis.b);
}

/// The factor of one axis.
double factor(int kind, const Axis &axis, double y) {
  switch (kind) {
    case corner_layer:
      return exp(-axis.a * from_corner(axis.b, y));
    case student_peak:
      return student((y - axis.b) / axis.a);
    case folded_waves:
      return fabs(cos(axis.a * pi * y + axis.b));
    case log_power:
      return axis.a == 0 ? 1 : y == 0 ? 0 : -pow(y, -axis.a) * log(y);
    case inner_power:
      return axis.a == 0 ? 1 : y == axis.b ? 0 : pow(fabs(y - axis.b), -axis.a);
    case staircase:
      return steps(axis, y);
    case wave_product:
      return 1 + axis.c * sin(axis.a * y + axis.b);
    default:
      return 1;
  }
}

double weighted_sum(int ndim, const Axis *axis, const double *x) {
  double sum = 0;
  for (int d = 0; d < ndim; ++d) sum += axis[d].a * from_corner(axis[d].b, x[d]);
  return sum;
}

/// Of the functions that are no products.
double of_all(int ndim, const Head &head, const Axis *axis, const double *x) {
  double product = 1;
  double other = 1;
  switch (static_cast<int>(head.kind)) {
    case oblique_jump:
      return 1 + (weighted_sum(ndim, axis, x) < head.place ? head.height : 0);
    case oblique_kink:
      return fmax(head.place - weighted_sum(ndim, axis, x), 0.);
    case simplex_peak:
      return pow(1 + weighted_sum(ndim, axis, x), -ndim - 1);
    case oblique_wave:
      return 1 + head.height * cos(head.place + weighted_sum(ndim, axis, x));
    case ridge: {
      const double t = head.height * (x[0] + x[1] - head.place);
      for (int d = 2; d < ndim; ++d) product *= exp(-axis[d].a * x[d]);
      return product / (1 + t * t);
    }
    case largest_power: {
      double largest = x[0];
      for (int d = 1; d < ndim; ++d) largest = fmax(largest, x[d]);
      return pow(largest, head.place);
    }
    default:  // two peaks
      for (int d = 0; d < ndim; ++d) {
        product *= square_of_sech((x[d] - axis[d].a) / head.place);
        other *= square_of_sech((x[d] - axis[d].b) / head.place);
      }
      return 1 + x[0] + head.height * (product + .5 * other);
  }
}

int fresh(const int *ndim, const double x[], const int *, double f[], void *userdata) {
  const auto &head = *static_cast<const Head *>(userdata);
  const auto *axis = reinterpret_cast<const Axis *>(&head + 1);
  const int kind = static_cast<int>(head.kind);
  if (kind <= largest_power || kind == two_peaks) {
    f[0] = of_all(*ndim, head, axis, x);
    return 0;
  }
  double product = 1;
  for (int d = 0; d < *ndim; ++d) product *= factor(kind, axis[d], x[d]);
  if (kind == corner_layer) product = 1 + head.height * product;
  if (kind == student_peak) product = 1 + x[0] * x[0] + head.height * product;
  f[0] = product;
  return 0;
}

}  // namespace

namespace {

const char *const kind_names[nkinds] = {
    "oblique_jump", "oblique_kink", "simplex_peak", "oblique_wave", "ridge",
    "max_power",    "corner_layer", "student",      "two_peaks",    "folded_waves",
    "log_power",    "inner_power",  "staircase",    "wave_product"};

Head drawn_head(Draws &draw, int kind, int ndim) {
  Head head{static_cast<double>(kind), draw.power_of_ten(-1, 1), 0};
  switch (kind) {
    case oblique_jump:
    case oblique_kink:
      head.place = draw(.25, .75);
      break;
    case oblique_wave:
      head.height = draw(.2, 2);
      head.place = draw(0, 2 * M_PI);
      break;
    case ridge:
      head.height = draw.power_of_ten(.5, 2.5);
      head.place = draw(.4, 1.6);
      break;
    case largest_power:
      head.place = draw(.5, 6);
      break;
    case two_peaks:
      // A part of 1e-4 to 0.1 of the cube.
      head.place = .5 * std::pow(draw.power_of_ten(-4, -1), 1. / ndim);
      break;
    default:
      break;
  }
  return head;
}

Axis drawn_axis(Draws &draw, int kind, int ndim, int number, double common) {
  switch (kind) {
    case oblique_jump:
    case oblique_kink:
      return {draw(.4, 1.6) / ndim, static_cast<double>(draw.below(2)), 0};
    case simplex_peak:
      return {draw(.3, 3) * common, static_cast<double>(draw.below(2)), 0};
    case oblique_wave:
      return {draw(1, 40) / ndim, static_cast<double>(draw.below(2)), 0};
    case ridge:
      return {draw(.1, 3), 0, 0};
    case corner_layer:
      return {draw.power_of_ten(.3, 2), static_cast<double>(draw.below(2)), 0};
    case student_peak:
      return {.6 * std::pow(common, 1. / ndim) * draw(.7, 1.4), draw(.15, .85), 0};
    case two_peaks:
      return {draw(.1, .9), draw(.1, .9), 0};
    case folded_waves:
      return {static_cast<double>(1 + draw.below(3)), draw(0, M_PI), 0};
    case log_power:
    case inner_power:
      return {number < 1 + static_cast<int>(common * ndim) ? draw(.05, .6) : 0, draw(.1, .9), 0};
    case staircase:
      return {draw(.5, max_steps), draw(0, 1), draw(-.2, 1)};
    case wave_product:
      return {2 * M_PI * draw(.2, 6), draw(0, 2 * M_PI), draw(.1, .9)};
    default:
      return {};
  }
}

/// Sum over the corners of the cube of g(weighted sum there), with the sign of their parity: times
/// 1 / product of the weights, the integral of a function of the weighted sum of which g is the
/// antiderivative as many times as there are axes.
template <class Antiderivative>
double over_corners(int ndim, const Axis *axis, const Antiderivative &g) {
  long double sum = 0;
  long double weights = 1;
  for (int d = 0; d < ndim; ++d) weights *= axis[d].a;
  for (unsigned corner = 0; corner < 1u << ndim; ++corner) {
    long double at = 0;
    int sign = 1;
    for (int d = 0; d < ndim; ++d)
      if ((corner >> d & 1u) != 0)
        at += axis[d].a;
      else
        sign = -sign;
    sum += sign * g(at);
  }
  return static_cast<double>(sum / weights);
}

/// Of max(t - weighted sum, 0)^power: with the sign of (t - s)^(n + power) under n integrations.
double below_plane(int ndim, const Axis *axis, double place, int power) {
  const long double factorials = std::tgamma(ndim + power + 1.L) / std::tgamma(power + 1.L);
  const double signed_sum = over_corners(ndim, axis, [&](long double s) {
    return s < place ? std::pow(place - s, static_cast<long double>(ndim + power)) / factorials
                     : 0.L;
  });
  return ndim % 2 == 0 ? signed_sum : -signed_sum;
}

double ridge_integral(int ndim, const Head &head, const Axis *axis) {
  // Twice the antiderivative of 1 / (1 + k^2 u^2).
  const auto g = [&](double u) {
    const double t = head.height * u;
    return (t * std::atan(t) - .5 * std::log1p(t * t)) / (head.height * head.height);
  };
  double value = g(2 - head.place) - 2 * g(1 - head.place) + g(-head.place);
  for (int d = 2; d < ndim; ++d) value *= -std::expm1(-axis[d].a) / axis[d].a;
  return value;
}

double wave_integral(int ndim, const Head &head, const Axis *axis) {
  double product = 1;
  double phase = head.place;
  for (int d = 0; d < ndim; ++d) {
    product *= std::sin(axis[d].a / 2) / (axis[d].a / 2);
    phase += axis[d].a / 2;
  }
  return 1 + head.height * product * std::cos(phase);
}

/// Integral of steps() over the unit interval.
double steps_integral(const Axis &axis) {
  double sum = 1;
  for (int k = 1; k <= max_steps + 1; ++k)
    sum += axis.c * std::clamp(1 - (k - axis.b) / axis.a, 0., 1.);
  return sum;
}

double factor_integral(int kind, const Axis &axis) {
  const double a = axis.a;
  const double b = axis.b;
  const auto of_student = [](double t) { return .5 * (t / (1 + t * t) + std::atan(t)); };
  switch (kind) {
    case corner_layer:
      return -std::expm1(-a) / a;
    case student_peak:
      return a * (of_student((1 - b) / a) + of_student(b / a));
    case folded_waves:
      return 2 / M_PI;
    case log_power:
      return a == 0 ? 1 : 1 / ((1 - a) * (1 - a));
    case inner_power:
      return a == 0 ? 1 : (std::pow(b, 1 - a) + std::pow(1 - b, 1 - a)) / (1 - a);
    case staircase:
      return steps_integral(axis);
    default:
      return 1 + axis.c * (std::cos(b) - std::cos(a + b)) / a;
  }
}

double two_peaks_integral(int ndim, const Head &head, const Axis *axis) {
  double product = 1;
  double other = 1;
  const auto one = [&](double centre) {
    return head.place * (std::tanh((1 - centre) / head.place) + std::tanh(centre / head.place));
  };
  for (int d = 0; d < ndim; ++d) {
    product *= one(axis[d].a);
    other *= one(axis[d].b);
  }
  return 1.5 + head.height * (product + .5 * other);
}

double value_of(int ndim, const Head &head, const Axis *axis) {
  const int kind = static_cast<int>(head.kind);
  switch (kind) {
    case oblique_jump:
      return 1 + head.height * below_plane(ndim, axis, head.place, 0);
    case oblique_kink:
      return below_plane(ndim, axis, head.place, 1);
    case simplex_peak: {
      const double signed_sum = over_corners(ndim, axis, [](long double s) { return 1 / (1 + s); });
      return (ndim % 2 == 0 ? signed_sum : -signed_sum) / std::tgamma(ndim + 1.);
    }
    case oblique_wave:
      return wave_integral(ndim, head, axis);
    case ridge:
      return ridge_integral(ndim, head, axis);
    case largest_power:
      return ndim / (ndim + head.place);
    case two_peaks:
      return two_peaks_integral(ndim, head, axis);
    default:
      break;
  }
  double product = 1;
  for (int d = 0; d < ndim; ++d) product *= factor_integral(kind, axis[d]);
  if (kind == corner_layer) return 1 + head.height * product;
  if (kind == student_peak) return 4. / 3 + head.height * product;
  return product;
}

HeldoutIntegral drawn(Draws &draw, int kind, int ndim) {
  const Head head = drawn_head(draw, kind, ndim);
  // Of the layers and peaks, the volume; of the powers, the part of the axes.
  const double common = kind == student_peak   ? draw.power_of_ten(-4, -.5)
                        : kind == simplex_peak ? 4. / (ndim + 2)
                                               : draw(0, 1);
  std::vector<Axis> axis;
  for (int d = 0; d < ndim; ++d) axis.push_back(drawn_axis(draw, kind, ndim, d, common));
  HeldoutIntegral one;
  one.userdata = {head.kind, head.height, head.place};
  for (const Axis &each : axis) one.userdata.insert(one.userdata.end(), {each.a, each.b, each.c});
  // Nothing of them is a needle.
  one.support = 1;
  const double value = value_of(ndim, head, axis.data());
  const auto n = static_cast<std::size_t>(ndim);
  // The waves on a constant are at most three times that.
  const double magnitude = kind == oblique_wave ? 1 + head.height : std::fabs(value);
  one.integral = {
      nullptr, ndim,      1, std::vector<double>(n, 0.), std::vector<double>(n, 1.), fresh,
      {value}, magnitude, {}};
  return one;
}

/// Four draws of each kind and number of dimensions, with the numbers from `first` on.
void add_draws(const std::string &set, const std::vector<int> &dimensions, int first,
               std::vector<HeldoutIntegral> &all) {
  for (int kind = 0; kind < nkinds; ++kind)
    for (const int ndim : dimensions)
      for (int number = first; number < first + 4; ++number) {
        Draws draw(static_cast<std::uint64_t>(((70 + kind) * 10 + ndim) * 10 + number));
        all.push_back(drawn(draw, kind, ndim));
        all.back().id =
            set + kind_names[kind] + "_d0" + std::to_string(ndim) + "_" + std::to_string(number);
      }
}

std::vector<HeldoutIntegral> all_fresh() {
  std::vector<HeldoutIntegral> all;
  add_draws("fresh_", {2, 3, 4, 5, 6, 8}, 0, all);
  add_draws("fresh2_", {2, 3, 4, 5, 6, 7}, 4, all);
  for (HeldoutIntegral &one : all) one.integral.id = one.id.c_str();
  return all;
}

}  // namespace

const std::vector<HeldoutIntegral> &fresh_integrals() {
  static const std::vector<HeldoutIntegral> all = all_fresh();
  return all;
}

}  // namespace cuboid_test
