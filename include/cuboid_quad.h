/* Integrals over one variable inside an integrand, on the host and on a GPU.
 *
 * An inner integral is a function of its variable and of a context, which has what else it needs:
 *
 *   static double inner(double t, void *context) {
 *     const double *x = (const double *)context;
 *     return exp(-x[0] * t) / sqrt(t);
 *   }
 *
 *   static int f(const int *ndim, const double x[], const int *ncomp, double out[], void *userdata)
 * { double context[1]; context[0] = x[0]; out[0] = cuboid_quad_tanh_sinh(inner, context, 0, 1, 0,
 * 1e-10).value; return 0;
 *   }
 *
 * Which of them:
 *   cuboid_quad_kronrod    finite limits; smooth, or with kinks and jumps
 *   cuboid_quad_tanh_sinh  finite limits; singular at one or both, as a logarithm or a power
 *   cuboid_quad_exp_sinh   from a limit to infinity, or to minus infinity
 *   cuboid_quad            any limits: the first and the last of these
 *
 * All of them stop where error <= epsabs or error <= epsrel |value|.  Limits may fall.  What lies
 * nearer to a singular limit than numbers do is part of the error: put the limit at 0.  Values that
 * are not finite count as 0 in the last two, and make the result of the first NaN.
 *
 * The outer integral is only as smooth as the inner one is accurate: ask for two digits more.
 *
 * No memory is taken but 1.3 KB of the stack.  This header stands alone, in C99, C++ and CUDA,
 * where it needs no library. */
#ifndef CUBOID_QUAD_H
#define CUBOID_QUAD_H

#ifdef __CUDACC__
#define CUBOID_QUAD_FUNCTION static __host__ __device__ inline
#else
#define CUBOID_QUAD_FUNCTION static inline
#endif
#ifndef __CUDACC_RTC__
#include <math.h>
#endif

typedef double (*cuboid_quad_function)(double x, void *context);

typedef struct cuboid_quad_result {
  double value;
  double error; /* estimate, above what is usual */
  int evaluations;
  int converged; /* 1: the error is as small as asked for */
} cuboid_quad_result;

/* Pieces that cuboid_quad_kronrod has at most, each with limits, value and error. */
#define CUBOID_QUAD_PIECES 40

/* Halvings of the step of the double exponential rules. */
#define CUBOID_QUAD_LEVELS 7

CUBOID_QUAD_FUNCTION int cuboid_quad_is_done(double value, double error, double epsabs,
                                             double epsrel) {
  return error <= epsabs || error <= epsrel * fabs(value);
}

/* The pair of Gauss and Kronrod with 10 and 21 points, and the error of QUADPACK (R. Piessens and
 * others, Springer 1983). */
CUBOID_QUAD_FUNCTION void cuboid_quad_rule(cuboid_quad_function f, void *context, double *piece) {
  const double nodes[11] = {0.99565716302580808073552728068900,
                            0.97390652851717172007796401208445,
                            0.93015749135570822600120718005951,
                            0.86506336668898451073209668842349,
                            0.78081772658641689706371757834504,
                            0.67940956829902440623432736511487,
                            0.56275713466860468333900009927269,
                            0.43339539412924719079926594316578,
                            0.29439286270146019813112660310387,
                            0.14887433898163121088482600112972,
                            0};
  const double kronrod[11] = {
      0.011694638867371874278064396062192, 0.032558162307964727478818972459390,
      0.054755896574351996031381300244580, 0.075039674810919952767043140916190,
      0.093125454583697605535065465083366, 0.109387158802297641899210590325805,
      0.123491976262065851077958109831074, 0.134709217311473325928054001771707,
      0.142775938577060080797094273138717, 0.147739104901338491374841515972068,
      0.149445554002916905664936468389821};
  const double gauss[5] = {0.066671344308688137593568809893332, 0.149451349150580593145776339657697,
                           0.219086362515982043995534934228163, 0.269266719309996355091226921569469,
                           0.295524224714752870173892994651338};
  const double centre = piece[0] + 0.5 * (piece[1] - piece[0]), half = 0.5 * (piece[1] - piece[0]);
  double below[11], above[11], sum = 0, of_gauss = 0, size = 0, spread = 0, error, ratio;
  int i;
  for (i = 0; i < 11; ++i) {
    below[i] = f(centre - half * nodes[i], context);
    above[i] = i < 10 ? f(centre + half * nodes[i], context) : 0;
    sum += kronrod[i] * (below[i] + above[i]);
    size += kronrod[i] * (fabs(below[i]) + fabs(above[i]));
    if (i % 2 == 1) of_gauss += gauss[i / 2] * (below[i] + above[i]);
  }
  for (i = 0; i < 11; ++i)
    spread += kronrod[i] * (fabs(below[i] - 0.5 * sum) + (i < 10 ? fabs(above[i] - 0.5 * sum) : 0));
  error = fabs(sum - of_gauss);
  if (spread > 0 && error > 0) {
    ratio = 200 * error / spread;
    ratio *= sqrt(ratio);
    error = ratio < 1 ? spread * ratio : spread;
  }
  if (error < 1.1e-14 * size) error = 1.1e-14 * size;
  piece[2] = half * sum;
  piece[3] = fabs(half) * error;
}

