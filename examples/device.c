/* A program for Cuba that runs on a GPU where there is one.  It hands the text of its own file to
 * the library, which compiles the integrand in it for the GPU and leaves out the rest.
 *
 *   cc device.c -lcuba -lcuboid -lm -o device && ./device device.c
 *
 * Without a GPU the same call runs on the host.  Exit status 0: the results are right. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cuba.h"
#include "cuboid.h"
#include "text_of.h"

#define NDIM 4

/* A Gaussian in 4 dimensions. */
struct parameters {
  double centre[NDIM];
  double width;
};

static double square(double v) {
  return v * v;
}

static int gaussian(const int *ndim, const cubareal x[], const int *ncomp, cubareal f[],
                    void *userdata) {
  const struct parameters *p = userdata;
  double r2 = 0;
  int d;
  (void)ncomp;
  for (d = 0; d < *ndim; ++d) r2 += square((x[d] - p->centre[d]) / p->width);
  f[0] = exp(-r2 / 2);
  return 0;
}

static double true_value(const struct parameters *p) {
  const double scale = sqrt(2.0) * p->width;
  double product = 1;
  int d;
  for (d = 0; d < NDIM; ++d)
    product *= sqrt(acos(-1.0) / 2) * p->width *
               (erf((1 - p->centre[d]) / scale) + erf(p->centre[d] / scale));
  return product;
}

int main(int argc, char **argv) {
  struct parameters p = {{0.3, 0.4, 0.5, 0.6}, 0.2};
  cuboid_integrand *device = NULL;
  const char *description = NULL;
  int nregions, neval, fail, wrong = 0, round;
  double integral[1], error[1], prob[1];
  char *text = argc == 2 ? text_of(argv[1]) : NULL;
  if (text == NULL) {
    fprintf(stderr, "usage: %s device.c\n", argv[0]);
    return 2;
  }

  /* The two added calls. */
  if (cuboid_integrand_from_cuda_source(&device, NDIM, 1, text, "gaussian", NULL, sizeof p) != 0 ||
      cuboid_register((cuboid_function)gaussian, device) != 0) {
    fprintf(stderr, "%s\n", cuboid_last_error());
    return 1;
  }
  cuboid_integrand_free(device);
  free(text);
  if (cuboid_device(&description) == 0)
    printf("on %s\n", description);
  else
    printf("on the host: %s\n", cuboid_last_error());

  /* As before.  The parameters are copied at each call. */
  for (round = 0; round < 2; ++round, p.width /= 2) {
    Cuhre(NDIM, 1, gaussian, &p, 1, 1e-6, 1e-12, 0, 0, 5000000, 0, NULL, NULL, &nregions, &neval,
          &fail, integral, error, prob);
    printf("width %.2f: %.12f +- %.1e, true value %.12f, %d evaluations\n", p.width, integral[0],
           error[0], true_value(&p), neval);
    if (fail != 0) printf("fail %d: %s\n", fail, cuboid_last_error());
    wrong += fail != 0 || !(fabs(integral[0] - true_value(&p)) <= 1e-6 * true_value(&p));
  }
  return wrong != 0;
}
