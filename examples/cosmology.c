/* Stacked surface density of galaxy clusters in four bins of richness, a six-dimensional integral.
 *
 * A survey finds clusters by their richness lambda (the number of galaxies) and an estimate of
 * their redshift.  What it measures at the projected distance R of the cluster centres, summed over
 * the clusters with an estimated redshift between ZMIN and ZMAX and a richness in bin b, is
 *
 *   S_b = area int dz dV/dz int dlnM n(M,z) A(M) int_b dlnlambda P(lnlambda|M,z)
 *              int dzest P(zest|z) int dRoff P(Roff) int dphi/2pi profile(|R + Roff|)
 *
 * with the volume dV/dz, the mass function n, the amplitude A and profile of the surface density,
 * the scatter of richness about its mean and of the redshift estimate about the redshift, and the
 * distance Roff at azimuth phi by which the centre is missed.  Units: Mpc/h, Msun/h.
 *
 * This is how such programs use the Cuba library: tables are built once and travel in userdata, the
 * integrand takes up to 1000 points at once, and a state file saves the work of a run that is
 * killed.  Start the program again and it goes on, to the same numbers:
 *
 *   cc cosmology.c -lcuba -lm -o cosmology
 *   ./cosmology [vegas|cuhre] [--state FILE] [--crash-after N]
 *
 * --crash-after N kills the program after N evaluations of the integrand, for a test of just that.
 *
 * The true values come from the same tables by another route: three of the six integrals can be
 * done in closed form, and the others are sums of Gauss rules, cell by cell of the tables.  The
 * exit status is 0 if the integration agrees with them, 1 if not, 2 for wrong arguments.
 */
#define _POSIX_C_SOURCE 199309L

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuba.h"

#define NDIM 6
#define NBINS 4
#define NVEC 1000
#define EPSABS 0
#define SEED 0
#define MINEVAL 0
#define MAXEVAL 20000000

#define NZ 41 /* knots of the tables in redshift */
#define NM 49 /* knots of the tables in ln M */

static const double pi = 3.14159265358979323846;

/* Limits of the integration. */
static const double z_lower = 0.1, z_upper = 0.5;
static const double zest_lower = 0.2, zest_upper = 0.35;
static const double mass_lower = 3e13, mass_upper = 3e15;
static const double offset_upper = 8; /* in units of offset_scale */
static const double richness_edges[NBINS + 1] = {20, 30, 45, 60, 200};

/* The integrals, computed apart from this program: other code for the tables, a Gauss rule of ten
 * points in z and ln M, numerical integration over the azimuth. */
static const double known_value[NBINS] = {281.587271723, 136.656749996, 42.7218058827,
                                          28.7276390372};

/* The flat cosmology and the survey. */
static const double omega_m = 0.3, sigma8 = 0.8;
static const double hubble_distance = 2997.92458; /* c / (100 km/s), Mpc/h */
static const double critical_density = 2.77536627e11;
static const double area = 0.46; /* steradian, about 1500 square degrees */
static const double zest_scatter = 0.03;
static const double richness_scatter = 0.25;
static const double offset_scale = 0.15, core_radius = 0.2, radius = 0.5;

/* ---- tables ---- */

struct axis {
  int n;
  double lower, step;
};

/* Values at the knots of the axes: linear interpolation between them. */
struct table1 {
  struct axis x;
  double *value;
};

struct table2 {
  struct axis x, y;
  double *value; /* [x.n][y.n] */
};

static struct axis make_axis(int n, double lower, double upper) {
  struct axis axis;
  axis.n = n;
  axis.lower = lower;
  axis.step = (upper - lower) / (n - 1);
  return axis;
}

static double *allocate(int n) {
  double *values = malloc((size_t)n * sizeof *values);
  if (values == NULL) {
    fprintf(stderr, "not enough memory for the tables\n");
    exit(1);
  }
  return values;
}

/* Cell that holds x; *fraction is where in the cell, 0 to 1. */
static int locate(const struct axis *axis, double x, double *fraction) {
  const double position = (x - axis->lower) / axis->step;
  int cell = (int)position;
  if (cell < 0) cell = 0;
  if (cell > axis->n - 2) cell = axis->n - 2;
  *fraction = position - cell;
  return cell;
}

