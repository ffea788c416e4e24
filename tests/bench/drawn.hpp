// Integrals that are drawn anew from each seed: something smaller upon something smooth, both
// products of functions of one axis with known integrals; and thin rings.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace cuboid_test {

/// A function of one axis, about a place and of a width, and its integral over [0, 1].
struct Factor {
  enum Kind { gauss, lorentz, tent, box, wave, slope } kind;
  double place, width;

  double operator()(double x) const {
    const double t = (x - place) / width;
    switch (kind) {
      case gauss:
        return std::exp(-.5 * t * t);
      case lorentz:
        return 1 / (1 + t * t);
      case tent:
        return std::fmax(1 - std::fabs(t), 0.);
      case box:
        return std::fabs(t) < 1 ? 1 : 0;
      case wave:
        return 1 + .5 * std::cos(t);
      default:
        return std::exp(-t);
    }
  }

  double integral() const { return primitive(1) - primitive(0); }

 private:
  double primitive(double x) const {
    const double t = (x - place) / width;
    const double inside = std::fmin(std::fmax(t, -1.), 1.);
    switch (kind) {
      case gauss:
        return width * std::sqrt(M_PI / 2) * std::erf(t * M_SQRT1_2);
      case lorentz:
        return width * std::atan(t);
      case tent:
        return width * (inside - .5 * inside * std::fabs(inside));
      case box:
        return width * inside;
      case wave:
        return width * (t + .5 * std::sin(t));
      default:
        return -width * std::exp(-t);
    }
  }
};

struct DrawnIntegral {
  std::string family;
  int ndim;
  std::function<double(const double *)> function;  ///< on the unit cube
  double value;
  double support;  ///< part of the cube that has what is hidden
};

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : generator_(seed) {}

  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(generator_() >> 11) * 0x1p-53;
  }
  double logarithmic(double low, double high) {
    return std::exp(uniform(std::log(low), std::log(high)));
  }

  /// A bump of a kind on a ground of a kind, in ndim dimensions: of 1e-4 to a half of the cube, and
  /// of a thousandth to the tenfold of the ground's integral.
  DrawnIntegral upon(Factor::Kind bump, int ground, int ndim) {
    const double part = logarithmic(1e-4, .5);
    const double side = std::pow(part, 1. / ndim);
    std::vector<Factor> top, below;
    for (int d = 0; d < ndim; ++d) {
      const double width = side * uniform(.7, 1.4) / (bump == Factor::gauss ? 2.5 : 2);
      top.push_back({bump, uniform(0, 1), width});
      if (ground == 1) below.push_back({Factor::slope, 0, uniform(.5, 4)});
      if (ground == 2) below.push_back({Factor::wave, uniform(0, 1), uniform(.1, 1)});
      if (ground == 3) below.push_back({Factor::gauss, uniform(.2, .8), uniform(.3, 1)});
    }
    double of_top = 1, of_below = 1;
    for (const Factor &one : top) of_top *= one.integral();
    for (const Factor &one : below) of_below *= one.integral();
    const double height = logarithmic(1e-3, 10) * of_below / of_top;
    static const char *const bumps[] = {"gauss", "lorentz", "tent", "box"};
    static const char *const grounds[] = {"constant", "slope", "wave", "hill"};
    return {std::string(bumps[bump]) + "_on_" + grounds[ground], ndim,
            [top, below, height](const double *x) {
              double upper = height, lower = 1;
              for (std::size_t d = 0; d < top.size(); ++d) upper *= top[d](x[d]);
              for (std::size_t d = 0; d < below.size(); ++d) lower *= below[d](x[d]);
              return upper + lower;
            },
            of_below + height * of_top, part};
  }

  /// A normal density of the distance from the origin, a two-thousandth to a fiftieth wide.
  DrawnIntegral ring(int ndim) {
    const double width = logarithmic(5e-4, 2e-2);
    const double radius = uniform(.3, .9 - 6 * width);
    const double exact = M_PI / 2 * (ndim == 2 ? radius : radius * radius + width * width);
    return {"ring", ndim,
            [=](const double *x) {
              double squares = 0;
              for (int d = 0; d < ndim; ++d) squares += x[d] * x[d];
              const double t = (std::sqrt(squares) - radius) / width;
              return std::exp(-.5 * t * t) / (width * std::sqrt(2 * M_PI));
            },
            exact, width};
  }

  /// |x - a|^-p, of which little is left between two numbers, times a slope along other axes.
  DrawnIntegral power(int ndim) {
    const double place = uniform(.1, .9), p = uniform(.4, .85);
    const double exact = (std::pow(place, 1 - p) + std::pow(1 - place, 1 - p)) / (1 - p) *
                         std::pow(-std::expm1(-1.), ndim - 1);
    return {"power", ndim,
            [=](const double *x) {
              double sum = 0;
              for (int d = 1; d < ndim; ++d) sum += x[d];
              const double distance = std::fabs(x[0] - place);
              return distance > 0 ? std::pow(distance, -p) * std::exp(-sum) : 0;
            },
            exact, 1};
  }

 private:
  std::mt19937_64 generator_;
};

/// `draws` of each family and number of dimensions.
inline std::vector<DrawnIntegral> drawn_integrals(std::uint64_t seed, int draws) {
  Draws of(seed);
  std::vector<DrawnIntegral> all;
  for (int draw = 0; draw < draws; ++draw) {
    for (const Factor::Kind bump : {Factor::gauss, Factor::lorentz, Factor::tent, Factor::box})
      for (int ground = 0; ground < 4; ++ground)
        for (const int ndim : {2, 3, 5, 7}) all.push_back(of.upon(bump, ground, ndim));
    for (int i = 0; i < 5; ++i) {
      for (const int ndim : {2, 3}) all.push_back(of.ring(ndim));
      for (const int ndim : {1, 2, 3}) all.push_back(of.power(ndim));
    }
  }
  return all;
}

}  // namespace cuboid_test
