/*
 * drv.c - black-box driver for a library with the Cuba C interface (double).
 * Written for this specification; contains no Cuba code.
 *
 * build:  gcc -O2 -ffp-contract=off drv.c -o drv /path/libcuba.a -lm
 *    or:  gcc -O2 -ffp-contract=off drv.c -o drv -L/path -lcuba -Wl,-rpath,/path -lm
 * run:    CUBACORES=0 ./drv routine=vegas fun=d1 ndim=3 epsrel=1e-3 ...
 *
 * All arguments are name=value in any order; defaults are in the table below.
 * One output line per call of the integrator:
 *   call=<i> neval=.. nregions=.. fail=.. npts=.. xsum=..  I=a,b,.. E=a,b,.. P=a,b,..
 * npts: points really handed to the integrand (valid only with CUBACORES=0),
 * xsum: sum of all coordinates of those points, xmin/xmax their range.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int (*fcn)(const int *, const double[], const int *, double[], void *);
typedef void (*peak)(const int *, const double[], int *, double[], void *);
typedef long long ll;

void Vegas(int, int, fcn, void *, int, double, double, int, int, int, int, int, int, int, int,
           const char *, void *, int *, int *, double *, double *, double *);
void llVegas(int, int, fcn, void *, ll, double, double, int, int, ll, ll, ll, ll, ll, int,
             const char *, void *, ll *, int *, double *, double *, double *);
void Suave(int, int, fcn, void *, int, double, double, int, int, int, int, int, int, double,
           const char *, void *, int *, int *, int *, double *, double *, double *);
void llSuave(int, int, fcn, void *, ll, double, double, int, int, ll, ll, ll, ll, double,
             const char *, void *, int *, ll *, int *, double *, double *, double *);
void Divonne(int, int, fcn, void *, int, double, double, int, int, int, int, int, int, int, int,
             double, double, double, int, int, double *, int, peak, const char *, void *, int *,
             int *, int *, double *, double *, double *);
void llDivonne(int, int, fcn, void *, ll, double, double, int, int, ll, ll, int, int, int, int,
               double, double, double, ll, int, double *, ll, peak, const char *, void *, int *,
               ll *, int *, double *, double *, double *);
void Cuhre(int, int, fcn, void *, int, double, double, int, int, int, int, const char *, void *,
           int *, int *, int *, double *, double *, double *);
void llCuhre(int, int, fcn, void *, ll, double, double, int, ll, ll, int, const char *, void *,
             int *, ll *, int *, double *, double *, double *);

#define MAXD 1100

static struct {
  const char *name;
  double v;
} par[] = {{"ndim", 3},
           {"ncomp", 1},
           {"nvec", 1},
           {"epsrel", 1e-3},
           {"epsabs", 1e-12},
           {"flags", 0},
           {"seed", 0},
           {"mineval", 0},
           {"maxeval", 50000},
           {"nstart", 1000},
           {"nincrease", 500},
           {"nbatch", 1000},
           {"gridno", 0},
           {"nnew", 1000},
           {"nmin", 2},
           {"flatness", 25},
           {"key1", 47},
           {"key2", 1},
           {"key3", 1},
           {"maxpass", 5},
           {"border", 0},
           {"maxchisq", 10},
           {"mindeviation", .25},
           {"ngiven", 0},
           {"nextra", 0},
           {"key", 0},
           {"ll", 0},
           {"calls", 1},
           {"pseed", 1},
           {"hard", 0},
           {"resume", 0},    /* first call uses maxeval=resume, the following ones maxeval */
           {"gridno2", 1e9}, /* gridno of the second and later calls */
           {"flags2", 1e9},  /* flags of the second and later calls */
           {"trace", 0},     /* print the first <trace> points, weights and iterations */
           {NULL, 0}};

static double P(const char *n) {
  int i;
  for (i = 0; par[i].name; ++i)
    if (!strcmp(par[i].name, n)) return par[i].v;
  fprintf(stderr, "no parameter %s\n", n);
  exit(2);
}

static char fun[32] = "d1", routine[16] = "vegas", sfile[600] = "";
static int have_sfile;
static long npts;
static double xsum, xlo, xhi;
static int kind, which, pseed; /* kind 'd','g','s' */
static double hard, trace;
static double cc[8][MAXD], ww[8][MAXD]; /* Genz parameters per component (first 8) */

