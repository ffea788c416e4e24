/* divonne_cpu LIBRARY NCOMP NEVAL: one call of the Divonne that a shared library exports as Cuba
 * does, with the first NCOMP of the eleven functions of Cuba's demonstration in 3 dimensions and an
 * accuracy that is out of reach, and the evaluations that it has counted.  LIBRARY -: NEVAL calls
 * of the integrand and nothing else.  For a program that counts instructions: divonne_cpu.sh. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ndim = 3, most = 11 };

typedef int (*integrand_t)(const int *, const double[], const int *, double[], void *);
typedef void (*divonne_t)(int, int, integrand_t, void *, int, double, double, int, int, int, int,
                          int, int, int, int, double, double, double, int, int, double[], int,
                          void *, const char *, void *, int *, int *, int *, double[], double[],
                          double[]);

static int demonstration(const int *axes, const double p[], const int *ncomp, double f[],
                         void *userdata) {
  const double x = p[0], y = p[1], z = p[2], pi = 3.14159265358979323846;
  const double square = x * x + y * y + z * z;
  const double all[most] = {
      sin(x) * cos(y) * exp(z),
      1 / ((x + y) * (x + y) + .003) * cos(y) * exp(z),
      1 / (3.75 - cos(pi * x) - cos(pi * y) - cos(pi * z)),
      fabs(square - .125),
      exp(-square),
      1 / (1 - x * y * z + 1e-10),
      sqrt(fabs(x - y - z)),
      exp(-x * y * z),
      x * x / (cos(x + y + z + 1) + 5),
      x > .5 ? 1 / sqrt(x * y * z + 1e-5) : sqrt(x * y * z),
      square < 1 ? 1.0 : 0.0,
  };
  (void)axes;
  (void)userdata;
  memcpy(f, all, (size_t)*ncomp * sizeof *f);
  return 0;
}

static int call_alone(int ncomp, int count) {
  double sum = 0, f[most];
  const int axes = ndim;
  for (int i = 0; i < count; ++i) {
    const double x[ndim] = {(i + .5) / count, .5, .9};
    demonstration(&axes, x, &ncomp, f, NULL);
    sum += f[0];
  }
  printf("%d\n", count);
  return !(sum > 0);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  const int ncomp = atoi(argv[2]), maxeval = atoi(argv[3]);
  if (ncomp < 1 || ncomp > most) return 2;
  if (strcmp(argv[1], "-") == 0) return call_alone(ncomp, maxeval);
  setenv("CUBACORES", "0", 1);
  void *library = dlopen(argv[1], RTLD_LAZY);
  divonne_t divonne = NULL;
  void *const symbol = library == NULL ? NULL : dlsym(library, "Divonne");
  if (symbol == NULL) {
    fprintf(stderr, "divonne_cpu: %s\n", dlerror());
    return 2;
  }
  memcpy(&divonne, &symbol, sizeof divonne);
  double integral[most], error[most], prob[most];
  int nregions, neval, fail;
  divonne(ndim, ncomp, demonstration, NULL, 1, 1e-8, 1e-12, 0, 0, 0, maxeval, 47, 1, 1, 5, 0, 10,
          .25, 0, ndim, NULL, 0, NULL, NULL, NULL, &nregions, &neval, &fail, integral, error, prob);
  printf("%d\n", neval);
  return fail < 0;
}