static double interpolate1(const struct table1 *table, double x) {
  double t;
  const double *v = table->value + locate(&table->x, x, &t);
  return v[0] + t * (v[1] - v[0]);
}

static double interpolate2(const struct table2 *table, double x, double y) {
  double t, u, low, high;
  const int i = locate(&table->x, x, &t);
  const double *v = table->value + i * table->y.n + locate(&table->y, y, &u);
  const double *w = v + table->y.n;
  low = v[0] + u * (v[1] - v[0]);
  high = w[0] + u * (w[1] - w[0]);
  return low + t * (high - low);
}

/* ---- the model ---- */

struct model {
  struct table1 volume;        /* dV/dz of the whole survey */
  struct table2 ln_abundance;  /* ln dn/dlnM of (z, ln M) */
  struct table2 mean_richness; /* mean of ln lambda at (z, ln M) */
  long long nevaluations, crash_after;
};

static double hubble(double z) {
  return sqrt(omega_m * pow(1 + z, 3) + 1 - omega_m);
}

/* Comoving distance in a flat universe, by Simpson's rule. */
static double distance(double z) {
  const int n = 200;
  double sum = 1 + 1 / hubble(z);
  int i;
  for (i = 1; i < n; ++i) sum += (i % 2 ? 4 : 2) / hubble(z * i / n);
  return hubble_distance * sum * z / (3 * n);
}

/* Growth of density fluctuations; Carroll, Press & Turner, ARA&A 30 (1992) 499, eq. 29. */
static double growth(double z) {
  const double matter = omega_m * pow(1 + z, 3) / pow(hubble(z), 2), vacuum = 1 - matter;
  const double g =
      2.5 * matter / (pow(matter, 4. / 7) - vacuum + (1 + matter / 2) * (1 + vacuum / 70));
  return g / (1 + z);
}

/* Abundance dn/dlnM of haloes; Tinker et al., ApJ 688 (2008) 709, eqs. 2 to 8 for an overdensity of
 * 200, with a power law for the variance of the density field. */
static double ln_abundance(double z, double ln_mass) {
  const double slope = 0.27, density = critical_density * omega_m;
  const double mass8 = 4 * pi / 3 * 512 * density;
  const double mass = exp(ln_mass);
  const double sigma = sigma8 * growth(z) / growth(0) * pow(mass / mass8, -slope);
  const double alpha = pow(10, -pow(0.75 / log10(200. / 75), 1.2));
  const double norm = 0.186 * pow(1 + z, -0.14), a = 1.47 * pow(1 + z, -0.06);
  const double b = 2.57 * pow(1 + z, -alpha), c = 1.19;
  const double f = norm * (pow(sigma / b, -a) + 1) * exp(-c / (sigma * sigma));
  return log(f * density / mass * slope);
}

static double mean_richness(double z, double ln_mass) {
  return log(40) + 0.74 * (ln_mass - log(3e14)) + 0.2 * log((1 + z) / 1.35);
}

/* Intrinsic and Poisson scatter of ln lambda about its mean. */
static double richness_sigma(double mean) {
  return sqrt(richness_scatter * richness_scatter + exp(-mean));
}

static double amplitude(double ln_mass) {
  return exp(2. / 3 * (ln_mass - log(1e14)));
}

/* Surface density at distance r of the true centre: the modified Hubble profile. */
static double profile(double r_squared) {
  return 1 / (1 + r_squared / (core_radius * core_radius));
}

static void build_tables(struct model *model) {
  const struct axis z = make_axis(NZ, z_lower, z_upper);
  const struct axis ln_mass = make_axis(NM, log(mass_lower), log(mass_upper));
  int i, j;

  model->volume.x = z;
  model->volume.value = allocate(NZ);
  model->ln_abundance.x = model->mean_richness.x = z;
  model->ln_abundance.y = model->mean_richness.y = ln_mass;
  model->ln_abundance.value = allocate(NZ * NM);
  model->mean_richness.value = allocate(NZ * NM);
  for (i = 0; i < NZ; ++i) {
    const double zi = z.lower + i * z.step;
    const double d = distance(zi);
    model->volume.value[i] = area * hubble_distance * d * d / hubble(zi);
    for (j = 0; j < NM; ++j) {
      const double mj = ln_mass.lower + j * ln_mass.step;
      model->ln_abundance.value[i * NM + j] = ln_abundance(zi, mj);
      model->mean_richness.value[i * NM + j] = mean_richness(zi, mj);
    }
  }
}