/* Halves the piece with the largest error, until there is no room for more. */
CUBOID_QUAD_FUNCTION cuboid_quad_result cuboid_quad_kronrod(cuboid_quad_function f, void *context,
                                                            double lower, double upper,
                                                            double epsabs, double epsrel) {
  double pieces[CUBOID_QUAD_PIECES][4], middle;
  cuboid_quad_result result;
  int count = 1, worst, i;
  pieces[0][0] = lower;
  pieces[0][1] = upper;
  cuboid_quad_rule(f, context, pieces[0]);
  result.evaluations = 21;
  for (;;) {
    result.value = result.error = 0;
    worst = 0;
    for (i = 0; i < count; ++i) {
      result.value += pieces[i][2];
      result.error += pieces[i][3];
      if (pieces[i][3] > pieces[worst][3]) worst = i;
    }
    result.converged = cuboid_quad_is_done(result.value, result.error, epsabs, epsrel);
    if (result.converged || count == CUBOID_QUAD_PIECES || !(result.error < 1e300)) return result;
    middle = pieces[worst][0] + 0.5 * (pieces[worst][1] - pieces[worst][0]);
    pieces[count][0] = middle;
    pieces[count][1] = pieces[worst][1];
    pieces[worst][1] = middle;
    cuboid_quad_rule(f, context, pieces[worst]);
    cuboid_quad_rule(f, context, pieces[count++]);
    result.evaluations += 42;
  }
}

/* One term of a double exponential rule at t (H. Takahasi and M. Mori, Publ. RIMS 9 (1974) 721):
 * the value times dx/dt; 0 and *inside = 0 where x cannot be told from a limit.  edge: |value|
 * times the distance from the limit, or of an infinite one from 0; at: the logarithm of this
 * distance. */
CUBOID_QUAD_FUNCTION double cuboid_quad_term(cuboid_quad_function f, void *context, double lower,
                                             double width, int infinite, double t, int *inside,
                                             double *edge, double *at) {
  const double half_pi = 1.5707963267948966, up = exp(t), down = 1 / up;
  const double q = half_pi * 0.5 * (up - down);
  double slope = half_pi * 0.5 * (up + down), small, distance, x, value;
  *at = infinite ? q : -2 * fabs(q);
  if (infinite) {
    distance = exp(q);
    x = lower + width * distance;
    slope *= distance;
    *inside = distance > 1e-100 && distance < 1e100 && x != lower;
  } else {
    small = exp(-2 * fabs(q));
    distance = small / (1 + small);
    slope *= 2 * distance / (1 + small);
    x = q < 0 ? lower + width * distance : lower + width - width * distance;
    *inside = distance > 1e-100 && x != lower && x != lower + width;
  }
  if (!*inside) return 0;
  value = f(x, context);
  if (!(fabs(value) < 1e300)) value = 0;
  *edge = fabs(value * distance);
  return value * slope;
}

/* What lies beyond the last point, if the integrand is a power of the distance there: edges and
 * the logarithms of the distances of the last point and the one before. */
CUBOID_QUAD_FUNCTION double cuboid_quad_beyond(const double *edge, const double *at) {
  double exponent;
  if (edge[0] == 0) return 0;
  if (!(edge[0] < edge[1])) return 1e300;
  exponent = fabs(log(edge[0] / edge[1]) / (at[0] - at[1]));
  return 3 * (exponent < 1 ? edge[0] / exponent : edge[0]);
}