/* deterministic uniform numbers for the Genz parameters: 31-bit Lehmer generator */
static unsigned long long lcg;
static double uni(void) {
  lcg = lcg * 48271ULL % 2147483647ULL;
  return (double)lcg / 2147483647.0;
}

static void genz_setup(int nd, int nc) {
  static const double diff[] = {0, 6.0, 18.0, 2.2, 15.2, 16.1, 16.4};
  int c, d;
  for (c = 0; c < nc && c < 8; ++c) {
    double s = 0, h = hard > 0 ? hard : diff[which];
    lcg = 12345 + 1000ULL * which + 100000ULL * nd + 7919ULL * (pseed + c);
    for (d = 0; d < 10; ++d) uni();
    for (d = 0; d < nd; ++d) ww[c][d] = uni();
    for (d = 0; d < nd; ++d) s += cc[c][d] = uni();
    for (d = 0; d < nd; ++d) cc[c][d] *= h / s;
  }
}

static double genz(int k, int nd, const double *x, const double *c, const double *w) {
  const double pi = 3.14159265358979323846;
  double s = 0, p = 1;
  int d;
  switch (k) {
    case 1:
      for (d = 0; d < nd; ++d) s += c[d] * x[d];
      return cos(s + 2 * pi * w[0]);
    case 2:
      for (d = 0; d < nd; ++d) p /= (x[d] - w[d]) * (x[d] - w[d]) + 1 / (c[d] * c[d]);
      return p;
    case 3:
      for (d = 0; d < nd; ++d) s += c[d] * x[d];
      return pow(1 + s, -(nd + 1));
    case 4:
      for (d = 0; d < nd; ++d) s += c[d] * c[d] * (x[d] - w[d]) * (x[d] - w[d]);
      return exp(-s);
    case 5:
      for (d = 0; d < nd; ++d) s += c[d] * fabs(x[d] - w[d]);
      return exp(-s);
    default:
      if (x[0] > w[0] || (nd > 1 && x[1] > w[1])) return 0;
      for (d = 0; d < nd; ++d) s += c[d] * x[d];
      return exp(s);
  }
}

/* the eleven demo integrands, as formulas in x,y,z */
static double demo(int k, double x, double y, double z) {
  const double pi = 3.14159265358979323846;
  double r2 = x * x + y * y + z * z, t;
  switch (k) {
    case 1:
      return sin(x) * cos(y) * exp(z);
    case 2:
      t = x + y;
      return 1 / (t * t + .003) * cos(y) * exp(z);
    case 3:
      return 1 / (3.75 - cos(pi * x) - cos(pi * y) - cos(pi * z));
    case 4:
      return fabs(r2 - .125);
    case 5:
      return exp(-r2);
    case 6:
      return 1 / (1 - x * y * z + 1e-10);
    case 7:
      return sqrt(fabs(x - y - z));
    case 8:
      return exp(-x * y * z);
    case 9:
      return x * x / (cos(x + y + z + 1) + 5);
    case 10:
      return x > .5 ? 1 / sqrt(x * y * z + 1e-5) : sqrt(x * y * z);
    default:
      return r2 < 1 ? 1 : 0;
  }
}

static double simple(int k, int nd, const double *x, int c) {
  double s = 0, p = 1;
  int d;
  switch (k) {
    case 0:
      return 1 + c; /* constant */
    case 1:
      return x[c % nd]; /* linear */
    case 2:
      for (d = 0; d < nd; ++d) s += x[d];
      return s * s * s * s * s * s * s + c; /* degree 7 */
    case 3:
      for (d = 0; d < nd; ++d) s += (x[d] - .5) * (x[d] - .5);
      return exp(-s * (50 + 50 * c)); /* central peak */
    case 4:
      for (d = 0; d < nd; ++d) s += (x[d] - .3) * (x[d] - .3);
      return exp(-s * 500) + (c ? x[0] : 0); /* off-centre narrow peak */
    case 5:
      for (d = 0; d < nd; ++d) {
        double a = x[d] - .33, b = x[d] - .67;
        s += a * a;
        p *= exp(-80 * b * b);
      }
      return exp(-80 * s) + p; /* two diagonal peaks */
    case 6:
      for (d = 0; d < nd; ++d) s += x[d];
      return 1 / sqrt(s + 1e-6); /* corner singularity */
    case 7:
      return x[0] > .37 ? -1. : 1.; /* sign change, step */
    case 8:
      for (d = 0; d < nd; ++d) p *= (fabs(4 * x[d] - 2) + .5 * d) / (1 + .5 * d);
      return p; /* Sobol g */
    default:
      for (d = 0; d < nd; ++d) s += (d + 1) * x[d];
      return sin(s) - .01 * c;
  }
}

