/* Inner integrals, as C sees them. */
#include "cuboid_quad.h"

#include <math.h>
#include <stdio.h>

static int failures = 0;

static void right(cuboid_quad_result found, double expected, int most, const char *what) {
  const double off = fabs(found.value - expected);
  if (found.converged && off <= 1e-10 * fabs(expected) && off <= found.error &&
      found.evaluations <= most)
    return;
  printf("%s: %.17g(%.2g) instead of %.17g, converged %d, %d evaluations\n", what, found.value,
         found.error, expected, found.converged, found.evaluations);
  ++failures;
}

/* Not claimed, with an error that says so. */
static void refused(cuboid_quad_result found, double expected, const char *what) {
  if (!found.converged && (isinf(expected) ? found.error > 1e10 * fabs(found.value)
                                           : fabs(found.value - expected) <= found.error))
    return;
  printf("%s: %.17g(%.2g) instead of %.17g, converged %d\n", what, found.value, found.error,
         expected, found.converged);
  ++failures;
}

static double cosine(double x, void *context) {
  return cos(*(const double *)context * x);
}
static double power(double x, void *context) {
  return pow(x, *(const double *)context);
}
static double upper_power(double x, void *context) {
  return pow(1 - x, *(const double *)context);
}
static double logarithm(double x, void *context) {
  (void)context;
  return log(x);
}
static double kink(double x, void *context) {
  return fabs(x - *(const double *)context);
}
static double jump(double x, void *context) {
  return x > *(const double *)context;
}
static double gamma_like(double x, void *context) {
  return pow(x, *(const double *)context) * exp(-x);
}
static double cauchy(double x, void *context) {
  (void)context;
  return 1 / (1 + x * x);
}
static double gaussian(double x, void *context) {
  const double z = x - *(const double *)context;
  return exp(-z * z);
}
static double sinc(double x, void *context) {
  (void)context;
  return sin(x) / x;
}

static void check_finite(void) {
  const double eps = 1e-10;
  double a = 1;
  right(cuboid_quad_kronrod(cosine, &a, 0, 1, 0, eps), sin(1.), 21, "cos x");
  right(cuboid_quad_kronrod(cosine, &a, 1, 0, 0, eps), -sin(1.), 21, "cos x in falling limits");
  right(cuboid_quad_tanh_sinh(cosine, &a, 0, 1, 0, eps), sin(1.), 65, "cos x by tanh-sinh");
  a = 50;
  right(cuboid_quad_kronrod(cosine, &a, 0, 1, 0, eps), sin(50.) / 50, 400, "cos 50 x");
  a = 0.3;
  right(cuboid_quad_kronrod(kink, &a, 0, 1, 0, eps), 0.29, 1000, "|x - .3|");
  refused(cuboid_quad_tanh_sinh(kink, &a, 0, 1, 0, eps), 0.29, "|x - .3| by tanh-sinh");
  a = 0.37;
  right(cuboid_quad_kronrod(jump, &a, 0, 1, 0, eps), 0.63, 1500, "a jump");
  a = -0.5;
  right(cuboid_quad_tanh_sinh(power, &a, 0, 1, 0, eps), 2, 65, "x^-1/2");
  right(cuboid_quad_tanh_sinh(power, &a, 1, 0, 0, eps), -2, 65, "x^-1/2 in falling limits");
  right(cuboid_quad_tanh_sinh(power, &a, 0, 4, 0, eps), 4, 65, "x^-1/2 to 4");
  refused(cuboid_quad_kronrod(power, &a, 0, 1, 0, eps), 2, "x^-1/2 by pairs");
  refused(cuboid_quad_tanh_sinh(upper_power, &a, 0, 1, 0, eps), 2, "(1 - x)^-1/2");
  right(cuboid_quad_tanh_sinh(logarithm, NULL, 0, 1, 0, eps), -1, 65, "log x");
  a = -0.8;
  right(cuboid_quad_tanh_sinh(power, &a, 0, 1, 0, eps), 5, 130, "x^-.8");
  a = -0.9;
  refused(cuboid_quad_tanh_sinh(power, &a, 0, 1, 0, eps), 10, "x^-.9");
  a = -1;
  refused(cuboid_quad_tanh_sinh(power, &a, 0, 1, 0, eps), INFINITY, "1/x");
}

static void check_infinite(void) {
  const double eps = 1e-10;
  double a = -0.5;
  right(cuboid_quad_exp_sinh(gamma_like, &a, 0, 1, 0, eps), tgamma(0.5), 200, "x^-1/2 exp(-x)");
  right(cuboid_quad_exp_sinh(cauchy, NULL, 0, 1, 0, eps), atan(1.) * 2, 50, "1/(1 + x^2)");
  right(cuboid_quad_exp_sinh(cauchy, NULL, 0, -1, 0, eps), atan(1.) * 2, 50,
        "1/(1 + x^2) from minus infinity");
  right(cuboid_quad(cauchy, NULL, -INFINITY, INFINITY, 0, eps), atan(1.) * 4, 100, "Cauchy");
  right(cuboid_quad(cauchy, NULL, INFINITY, -INFINITY, 0, eps), -atan(1.) * 4, 100,
        "Cauchy in falling limits");
  right(cuboid_quad(cauchy, NULL, -1, 1, 0, eps), atan(1.) * 2, 100, "1/(1 + x^2) in (-1, 1)");
  a = 1;
  right(cuboid_quad(gaussian, &a, -INFINITY, INFINITY, 0, eps), sqrt(atan(1.) * 4), 800,
        "a Gaussian");
  a = -1.5;
  right(cuboid_quad(power, &a, 1, INFINITY, 0, eps), 2, 200, "x^-3/2 from 1");
  a = -1.01;
  refused(cuboid_quad(power, &a, 1, INFINITY, 0, eps), 100, "x^-1.01 from 1");
  a = -1;
  refused(cuboid_quad(power, &a, 1, INFINITY, 0, eps), INFINITY, "1/x from 1");
  refused(cuboid_quad(sinc, NULL, 0, INFINITY, 0, eps), atan(1.) * 2, "sin x / x");
}

static double of_zero(double x, void *context) {
  (void)context;
  return 0 * x;
}

int main(void) {
  check_finite();
  check_infinite();
  right(cuboid_quad_tanh_sinh(of_zero, NULL, 0, 1, 0, 1e-10), 0, 65, "0");
  right(cuboid_quad_kronrod(of_zero, NULL, 0, 1, 0, 1e-10), 0, 21, "0 by pairs");
  return failures > 0;
}