/* Sums over t = 0, +-step, +-2 step ..., of which each halving adds those between. */
CUBOID_QUAD_FUNCTION cuboid_quad_result cuboid_quad_double_exponential(cuboid_quad_function f,
                                                                       void *context, double lower,
                                                                       double width, int infinite,
                                                                       double epsabs,
                                                                       double epsrel) {
  double sum = 0, size = 0, step = 1, last = 0, drop = 0, before, term, edge, place, t;
  double edges[2][2], at[2][2]; /* of both sides: of the last point, and of the one before */
  cuboid_quad_result result;
  int level, side, inside, k;
  edges[0][0] = edges[0][1] = edges[1][0] = edges[1][1] = 0;
  at[0][0] = at[0][1] = at[1][0] = at[1][1] = 0;
  result.value = result.error = 0;
  result.evaluations = result.converged = 0;
  for (level = 0; level <= CUBOID_QUAD_LEVELS; ++level, step *= 0.5) {
    for (side = 0; side < 2; ++side)
      for (k = level == 0 ? side : 1;; k += level == 0 ? 1 : 2) {
        t = side == 0 ? k * step : -k * step;
        edge = 0;
        term = cuboid_quad_term(f, context, lower, width, infinite, t, &inside, &edge, &place);
        if (!inside) break;
        ++result.evaluations;
        sum += term;
        size += fabs(term);
        edges[side][1] = edges[side][0];
        edges[side][0] = edge;
        at[side][1] = at[side][0];
        at[side][0] = place;
      }
    before = last;
    last = width * step * sum;
    if (level < 2) {
      drop = fabs(last - before);
      continue;
    }
    /* The number of right digits doubles where the integrand is analytic between the limits. */
    t = fabs(width) * step * size;
    edge = fabs(last - before);
    result.error =
        edge <= 10 * drop * (t > 0 ? sqrt(drop / t) : 1) ? 10 * edge * sqrt(edge / t) : edge;
    if (!(result.error <= edge)) result.error = edge;
    drop = edge;
    for (side = 0; side < 2; ++side)
      result.error += fabs(width) * cuboid_quad_beyond(edges[side], at[side]);
    result.error += 1.1e-14 * t;
    result.value = last;
    result.converged = cuboid_quad_is_done(result.value, result.error, epsabs, epsrel);
    if (result.converged) break;
  }
  return result;
}

CUBOID_QUAD_FUNCTION cuboid_quad_result cuboid_quad_tanh_sinh(cuboid_quad_function f, void *context,
                                                              double lower, double upper,
                                                              double epsabs, double epsrel) {
  return cuboid_quad_double_exponential(f, context, lower, upper - lower, 0, epsabs, epsrel);
}

/* From the limit to infinity, or, with sign = -1, from minus infinity to it. */
CUBOID_QUAD_FUNCTION cuboid_quad_result cuboid_quad_exp_sinh(cuboid_quad_function f, void *context,
                                                             double limit, int sign, double epsabs,
                                                             double epsrel) {
  cuboid_quad_result result =
      cuboid_quad_double_exponential(f, context, limit, sign < 0 ? -1 : 1, 1, epsabs, epsrel);
  if (sign < 0) result.value = -result.value;
  return result;
}

/* Limits may be INFINITY and -INFINITY. */
CUBOID_QUAD_FUNCTION cuboid_quad_result cuboid_quad(cuboid_quad_function f, void *context,
                                                    double lower, double upper, double epsabs,
                                                    double epsrel) {
  const double largest = 1.7976931348623157e308;
  cuboid_quad_result result, other;
  if (lower > upper) {
    result = cuboid_quad(f, context, upper, lower, epsabs, epsrel);
    result.value = -result.value;
    return result;
  }
  if (lower >= -largest && upper <= largest)
    return cuboid_quad_kronrod(f, context, lower, upper, epsabs, epsrel);
  if (lower >= -largest) return cuboid_quad_exp_sinh(f, context, lower, 1, epsabs, epsrel);
  if (upper <= largest) return cuboid_quad_exp_sinh(f, context, upper, -1, epsabs, epsrel);
  result = cuboid_quad_exp_sinh(f, context, 0, 1, 0.5 * epsabs, epsrel);
  other = cuboid_quad_exp_sinh(f, context, 0, -1, 0.5 * epsabs, epsrel);
  result.value += other.value;
  result.error += other.error;
  result.evaluations += other.evaluations;
  result.converged = cuboid_quad_is_done(result.value, result.error, epsabs, epsrel);
  return result;
}

#endif