static void free_tables(struct model *model) {
  free(model->volume.value);
  free(model->ln_abundance.value);
  free(model->mean_richness.value);
}

/* ---- the integrand ---- */

static double normal(double x, double mean, double sigma) {
  const double t = (x - mean) / sigma;
  return exp(-t * t / 2) / (sigma * sqrt(2 * pi));
}

/* One point of the unit cube: z, ln M, ln lambda in its bin, estimated z, offset, azimuth. */
static void stacked_density(const struct model *model, const double x[], double f[]) {
  const double z = z_lower + (z_upper - z_lower) * x[0];
  const double mass_range = log(mass_upper / mass_lower);
  const double ln_mass = log(mass_lower) + mass_range * x[1];
  const double zest = zest_lower + (zest_upper - zest_lower) * x[3];
  const double offset = offset_upper * x[4], miss = offset_scale * offset;
  const double azimuth = 2 * pi * x[5];

  const double abundance =
      interpolate1(&model->volume, z) * exp(interpolate2(&model->ln_abundance, z, ln_mass));
  const double redshift = normal(zest, z, zest_scatter * (1 + z));
  const double density = amplitude(ln_mass) * offset * exp(-offset) *
                         profile(radius * radius + miss * miss + 2 * radius * miss * cos(azimuth));
  const double jacobian =
      (z_upper - z_lower) * mass_range * (zest_upper - zest_lower) * offset_upper;
  const double common = jacobian * abundance * redshift * density;

  const double mean = interpolate2(&model->mean_richness, z, ln_mass);
  const double sigma = richness_sigma(mean);
  int b;
  for (b = 0; b < NBINS; ++b) {
    const double width = log(richness_edges[b + 1] / richness_edges[b]);
    f[b] = common * width * normal(log(richness_edges[b]) + width * x[2], mean, sigma);
  }
}

static int integrand(const int *ndim, const double x[], const int *ncomp, double f[],
                     void *userdata, const int *nvec) {
  struct model *model = userdata;
  int i;
  for (i = 0; i < *nvec; ++i) {
    if (model->crash_after > 0 && ++model->nevaluations > model->crash_after) raise(SIGKILL);
    stacked_density(model, x + i * *ndim, f + i * *ncomp);
  }
  return 0;
}

/* ---- the true values ---- */

/* Gauss-Legendre rule of six points on (-1, 1); Abramowitz & Stegun, table 25.4. */
static const double gauss_node[6] = {-0.932469514203152027812, -0.661209386466264513661,
                                     -0.238619186083196908631, 0.238619186083196908631,
                                     0.661209386466264513661,  0.932469514203152027812};
static const double gauss_weight[6] = {0.171324492379170345040, 0.360761573048138607570,
                                       0.467913934572691047390, 0.467913934572691047390,
                                       0.360761573048138607570, 0.171324492379170345040};

static double normal_between(double lower, double upper, double mean, double sigma) {
  const double scale = sigma * sqrt(2);
  return (erf((upper - mean) / scale) - erf((lower - mean) / scale)) / 2;
}

/* Mean profile of clusters whose centre is missed.  The average of 1/(p + q cos phi) over the
 * azimuth is 1/sqrt(p^2 - q^2). */
static double missed_profile(void) {
  const int ncells = 100;
  const double half = offset_upper / ncells / 2, core = core_radius * core_radius;
  double sum = 0;
  int i, k;
  for (i = 0; i < ncells; ++i) {
    for (k = 0; k < 6; ++k) {
      const double offset = half * (2 * i + 1 + gauss_node[k]), miss = offset_scale * offset;
      const double p = 1 + (radius * radius + miss * miss) / core, q = 2 * radius * miss / core;
      sum += gauss_weight[k] * half * offset * exp(-offset) / sqrt(p * p - q * q);
    }
  }
  return sum;
}