static int integrand(const int *ndim, const double x[], const int *ncomp, double f[], void *ud,
                     const int *nvec, const int *core, const double *w, const int *iter) {
  int nd = *ndim, nc = *ncomp, n = *nvec, i, c, d;
  for (i = 0; i < n; ++i, x += nd, f += nc) {
    ++npts;
    for (d = 0; d < nd; ++d) {
      xsum += x[d];
      if (x[d] < xlo) xlo = x[d];
      if (x[d] > xhi) xhi = x[d];
    }
    if (trace > 0) {
      int wi = (routine[0] == 'v' || routine[0] == 's');
      --trace;
      printf("x n=%ld nvec=%d core=%d", npts, n, *core);
      for (d = 0; d < nd; ++d) printf(" %.17g", x[d]);
      if (wi) printf(" w=%.17g it=%d", w[i], *iter);
      if (routine[0] == 'd') printf(" phase=%d", *(const int *)w);
      printf("\n");
    }
    for (c = 0; c < nc; ++c)
      f[c] = kind == 'd'
                 ? demo((which - 1 + c) % 11 + 1, x[0], nd > 1 ? x[1] : .5, nd > 2 ? x[2] : .5)
             : kind == 'g' ? genz(which, nd, x, cc[c % 8], ww[c % 8])
                           : simple(which, nd, x, c);
  }
  return 0;
}

static void peakfinder(const int *ndim, const double b[], int *n, double x[], void *ud) {
  /* returns the clamped point (.3,...,.3) when it lies in the box, else nothing */
  int d, in = 1;
  for (d = 0; d < *ndim; ++d)
    if (b[2 * d] > .3 || b[2 * d + 1] < .3) in = 0;
  if (in && *n > 0) {
    for (d = 0; d < *ndim; ++d) x[d] = .3;
    *n = 1;
  } else
    *n = 0;
}

