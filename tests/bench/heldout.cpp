// Each integrand is a sum or product of functions of one coordinate, or a function of a weighted
// sum, so that its integral is a closed form of integrals in one dimension.
#include "heldout.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>

#include "draws.hpp"

namespace cuboid_test {

// The text between the next line and the last one of the namespace is C: a GPU gets it as it is.
namespace {

/* The factor and the term of one axis, with the three parameters q. */
void heldout_axis(int kind, const double *q, double y, double *product, double *sum) {
  switch (kind) {
    case 0: /* indicator of a box; 1: on a background */
    case 1:
      *product *= y > q[0] && y < q[1] ? 1 : 0;
      break;
    case 2: /* exponential below a corner */
      *product *= y < q[0] ? exp(q[1] * y) : 0;
      break;
    case 3: /* sum of kinks */
      *sum += q[1] * fabs(y - q[0]);
      break;
    case 4: /* product of kinks */
      *product *= fabs(y - q[0]);
      break;
    case 5: /* exponential of kinks */
      *sum += q[1] * fabs(y - q[0]);
      break;
    case 6: /* monomial; 7: product of orthogonal polynomials on a background */
      *product *= q[0] == 0 ? 1 : pow(y, q[0]);
      break;
    case 7: {
      const double t = 2 * y - 1;
      *product *= q[0] == 0   ? 1
                  : q[0] == 1 ? t
                  : q[0] == 2 ? 1.5 * t * t - .5
                  : q[0] == 3 ? t * (2.5 * t * t - 1.5)
                              : (35 * t * t - 30) * t * t / 8 + .375;
      break;
    }
    case 8: /* power singularity */
      if (q[1] > 0) *product *= y == q[0] ? 0 : pow(fabs(y - q[0]), -q[1]);
      break;
    case 9: /* Gaussian; 10: on a background */
    case 10:
      *sum += .5 * (y - q[0]) * (y - q[0]) / (q[1] * q[1]);
      break;
    case 11: /* peak at a corner */
      *product *= 1 / ((y + q[1]) * (y + q[1]));
      break;
    case 12: /* peak inside */
      *product *= q[1] / (q[1] * q[1] + (y - q[0]) * (y - q[0]));
      break;
    case 13: /* wave; 14: product of waves */
      *sum += q[1] * y;
      break;
    case 14:
      *product *= 1 + q[2] * cos(q[1] * y + q[0]);
      break;
    case 15: /* jump across the diagonal; 16: kink across it */
    case 16:
      *sum += q[0] == 0 ? y : 1 - y;
      break;
    case 17: /* stairs */
      *product *= y > q[0] ? 1 + q[1] : 1;
      break;
    case 18: /* jump where the product of the coordinates has a value; 19: kink there */
    case 19:
      *product *= y;
      break;
    case 20: /* density of a beta distribution */
      *product *= pow(y, q[0]) * pow(1 - y, q[1]);
      break;
    default: /* Gaussian on a wide one */
      *sum += .5 * (y - q[0]) * (y - q[0]) / (q[1] * q[1]);
      *product *= exp(-.5 * (y - q[2]) * (y - q[2]) / .1);
  }
}

int heldout(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  /* What is done, and three parameters an axis. */
  const double *p = (const double *)userdata;
  const int kind = (int)p[0];
  const double height = p[1];
  double product = 1, sum = 0;
  int d;
  (void)ncomp;
  for (d = 0; d < *ndim; ++d) heldout_axis(kind, p + 2 + 3 * d, x[d], &product, &sum);
  if (kind == 3)
    f[0] = sum;
  else if (kind == 5 || kind == 9 || kind == 10)
    f[0] = exp(-sum);
  else if (kind == 13)
    f[0] = 1 + height * cos(sum);
  else if (kind == 18)
    f[0] = product < height ? 1 : 0;
  else if (kind == 19)
    f[0] = fabs(product - height);
  else if (kind == 21)
    f[0] = product + height * exp(-sum);
  else if (kind == 15 || kind == 16)
    f[0] = sum > height ? 0 : kind == 15 ? 1 : height - sum;
  else
    f[0] = product;
  if (kind == 1 || kind == 7 || kind == 10) f[0] = 1 + height * f[0];
  return 0;
}

}  // namespace

namespace {

constexpr int nkinds = 22;
const char *const kind_names[nkinds] = {
    "box",        "step_box",   "corner_step", "kink_sum",  "kink_product", "kink_exp",
    "monomial",   "legendre",   "power",       "gauss",     "bump",         "corner_peak",
    "inner_peak", "wave",       "waves",       "half_jump", "half_kink",    "stairs",
    "level_jump", "level_kink", "beta",        "two_gauss"};

/// 8 to 12 degrees in all, if there are axes enough for no more than `most` each.
void draw_degrees(Draws &draw, int ndim, int most, double *axis) {
  const int total = std::min(8 + draw.below(5), most * ndim);
  for (int placed = 0; placed < total;) {
    double &degree = axis[3 * draw.below(ndim)];
    if (degree >= most) continue;
    ++degree;
    ++placed;
  }
}

/// What all axes of an integral have in common.
struct Shape {
  int ndim;
  double volume, side, width;  ///< so that what is inside does not shrink to nothing
  double hardness;
  int singular_axes;
  double power;
  bool inside;
};

void draw_axis(Draws &draw, int kind, const Shape &shape, int axis, double *q) {
  const int ndim = shape.ndim;
  switch (kind) {
    case 0:
    case 1:
      q[0] = draw(0, 1 - shape.side);
      q[1] = q[0] + shape.side;
      break;
    case 2:
      q[0] = std::pow(shape.volume, draw(.5, 1.5) / ndim);
      q[0] = q[0] < .98 ? q[0] : .98;
      q[1] = draw(0, shape.hardness);
      break;
    case 3:
    case 5:
      q[0] = draw(.05, .95);
      q[1] = draw(.2, 1) * shape.hardness;
      break;
    case 4:
      q[0] = draw(.1, .9);
      break;
    case 8:
      q[0] = shape.inside ? draw(.05, .95) : 0;
      q[1] = axis < shape.singular_axes ? shape.power : 0;
      break;
    case 9:
    case 10:
      q[0] = draw(.1, .9);
      q[1] = shape.width * draw(.7, 1.4);
      break;
    case 11:
      q[1] = draw(.05, 1);
      break;
    case 12:
      q[0] = draw(.1, .9);
      q[1] = shape.width * draw(.7, 1.4);
      break;
    case 13:
      q[1] = draw(.2, 1) * 2 * shape.hardness;
      break;
    case 14:
      q[0] = draw(0, 2 * M_PI);
      q[1] = std::pow(10., draw(0, 2));
      q[2] = draw(.1, .9);
      break;
    case 15:
    case 16:
      q[0] = draw.below(2);
      break;
    case 17:
      q[0] = draw(.05, .95);
      q[1] = draw(-1, 2);
      break;
    case 20:
      q[0] = draw(.5, 6);
      q[1] = draw(.5, 6);
      break;
    case 21:
      q[0] = draw(.1, .9);
      q[1] = shape.width * draw(.7, 1.4);
      q[2] = draw(.1, .9);
      break;
    default:
      break;
  }
}

std::vector<double> drawn(Draws &draw, int kind, int ndim) {
  std::vector<double> p(2 + 3 * static_cast<std::size_t>(ndim), 0.);
  p[0] = kind;
  p[1] = std::pow(10., draw(-1, 1));
  if (kind == 13) p[1] = draw(.2, 2);
  if (kind == 15 || kind == 16) p[1] = draw(.3, .7) * ndim;
  if (kind == 18 || kind == 19) p[1] = std::exp(-ndim * draw(.5, 1.5));
  Shape shape{};
  shape.ndim = ndim;
  shape.volume = std::pow(10., draw(kind < 2 ? -4.5 : -2, -.1));
  shape.side = std::pow(shape.volume, 1. / ndim);
  shape.width = std::pow(10., draw(-9, 0) / ndim) / 2.5;
  shape.hardness = draw(.02, 1) * 25 / ndim;
  shape.singular_axes = 1 + draw.below(ndim);
  shape.power = draw.below(2) == 0 ? .5 : .65;
  shape.inside = draw.below(2) == 0;
  if (kind == 6 || kind == 7) draw_degrees(draw, ndim, kind == 7 ? 4 : 1 + draw.below(12), &p[2]);
  for (int d = 0; d < ndim; ++d)
    draw_axis(draw, kind, shape, d, &p[2 + 3 * static_cast<std::size_t>(d)]);
  return p;
}

double gauss_integral(double centre, double width) {
  const double root = width * std::sqrt(2.);
  return width * std::sqrt(M_PI / 2) * (std::erf((1 - centre) / root) + std::erf(centre / root));
}

/// Probability that the sum of n exponential variables is above x.
double gamma_tail(int n, double x) {
  double sum = 0, term = std::exp(-x);
  for (int k = 0; k < n; ++k, term *= x / k) sum += term;
  return sum;
}

/// Of the factor, or the term, of one axis.
double axis_integral(int kind, const double *q) {
  const double c = q[0], a = q[1];
  const auto power = [&](double length) { return std::pow(length, 1 - a) / (1 - a); };
  switch (kind) {
    case 0:
    case 1:
      return q[1] - q[0];
    case 2:
      return std::expm1(a * c) / a;
    case 3:
      return a * (c * c + (1 - c) * (1 - c)) / 2;
    case 4:
      return (c * c + (1 - c) * (1 - c)) / 2;
    case 5:
      return -(std::expm1(-a * c) + std::expm1(-a * (1 - c))) / a;
    case 6:
      return 1 / (c + 1);
    case 7:
      return c == 0 ? 1 : 0;
    case 8:
      return a > 0 ? power(c) + power(1 - c) : 1;
    case 9:
    case 10:
    case 21:
      return gauss_integral(c, a);
    case 11:
      return 1 / a - 1 / (1 + a);
    case 12:
      return std::atan((1 - c) / a) + std::atan(c / a);
    case 17:
      return 1 + a * (1 - c);
    case 20:
      return std::exp(std::lgamma(c + 1) + std::lgamma(a + 1) - std::lgamma(c + a + 2));
    case 14:
      return 1 + q[2] * (std::sin(a + c) - std::sin(c)) / a;
    default:
      return 2 * std::sin(a / 2) / a;
  }
}

/// Integral of (height - sum of x)^power where that is positive: the distribution of Irwin and
/// Hall for power 0.
double below_diagonal(int ndim, double height, int power) {
  long double sum = 0, sign = 1;
  for (int k = 0; k <= ndim && k < height; ++k, sign = -sign)
    sum += sign * std::pow(static_cast<long double>(height) - k, ndim + power) /
           std::tgamma(k + 1.L) / std::tgamma(ndim - k + 1.L);
  return static_cast<double>(sum * std::tgamma(ndim + 1.L) / std::tgamma(ndim + power + 1.L));
}

double value_of(int ndim, const std::vector<double> &p) {
  const int kind = static_cast<int>(p[0]);
  if (kind == 15 || kind == 16) return below_diagonal(ndim, p[1], kind - 15);
  if (kind == 18 || kind == 19) {
    const double height = p[1];
    const double below = gamma_tail(ndim, -std::log(height));
    if (kind == 18) return below;
    const double mean = std::pow(2., -ndim);
    return mean - height + 2 * (height * below - mean * gamma_tail(ndim, -2 * std::log(height)));
  }
  double product = 1, sum = 0, half = 0, wide = 1;
  for (int d = 0; d < ndim; ++d) {
    const double *q = &p[2 + 3 * static_cast<std::size_t>(d)];
    const double one = axis_integral(kind, q);
    product *= one;
    wide *= kind == 21 ? gauss_integral(q[2], std::sqrt(.1)) : 1;
    sum += one;
    half += q[1] / 2;
  }
  if (kind == 3) return sum;
  if (kind == 21) return wide + p[1] * product;
  if (kind == 13) return 1 + p[1] * product * std::cos(half);
  return kind == 1 || kind == 7 || kind == 10 ? 1 + p[1] * product : product;
}

/// Of what lies on no background, axis by axis.
double support_of(int ndim, const std::vector<double> &p) {
  const int kind = static_cast<int>(p[0]);
  // Those carry less than the whole cube only beyond a factor of a few.
  if (kind == 3 || kind == 7 || (kind >= 13 && kind < 20)) return 1;
  double support = 1;
  for (int d = 0; d < ndim; ++d) {
    std::vector<double> one{static_cast<double>(kind == 1                  ? 0
                                                : kind == 10 || kind == 21 ? 9
                                                                           : kind),
                            1};
    one.insert(one.end(), &p[2 + 3 * static_cast<std::size_t>(d)],
               &p[2 + 3 * static_cast<std::size_t>(d)] + 3);
    constexpr int npoints = 2000;
    const int n = 1;
    double sum = 0, squares = 0, f = 0;
    for (int i = 0; i < npoints; ++i) {
      const double x = (i + .5) / npoints;
      heldout(&n, &x, &n, &f, one.data());
      sum += std::fabs(f);
      squares += f * f;
    }
    support *= squares > 0 ? sum * sum / squares / npoints : 1. / npoints;
  }
  return support;
}

std::vector<HeldoutIntegral> all_heldout() {
  constexpr int draws = 2;
  std::vector<HeldoutIntegral> all;
  for (const char half : {'a', 'b'})
    for (int kind = 0; kind < nkinds; ++kind)
      for (const int ndim : {2, 3, 4, 5, 6, 7, 8, 10, 12})
        for (int number = 0; number < draws; ++number) {
          Draws draw(static_cast<std::uint64_t>(((half - 'a') * 100 + kind) * 100 + ndim) * 1000 +
                     static_cast<std::uint64_t>(number));
          HeldoutIntegral one;
          one.userdata = drawn(draw, kind, ndim);
          one.id = std::string("heldout_") + half + "_" + kind_names[kind] +
                   (ndim < 10 ? "_d0" : "_d") + std::to_string(ndim) + "_" + std::to_string(number);
          one.support = support_of(ndim, one.userdata);
          const double value = value_of(ndim, one.userdata);
          one.integral = {nullptr,
                          ndim,
                          1,
                          std::vector<double>(ndim, 0.),
                          std::vector<double>(ndim, 1.),
                          heldout,
                          {value},
                          std::fabs(value) + (kind == 13 ? one.userdata[1] : 0) +
                              (kind == 7 ? one.userdata[1] : 0),
                          {}};
          all.push_back(one);
        }
  for (HeldoutIntegral &one : all) one.integral.id = one.id.c_str();
  return all;
}

}  // namespace

const std::vector<HeldoutIntegral> &heldout_integrals() {
  static const std::vector<HeldoutIntegral> all = all_heldout();
  return all;
}

}  // namespace cuboid_test