/* Sum over the clusters of bin b of the amplitude: an integral over z and ln M. */
static double summed_amplitude(const struct model *model, int b) {
  const struct axis *az = &model->ln_abundance.x, *am = &model->ln_abundance.y;
  const double half_z = az->step / 2, half_m = am->step / 2;
  double sum = 0;
  int i, j, k, l;
  for (i = 0; i < az->n - 1; ++i) {
    for (k = 0; k < 6; ++k) {
      const double z = az->lower + half_z * (2 * i + 1 + gauss_node[k]);
      const double at_z = gauss_weight[k] * half_z * interpolate1(&model->volume, z) *
                          normal_between(zest_lower, zest_upper, z, zest_scatter * (1 + z));
      for (j = 0; j < am->n - 1; ++j) {
        for (l = 0; l < 6; ++l) {
          const double m = am->lower + half_m * (2 * j + 1 + gauss_node[l]);
          const double mean = interpolate2(&model->mean_richness, z, m);
          sum += at_z * gauss_weight[l] * half_m * amplitude(m) *
                 exp(interpolate2(&model->ln_abundance, z, m)) *
                 normal_between(log(richness_edges[b]), log(richness_edges[b + 1]), mean,
                                richness_sigma(mean));
        }
      }
    }
  }
  return sum;
}

/* ---- the program ---- */

struct outcome {
  int neval, fail;
  double value[NBINS], error[NBINS], prob[NBINS];
};

static void integrate(struct model *model, int use_cuhre, double epsrel, const char *statefile,
                      struct outcome *out) {
  /* The integrand takes one argument more than integrand_t; by way of void (*)(void), the cast
   * passes without a warning. */
  const integrand_t function = (integrand_t)(void (*)(void))integrand;
  if (use_cuhre) {
    int nregions;
    const int last = 4, key = 0; /* last: the sum over the present regions */
    Cuhre(NDIM, NBINS, function, model, NVEC, epsrel, EPSABS, last, MINEVAL, MAXEVAL, key,
          statefile, NULL, &nregions, &out->neval, &out->fail, out->value, out->error, out->prob);
  } else {
    const int flags = 0, nstart = 20000, nincrease = 20000, nbatch = 1000, gridno = 0;
    Vegas(NDIM, NBINS, function, model, NVEC, epsrel, EPSABS, flags, SEED, MINEVAL, MAXEVAL, nstart,
          nincrease, nbatch, gridno, statefile, NULL, &out->neval, &out->fail, out->value,
          out->error, out->prob);
  }
}

int main(int argc, char **argv) {
  struct model model = {0};
  struct outcome out;
  const char *statefile = NULL;
  double epsrel, mean_profile;
  int i, b, use_cuhre = 0, wrong = 0;

  for (i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "vegas") == 0) {
      use_cuhre = 0;
    } else if (strcmp(argv[i], "cuhre") == 0) {
      use_cuhre = 1;
    } else if (strcmp(argv[i], "--state") == 0 && i + 1 < argc) {
      statefile = argv[++i];
    } else if (strcmp(argv[i], "--crash-after") == 0 && i + 1 < argc) {
      model.crash_after = atoll(argv[++i]);
    } else {
      fprintf(stderr, "usage: %s [vegas|cuhre] [--state FILE] [--crash-after N]\n", argv[0]);
      return 2;
    }
  }
  if (model.crash_after > 0)
    cubacores(0, 0); /* The evaluations are to be counted in one process. */

  build_tables(&model);
  mean_profile = missed_profile();
  /* Two per cent suffice with Cuhre: here its results are a hundred times better than its errors.
   */
  epsrel = use_cuhre ? 2e-2 : 2e-3;
  integrate(&model, use_cuhre, epsrel, statefile, &out);

  printf("%s: fail %d, %d evaluations\n", use_cuhre ? "Cuhre" : "Vegas", out.fail, out.neval);
  printf("%-10s%25s%12s%10s%25s\n", "richness", "value", "error", "prob", "true value");
  for (b = 0; b < NBINS; ++b) {
    const double truth = mean_profile * summed_amplitude(&model, b);
    const double allowed = use_cuhre ? epsrel * truth : 5 * out.error[b];
    const int good = fabs(truth - known_value[b]) <= 1e-10 * truth && out.fail == 0 &&
                     fabs(out.value[b] - truth) <= allowed;
    printf("%3g to %3g%25.17g%12.2e%10.3g%25.17g%s\n", richness_edges[b], richness_edges[b + 1],
           out.value[b], out.error[b], out.prob[b], truth, good ? "" : "  WRONG");
    wrong += !good;
  }
  free_tables(&model);
  return wrong != 0;
}
