// A product of smooth functions of one coordinate, the ground, and upon it the height times a
// product of narrow ones, so that the integral is a closed form of integrals in one dimension.
#include "tuning.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "draws.hpp"

namespace cuboid_test {

namespace {

enum Ground {
  constant,
  exponential,
  parabola,
  cosine,
  hill,
  fraction,
  nground,
  singular = nground
};
enum Feature { gauss, box, tent, lump, lorentz, nfeatures };
const char *const feature_names[nfeatures] = {"gauss", "box", "tent", "lump", "lorentz"};

/// What userdata holds: what is done, and how high the feature is;
struct Head {
  double ground, feature, height;
};

/// and for each axis the steepness of the ground, the centre of the feature, and half its width; an
/// infinite one: the feature does not depend on this axis.
struct Axis {
  double steepness, centre, width;
};

double ground_at(int kind, double a, double y) {
  switch (kind) {
    case exponential:
      return std::exp(-a * y);
    case parabola:
      return 1 + a * y * y;
    case cosine:
      return std::cos(a * (y - .4) / 3);
    case hill:
      return std::exp(-a * (y - .4) * (y - .4));
    case fraction:
      return 1 / (1 + a * y);
    case singular:
      return y == .3 ? 0 : std::pow(std::fabs(y - .3), -a);
    default:
      return 1;
  }
}

double ground_integral(int kind, double a) {
  const double root = std::sqrt(a);
  switch (kind) {
    case exponential:
      return -std::expm1(-a) / a;
    case parabola:
      return 1 + a / 3;
    case cosine:
      return 3 / a * (std::sin(.2 * a) + std::sin(.4 / 3 * a));
    case hill:
      return std::sqrt(M_PI) / 2 / root * (std::erf(.6 * root) + std::erf(.4 * root));
    case fraction:
      return std::log1p(a) / a;
    case singular:
      return (std::pow(.3, 1 - a) + std::pow(.7, 1 - a)) / (1 - a);
    default:
      return 1;
  }
}

/// t: in widths from the centre.
double feature_at(int kind, double t) {
  switch (kind) {
    case gauss:
      return std::exp(-4 * t * t);
    case box:
      return std::fabs(t) < 1 ? 1 : 0;
    case tent:
      return std::max(1 - std::fabs(t), 0.);
    case lump:
      return std::fabs(t) < 1 ? .5 + .5 * std::cos(M_PI * t) : 0;
    default:
      return 1 / ((1 + t * t) * (1 + t * t));
  }
}

/// From the centre to t.
double feature_integral(int kind, double t) {
  const double inside = std::clamp(t, -1., 1.);
  switch (kind) {
    case gauss:
      return std::sqrt(M_PI) / 4 * std::erf(2 * t);
    case box:
      return inside;
    case tent:
      return inside - std::copysign(inside * inside / 2, inside);
    case lump:
      return .5 * inside + .5 * std::sin(M_PI * inside) / M_PI;
    default:
      return .5 * (t / (1 + t * t) + std::atan(t));
  }
}

int tuning(const int *ndim, const double x[], const int *, double f[], void *userdata) {
  const auto *head = static_cast<const Head *>(userdata);
  const auto *axis = reinterpret_cast<const Axis *>(head + 1);
  double ground = 1;
  double feature = head->height;
  for (int d = 0; d < *ndim; ++d) {
    ground *= ground_at(static_cast<int>(head->ground), axis[d].steepness, x[d]);
    if (std::isfinite(axis[d].width))
      feature *=
          feature_at(static_cast<int>(head->feature), (x[d] - axis[d].centre) / axis[d].width);
  }
  f[0] = ground + feature;
  return 0;
}

/// The part of the cube that the feature fills is 1e-7 to 0.3 of it; one of three runs along an
/// axis or more.
HeldoutIntegral drawn(Draws &draw, int ground, int feature, int ndim) {
  const double volume = std::pow(10., draw(-7, -.5));
  const int narrow = draw(0, 3) < 1 ? 1 + static_cast<int>(draw(0, ndim - 1)) : ndim;
  const double side = std::pow(volume, 1. / narrow);
  std::vector<double> numbers{static_cast<double>(ground), static_cast<double>(feature),
                              std::pow(10., draw(-1, 1.5))};
  const double steepness = std::pow(10., draw(-1, 1));
  double whole = 1;
  double part = numbers[2];
  for (int d = 0; d < ndim; ++d) {
    const double a = steepness * draw(.5, 1);
    whole *= ground_integral(ground, a);
    // Half as wide as a box, and twice as wide as a tent or a lump.
    const double width = d < narrow ? std::min(.5 * side * draw(.8, 1.25), .5) : INFINITY;
    const double centre = draw(width < .5 ? width : .5, width < .5 ? 1 - width : .5);
    if (d < narrow)
      part *= width * (feature_integral(feature, (1 - centre) / width) -
                       feature_integral(feature, -centre / width));
    numbers.insert(numbers.end(), {a, centre, width});
  }
  HeldoutIntegral one;
  one.userdata = numbers;
  one.support = volume;
  one.integral = {nullptr,
                  ndim,
                  1,
                  std::vector<double>(static_cast<std::size_t>(ndim), 0.),
                  std::vector<double>(static_cast<std::size_t>(ndim), 1.),
                  tuning,
                  {whole + part},
                  whole + part,
                  {}};
  return one;
}

/// Powers below .75 on one axis or more, and no feature.
HeldoutIntegral drawn_singular(Draws &draw, int ndim) {
  std::vector<double> numbers{singular, box, 0};
  double value = 1;
  const int rough = 1 + static_cast<int>(draw(0, ndim));
  for (int d = 0; d < ndim; ++d) {
    const double a = d < rough ? draw(.1, .75) : 0;
    value *= ground_integral(singular, a);
    numbers.insert(numbers.end(), {a, .5, INFINITY});
  }
  HeldoutIntegral one;
  one.userdata = numbers;
  one.support = 1;
  const auto n = static_cast<std::size_t>(ndim);
  one.integral = {nullptr, ndim,  1, std::vector<double>(n, 0.), std::vector<double>(n, 1.), tuning,
                  {value}, value, {}};
  return one;
}

std::vector<HeldoutIntegral> all_tuning() {
  std::vector<HeldoutIntegral> all;
  for (int ground = 0; ground < nground; ++ground)
    for (int feature = 0; feature < nfeatures; ++feature)
      for (const int ndim : {2, 3, 4, 5, 6, 8})
        for (int number = 0; number < 3; ++number) {
          Draws draw(
              static_cast<std::uint64_t>(((ground * 10 + feature) * 10 + ndim) * 10 + number));
          all.push_back(drawn(draw, ground, feature, ndim));
          all.back().id = std::string("tuning_") + feature_names[feature] + "_" +
                          std::to_string(ground) + "_d0" + std::to_string(ndim) + "_" +
                          std::to_string(number);
        }
  for (int ndim = 2; ndim < 8; ++ndim)
    for (int number = 0; number < 4; ++number) {
      Draws draw(static_cast<std::uint64_t>(100000 + 10 * ndim + number));
      all.push_back(drawn_singular(draw, ndim));
      all.back().id = "tuning_power_d0" + std::to_string(ndim) + "_" + std::to_string(number);
    }
  for (HeldoutIntegral &one : all) one.integral.id = one.id.c_str();
  return all;
}

}  // namespace

const std::vector<HeldoutIntegral> &tuning_integrals() {
  static const std::vector<HeldoutIntegral> all = all_tuning();
  return all;
}

}  // namespace cuboid_test
