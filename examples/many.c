/* A correlation function at many distances r in one call: xi(r) is the integral over k from 0 to
 * infinity of k^2 exp(-k^2) sin(k r) / (k r), which is sqrt(pi) / 4 exp(-r^2 / 4). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cuboid.h"

enum { number_of_distances = 1000 };

static int spectrum(const int *ndim, const double k[], const int *ncomp, double f[],
                    void *userdata) {
  const double kr = k[0] * *(const double *)userdata;
  (void)ndim;
  (void)ncomp;
  f[0] = k[0] * k[0] * exp(-k[0] * k[0]) * (kr > 0 ? sin(kr) / kr : 1);
  return 0;
}

/* Number of the values that are not right. */
static int count_wrong(const cuboid_many *many, const double r[]) {
  int wrong = 0;
  for (int i = 0; i < number_of_distances; ++i) {
    const double exact = sqrt(acos(-1)) / 4 * exp(-r[i] * r[i] / 4);
    wrong += !(fabs(cuboid_many_value(many)[i] - exact) <= 1e-8);
  }
  return wrong;
}

int main(void) {
  double r[number_of_distances];
  for (int i = 0; i < number_of_distances; ++i) r[i] = 0.006 * i;

  cuboid_integrand *integrand;
  cuboid_options *options;
  cuboid_many *many;
  const double lower = 0;
  const double upper = INFINITY;
  if (cuboid_integrand_create(&integrand, 1, 1, spectrum, NULL) != 0 ||
      cuboid_options_create(&options) != 0) {
    fprintf(stderr, "%s\n", cuboid_last_error());
    return 1;
  }
  /* The function only reads its arguments: several threads may call it. */
  cuboid_integrand_set_thread_safe(integrand, 1);
  cuboid_options_set_real(options, "epsrel", 0);
  cuboid_options_set_real(options, "epsabs", 1e-9);
  /* Integral i gets the address of r[i] as its userdata; the box is the same for all. */
  const int status = cuboid_integrate_many(integrand, number_of_distances, &lower, &upper, 0, r,
                                           sizeof r[0], options, &many);
  if (status < 0) {
    fprintf(stderr, "%s\n", cuboid_last_error());
    return 1;
  }
  printf("%s with %s\n", cuboid_many_message(many), cuboid_many_method(many));
  const int wrong = count_wrong(many, r);
  cuboid_many_free(many);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return status != 0 || wrong != 0;
}
