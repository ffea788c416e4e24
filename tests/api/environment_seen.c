/* Prints the variables of the environment that the library has seen. */
#include <stddef.h>

#include "cuba.h"

static int one(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  (void)ndim, (void)x, (void)ncomp, (void)userdata;
  f[0] = 1;
  return 0;
}

int main(void) {
  int nregions, neval, fail;
  double integral, error, prob;
  Cuhre(2, 1, one, NULL, 1, 1e-3, 0, 0, 0, 1000, 0, NULL, NULL, &nregions, &neval, &fail, &integral,
        &error, &prob);
  return fail;
}
