/* A program written for Cuba: integrates exp(-x - y) with both routines and checks the values. */
#include <math.h>
#include <stdio.h>

#include "cuba.h"

static int integrand(const int *ndim, const cubareal x[], const int *ncomp, cubareal f[],
                     void *userdata) {
  (void)ndim;
  (void)ncomp;
  f[0] = *(const double *)userdata * exp(-x[0] - x[1]);
  return 0;
}

static int misses(const char *routine, int fail, double value, double error, double allowed) {
  const double exact = 2 * pow(1 - exp(-1.0), 2);
  const int wrong = fail != 0 || !(fabs(value - exact) <= allowed);
  printf("%s: %.12f +- %.2e, exact %.12f, fail %d%s\n", routine, value, error, exact, fail,
         wrong ? "  WRONG" : "");
  return wrong;
}

int main(void) {
  double factor = 2, value, error, prob;
  int nregions, neval, fail, wrong;

  cubacores(0, 0);
  Cuhre(2, 1, integrand, &factor, 1, 1e-9, 1e-12, 0, 0, 50000, 0, NULL, NULL, &nregions, &neval,
        &fail, &value, &error, &prob);
  wrong = misses("Cuhre", fail, value, error, 1e-9);
  Vegas(2, 1, integrand, &factor, 1, 1e-3, 1e-12, 0, 0, 0, 50000, 1000, 500, 1000, 0, NULL, NULL,
        &neval, &fail, &value, &error, &prob);
  wrong += misses("Vegas", fail, value, error, 3e-3);
  return wrong;
}
