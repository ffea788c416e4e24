/* The classic demonstration of the Cuba library: eleven three-dimensional integrands, integrated by
 * every routine, as a program that was written for Cuba would do it.
 *
 * One table comes out, with the known values of the integrals beside the results.  The exit status
 * is 0 if every result is as accurate as it claims to be, and 1 if one is not.
 *
 *   cc demo.c -lcuba -lm -o demo && ./demo
 */
#define _POSIX_C_SOURCE 199309L

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cuba.h"

#define NDIM 3
#define NCOMP 1
#define NVEC 1
#define EPSREL 1e-3
#define EPSABS 1e-12
#define FLAGS 0
#define LAST 4
#define SEED 0
#define MINEVAL 0
#define MAXEVAL 1000000
#define STATEFILE NULL
#define SPIN NULL

/* Vegas */
#define NSTART 1000
#define NINCREASE 500
#define NBATCH 1000
#define GRIDNO 0

/* Suave */
#define NNEW 10000
#define NMIN 2
#define FLATNESS 25.

/* Divonne */
#define KEY1 47
#define KEY2 1
#define KEY3 1
#define MAXPASS 5
#define BORDER 0.
#define MAXCHISQ 10.
#define MINDEVIATION .25
#define NGIVEN 0
#define LDXGIVEN NDIM
#define NEXTRA 0

/* Cuhre */
#define KEY 0

static const double pi = 3.14159265358979323846;

/* ---- the integrands ---- */

typedef double (*formula_t)(double x, double y, double z);

static double product(double x, double y, double z) {
  return sin(x) * cos(y) * exp(z);
}

static double ridge(double x, double y, double z) {
  return 1 / ((x + y) * (x + y) + .003) * cos(y) * exp(z);
}

static double lattice(double x, double y, double z) {
  return 1 / (3.75 - cos(pi * x) - cos(pi * y) - cos(pi * z));
}

static double shell(double x, double y, double z) {
  return fabs(x * x + y * y + z * z - .125);
}

static double gaussian(double x, double y, double z) {
  return exp(-x * x - y * y - z * z);
}

static double corner(double x, double y, double z) {
  return 1 / (1 - x * y * z + 1e-10);
}

static double fold(double x, double y, double z) {
  return sqrt(fabs(x - y - z));
}

static double exponential(double x, double y, double z) {
  return exp(-x * y * z);
}

static double wave(double x, double y, double z) {
  return x * x / (cos(x + y + z + 1) + 5);
}

static double cliff(double x, double y, double z) {
  return x > .5 ? 1 / sqrt(x * y * z + 1e-5) : sqrt(x * y * z);
}

static double ball(double x, double y, double z) {
  return x * x + y * y + z * z < 1 ? 1 : 0;
}

/* The values are known to 25 digits.  hard_for names the routines that cannot be expected to reach
 * EPSREL.  The ball has a curved jump, which Cuhre resolves only by splitting every region along
 * it; ten million evaluations would not be enough.  Divonne plans its samples from the range of the
 * integrand in each region, and says in fail about how many were too few. */
static const struct {
  const char *name;
  formula_t formula;
  double value;
  const char *hard_for;
} problems[] = {
    {"sin(x) cos(y) exp(z)", product, 0.6646696797813772684452141, ""},
    {"cos(y) exp(z)/((x+y)^2+.003)", ridge, 5.268520088375838461131261, ""},
    {"1/(3.75-cos pi x-...y-...z)", lattice, 0.3078074096213368199218137, ""},
    {"|x^2+y^2+z^2-.125|", shell, 0.8773140015302908157536541, ""},
    {"exp(-x^2-y^2-z^2)", gaussian, 0.4165383858866381696096602, ""},
    {"1/(1-xyz+1e-10)", corner, 1.202056902995100878845769, ""},
    {"sqrt|x-y-z|", fold, 0.7096158856369341249838865, "Divonne"},
    {"exp(-xyz)", exponential, 0.8912127981113023760698579, ""},
    {"x^2/(cos(x+y+z+1)+5)", wave, 0.08018556505241011988932267, ""},
    {"x>.5: 1/sqrt(xyz+1e-5)", cliff, 2.396243764258940145274919, ""},
    {"x^2+y^2+z^2 < 1", ball, 0.5235987755982988730771072, "Divonne Cuhre"},
};

static int integrand(const int *ndim, const double x[], const int *ncomp, double f[],
                     void *userdata) {
  const formula_t *formula = userdata;
  (void)ndim;
  (void)ncomp;
  f[0] = (*formula)(x[0], x[1], x[2]);
  return 0;
}

/* ---- the routines ---- */

struct outcome {
  int neval, fail;
  double value, error, prob;
};