int main(int argc, char **argv) {
  int a, i, call, calls, nd, nc, nvec, flags, seed, fail = -77, nreg = -77;
  static double I[MAXD], E[MAXD], Q[MAXD];
  double *given = NULL;
  const char *sf;
  for (a = 1; a < argc; ++a) {
    char *eq = strchr(argv[a], '=');
    if (!eq) {
      fprintf(stderr, "bad argument %s\n", argv[a]);
      return 2;
    }
    *eq++ = 0;
    if (!strcmp(argv[a], "fun")) {
      strncpy(fun, eq, sizeof fun - 1);
      continue;
    }
    if (!strcmp(argv[a], "routine")) {
      strncpy(routine, eq, sizeof routine - 1);
      continue;
    }
    if (!strcmp(argv[a], "statefile")) {
      strncpy(sfile, eq, sizeof sfile - 1);
      have_sfile = 1;
      continue;
    }
    for (i = 0; par[i].name; ++i)
      if (!strcmp(par[i].name, argv[a])) {
        par[i].v = atof(eq);
        break;
      }
    if (!par[i].name) {
      fprintf(stderr, "unknown %s\n", argv[a]);
      return 2;
    }
  }
  kind = fun[0];
  which = atoi(fun + 1);
  hard = P("hard");
  pseed = (int)P("pseed");
  trace = P("trace");
  nd = (int)P("ndim");
  nc = (int)P("ncomp");
  nvec = (int)P("nvec");
  seed = (int)P("seed");
  calls = (int)P("calls");
  if (kind == 'g') genz_setup(nd, nc);
  sf = have_sfile ? sfile : NULL;
  if (P("ngiven") > 0) { /* given points: (.3,..,.3), (.6,..,.6), ... */
    int n = (int)P("ngiven"), d;
    given = malloc(sizeof(double) * n * nd);
    for (i = 0; i < n; ++i)
      for (d = 0; d < nd; ++d) given[i * nd + d] = .3 * ((i % 3) + 1);
  }
  for (call = 0; call < calls; ++call) {
    double er = P("epsrel"), ea = P("epsabs");
    ll maxeval = (ll)P("maxeval"), mineval = (ll)P("mineval"), llneval = -77;
    int gridno = (int)P("gridno"), neval = -77;
    void *ud = &call;
    flags = (int)P("flags");
    if (call == 0 && P("resume") > 0) maxeval = (ll)P("resume");
    if (call > 0 && P("gridno2") < 1e8) gridno = (int)P("gridno2");
    if (call > 0 && P("flags2") < 1e8) flags = (int)P("flags2");
    npts = 0;
    xsum = 0;
    xlo = 1e300;
    xhi = -1e300;
    nreg = 0;
    fail = -77;
    for (i = 0; i < MAXD; ++i) I[i] = E[i] = Q[i] = -77;
    if (P("ll") == 0) switch (routine[0]) {
        case 'v':
          Vegas(nd, nc, (fcn)integrand, ud, nvec, er, ea, flags, seed, mineval, maxeval,
                P("nstart"), P("nincrease"), P("nbatch"), gridno, sf, NULL, &neval, &fail, I, E, Q);
          break;
        case 's':
          Suave(nd, nc, (fcn)integrand, ud, nvec, er, ea, flags, seed, mineval, maxeval, P("nnew"),
                P("nmin"), P("flatness"), sf, NULL, &nreg, &neval, &fail, I, E, Q);
          break;
        case 'd':
          Divonne(nd, nc, (fcn)integrand, ud, nvec, er, ea, flags, seed, mineval, maxeval,
                  P("key1"), P("key2"), P("key3"), P("maxpass"), P("border"), P("maxchisq"),
                  P("mindeviation"), P("ngiven"), nd, given, P("nextra"), peakfinder, sf, NULL,
                  &nreg, &neval, &fail, I, E, Q);
          break;
        default:
          Cuhre(nd, nc, (fcn)integrand, ud, nvec, er, ea, flags, mineval, maxeval, P("key"), sf,
                NULL, &nreg, &neval, &fail, I, E, Q);
      }
    else
      switch (routine[0]) {
        case 'v':
          llVegas(nd, nc, (fcn)integrand, ud, nvec, er, ea, flags, seed, mineval, maxeval,
                  P("nstart"), P("nincrease"), P("nbatch"), gridno, sf, NULL, &llneval, &fail, I, E,
                  Q);
          break;
        case 's':
          llSuave(nd, nc, (fcn)integrand, ud, nvec, er, ea, flags, seed, mineval, maxeval,
                  P("nnew"), P("nmin"), P("flatness"), sf, NULL, &nreg, &llneval, &fail, I, E, Q);
          break;
        case 'd':
          llDivonne(nd, nc, (fcn)integrand, ud, nvec, er, ea, flags, seed, mineval, maxeval,
                    P("key1"), P("key2"), P("key3"), P("maxpass"), P("border"), P("maxchisq"),
                    P("mindeviation"), P("ngiven"), nd, given, P("nextra"), peakfinder, sf, NULL,
                    &nreg, &llneval, &fail, I, E, Q);
          break;
        default:
          llCuhre(nd, nc, (fcn)integrand, ud, nvec, er, ea, flags, mineval, maxeval, P("key"), sf,
                  NULL, &nreg, &llneval, &fail, I, E, Q);
      }
    if (P("ll") == 0) llneval = neval;
    printf("call=%d neval=%lld nregions=%d fail=%d npts=%ld xsum=%.17g xmin=%.17g xmax=%.17g", call,
           llneval, nreg, fail, npts, xsum, xlo, xhi);
    printf(" I=");
    for (i = 0; i < nc && i < MAXD; ++i) printf("%s%.17g", i ? "," : "", I[i]);
    printf(" E=");
    for (i = 0; i < nc && i < MAXD; ++i) printf("%s%.17g", i ? "," : "", E[i]);
    printf(" P=");
    for (i = 0; i < nc && i < MAXD; ++i) printf("%s%.17g", i ? "," : "", Q[i]);
    printf("\n");
    fflush(stdout);
  }
  free(given);
  return 0;
}