static void vegas(formula_t formula, struct outcome *out) {
  Vegas(NDIM, NCOMP, integrand, &formula, NVEC, EPSREL, EPSABS, FLAGS, SEED, MINEVAL, MAXEVAL,
        NSTART, NINCREASE, NBATCH, GRIDNO, STATEFILE, SPIN, &out->neval, &out->fail, &out->value,
        &out->error, &out->prob);
}

/* LAST: the last samples of each region only.  Their mean with earlier, smaller sets is too low. */
static void suave(formula_t formula, struct outcome *out) {
  int nregions;
  Suave(NDIM, NCOMP, integrand, &formula, NVEC, EPSREL, EPSABS, FLAGS | LAST, SEED, MINEVAL,
        MAXEVAL, NNEW, NMIN, FLATNESS, STATEFILE, SPIN, &nregions, &out->neval, &out->fail,
        &out->value, &out->error, &out->prob);
}

static void divonne(formula_t formula, struct outcome *out) {
  int nregions;
  Divonne(NDIM, NCOMP, integrand, &formula, NVEC, EPSREL, EPSABS, FLAGS, SEED, MINEVAL, MAXEVAL,
          KEY1, KEY2, KEY3, MAXPASS, BORDER, MAXCHISQ, MINDEVIATION, NGIVEN, LDXGIVEN, NULL, NEXTRA,
          NULL, STATEFILE, SPIN, &nregions, &out->neval, &out->fail, &out->value, &out->error,
          &out->prob);
}

/* LAST: the sum over the present regions.  Without it, Cuhre averages that sum over its steps as if
 * they were independent, and its errors come out too small. */
static void cuhre(formula_t formula, struct outcome *out) {
  int nregions;
  Cuhre(NDIM, NCOMP, integrand, &formula, NVEC, EPSREL, EPSABS, FLAGS | LAST, MINEVAL, MAXEVAL, KEY,
        STATEFILE, SPIN, &nregions, &out->neval, &out->fail, &out->value, &out->error, &out->prob);
}

/* error_is_sigma: the error is one standard deviation, so the result may be off by a few of them.
 */
static const struct {
  const char *name;
  void (*run)(formula_t formula, struct outcome *out);
  int error_is_sigma;
} routines[] = {
    {"Vegas", vegas, 1},
    {"Suave", suave, 1},
    {"Divonne", divonne, 1},
    {"Cuhre", cuhre, 0},
};

/* ---- the table ---- */

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

/* A converged cubature result has to keep the requested accuracy; every other result has to lie
 * within five of its errors.  Written so that NaN does not pass. */
static int is_accurate(const struct outcome *out, double truth, int error_is_sigma) {
  const double requested = fmax(EPSREL * fabs(truth), EPSABS);
  const double allowed = error_is_sigma || out->fail != 0 ? 5 * out->error : requested;
  return fabs(out->value - truth) <= allowed;
}

int main(void) {
  const int nproblems = (int)(sizeof problems / sizeof problems[0]);
  const int nroutines = (int)(sizeof routines / sizeof routines[0]);
  int i, r, wrong = 0;

  printf(
      "Eleven integrals over the unit cube, called from C: relative accuracy %g, at most %d "
      "evaluations\n\n",
      EPSREL, MAXEVAL);
  printf("%-30s%-9s%15s%12s%15s%10s%9s\n", "integrand", "routine", "value", "error", "true value",
         "neval", "time/ms");
  for (i = 0; i < nproblems; ++i) {
    for (r = 0; r < nroutines; ++r) {
      const int may_stop = strstr(problems[i].hard_for, routines[r].name) != NULL;
      const double truth = problems[i].value;
      struct outcome out;
      double start, time;
      int good;

      start = milliseconds();
      routines[r].run(problems[i].formula, &out);
      time = milliseconds() - start;

      good = (out.fail == 0 || (out.fail > 0 && may_stop)) &&
             is_accurate(&out, truth, routines[r].error_is_sigma);
      wrong += !good;
      printf("%-30s%-9s%15.10f%12.2e%15.10f%10d%9.2f", problems[i].name, routines[r].name,
             out.value, out.error, truth, out.neval, time);
      if (out.fail == 1) {
        printf("  stopped at maxeval");
      } else if (out.fail > 1) {
        printf("  short of %d evaluations", out.fail);
      } else if (out.fail != 0) {
        printf("  fail %d", out.fail);
      }
      printf("%s\n", good ? "" : "  WRONG");
    }
  }
  printf("\n%d of %d results are as accurate as they claim to be\n", nproblems * nroutines - wrong,
         nproblems * nroutines);
  return wrong != 0;
}
