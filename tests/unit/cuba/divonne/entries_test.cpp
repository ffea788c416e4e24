// Divonne through the interfaces.
#include <cmath>
#include <stdexcept>

#include "cuboid.h"
#include "unit/cuba/divonne/divonne_support.hpp"

namespace {

int product(const int *ndim, const double x[], const int *ncomp, double f[], void *) {
  for (int c = 0; c < *ncomp; ++c) {
    f[c] = 1;
    for (int d = 0; d < *ndim; ++d) f[c] *= 2 * x[d];
  }
  return 0;
}

/// The arguments of the drop-in's entries with usable values.
struct Call {
  int ndim = 3, ncomp = 1, nvec = 1, flags = 0, seed = 0, mineval = 0, maxeval = 50000;
  int key1 = 47, key2 = 1, key3 = 1, maxpass = 5, ngiven = 0, ldxgiven = 3, nextra = 0;
  double epsrel = 1e-3, epsabs = 1e-12, border = 0, maxchisq = 10, mindeviation = 0.25;
  double *given = nullptr;
  cuboid_function integrand = product;
  cuboid_peakfinder peakfinder = nullptr;
  int nregions = -7, neval = -7, fail = -7;
  double integral[3] = {-7, -7, -7}, error[3] = {-7, -7, -7}, prob[3] = {-7, -7, -7};

  Call &operator()() {
    cuboid_Divonne(ndim, ncomp, integrand, this, nvec, epsrel, epsabs, flags, seed, mineval,
                   maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, ngiven,
                   ldxgiven, given, nextra, peakfinder, nullptr, nullptr, &nregions, &neval, &fail,
                   integral, error, prob);
    return *this;
  }
};

TEST(DivonneEntries, FourEntriesAreOneRoutine) {
  Call c;
  c();
  EXPECT_EQ(c.fail, 0);
  EXPECT_NEAR(c.integral[0], 1, 3 * c.error[0]);
  long long int neval = 0, nvec = 1, mineval = 0, maxeval = 50000, ngiven = 0, nextra = 0;
  int fail = -7, nregions = -7;
  double integral = 0, error = 0, prob = 0;
  cuboid_llDivonne(3, 1, product, nullptr, nvec, c.epsrel, c.epsabs, 0, 0, mineval, maxeval, 47, 1,
                   1, 5, 0, 10, 0.25, ngiven, 3, nullptr, nextra, nullptr, nullptr, nullptr,
                   &nregions, &neval, &fail, &integral, &error, &prob);
  EXPECT_EQ(neval, c.neval);
  EXPECT_EQ(integral, c.integral[0]);
  EXPECT_EQ(error, c.error[0]);
  EXPECT_EQ(prob, c.prob[0]);
  EXPECT_EQ(nregions, c.nregions);
  Call f;
  cuboid_fortran_divonne(&f.ndim, &f.ncomp, product, nullptr, &f.nvec, &f.epsrel, &f.epsabs,
                         &f.flags, &f.seed, &f.mineval, &f.maxeval, &f.key1, &f.key2, &f.key3,
                         &f.maxpass, &f.border, &f.maxchisq, &f.mindeviation, &f.ngiven,
                         &f.ldxgiven, nullptr, &f.nextra, nullptr, "  ", nullptr, &f.nregions,
                         &f.neval, &f.fail, f.integral, f.error, f.prob, 2);
  EXPECT_EQ(f.integral[0], c.integral[0]);
  EXPECT_EQ(f.neval, c.neval);
  cuboid_fortran_lldivonne(&f.ndim, &f.ncomp, product, nullptr, &nvec, &f.epsrel, &f.epsabs,
                           &f.flags, &f.seed, &mineval, &maxeval, &f.key1, &f.key2, &f.key3,
                           &f.maxpass, &f.border, &f.maxchisq, &f.mindeviation, &ngiven,
                           &f.ldxgiven, nullptr, &nextra, nullptr, nullptr, nullptr, &f.nregions,
                           &neval, &f.fail, f.integral, f.error, f.prob, 0);
  EXPECT_EQ(f.integral[0], c.integral[0]);
  EXPECT_EQ(neval, c.neval);
}

TEST(DivonneEntries, FailIsWhatIsMissing) {
  Call c;
  c.epsrel = 1e-6;
  c.maxeval = 3000;
  c();
  EXPECT_GT(c.fail, 1000);
  EXPECT_NEAR(c.integral[0], 1, 3 * c.error[0]);
}

TEST(DivonneEntries, BadArguments) {
  auto fail = [](auto change) {
    Call c;
    change(c);
    c();
    return c.fail;
  };
  EXPECT_EQ(fail([](Call &c) { c.ndim = 0; }), CUBOID_BAD_NDIM);
  EXPECT_EQ(fail([](Call &c) { c.ndim = 1025; }), CUBOID_BAD_NDIM);
  EXPECT_GE(fail([](Call &c) { c.ndim = 41; }), 0);
  EXPECT_EQ(fail([](Call &c) { c.ndim = 41, c.key1 = -50; }), CUBOID_BAD_NDIM);
  EXPECT_EQ(fail([](Call &c) { c.ndim = 21, c.key2 = 9; }), CUBOID_BAD_NDIM);
  EXPECT_EQ(fail([](Call &c) { c.ncomp = 0; }), CUBOID_BAD_NCOMP);
  EXPECT_EQ(fail([](Call &c) { c.integrand = nullptr; }), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(fail([](Call &c) { c.nvec = 0; }), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(fail([](Call &c) { c.epsrel = std::nan(""); }), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(fail([](Call &c) { c.border = std::nan(""); }), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(fail([](Call &c) { c.ngiven = -1; }), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(fail([](Call &c) { c.ngiven = 1; }), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(fail([](Call &c) { c.nextra = -1; }), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(fail([](Call &c) { c.nextra = 1; }), CUBOID_BAD_ARGUMENT);
  double x[3] = {0.5, 0.5, 0.5};
  EXPECT_EQ(fail([&](Call &c) { c.ngiven = 2, c.given = x, c.ldxgiven = 2; }), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(fail([&](Call &c) { c.ngiven = 1, c.given = x; }), 0);
}

void one_peak(const int *ndim, const double b[], int *n, double x[], void *userdata) {
  EXPECT_EQ(*ndim, 3);
  EXPECT_EQ(*n, 2);
  EXPECT_NE(userdata, nullptr);
  for (int d = 0; d < 3; ++d) x[d] = (b[2 * d] + b[2 * d + 1]) / 2;
  *n = 1;
}

TEST(DivonneEntries, PeakFinder) {
  Call without, with;
  without();
  with.nextra = 2;
  with.peakfinder = one_peak;
  with();
  EXPECT_EQ(with.fail, 0);
  EXPECT_GT(with.neval, without.neval);
  with.peakfinder = [](const int *, const double *, int *, double *, void *) {
    throw std::runtime_error("no peaks today");
  };
  EXPECT_THROW(with(), std::runtime_error);
  EXPECT_EQ(with.fail, CUBOID_EXCEPTION);
  with.peakfinder = [](const int *, const double *, int *n, double *, void *) { *n = -1; };
  with();
  EXPECT_EQ(with.fail, 0);
  EXPECT_EQ(with.integral[0], without.integral[0]);
}

TEST(DivonneEntries, AbortsInEveryPhase) {
  static int left;
  double given[3] = {0.5, 0.5, 0.5};
  Call c;
  c.given = given;
  c.ngiven = 1;
  c();
  const int neval = c.neval;
  c.integrand = [](const int *ndim, const double *x, const int *ncomp, double *f, void *) {
    return --left < 0 ? -999 : product(ndim, x, ncomp, f, nullptr);
  };
  for (const int after : {0, 1, 30, 100, neval / 2, neval - 1}) {
    left = after;
    c();
    EXPECT_EQ(c.fail, CUBOID_ABORTED);
    EXPECT_GT(c.neval, after);
    EXPECT_TRUE(std::isnan(c.integral[0]));
  }
}

TEST(DivonneEntries, NativeMethod) {
  cuboid_options *options;
  cuboid_integrand *integrand;
  cuboid_result *result;
  ASSERT_EQ(cuboid_options_create(&options), 0);
  ASSERT_EQ(cuboid_integrand_create(&integrand, 3, 1, product, nullptr), 0);
  EXPECT_EQ(cuboid_options_set_text(options, "method", "divonne"), 0);
  EXPECT_EQ(cuboid_options_set_integer(options, "key1", 71), 0);
  EXPECT_EQ(cuboid_options_set_real(options, "border", 1e-6), 0);
  const double lower[] = {0, 0, 0}, upper[] = {2, 2, 2};
  EXPECT_EQ(cuboid_integrate(integrand, lower, upper, options, &result), CUBOID_CONVERGED);
  EXPECT_STREQ(cuboid_result_method(result), "divonne");
  EXPECT_NEAR(cuboid_result_value(result)[0], 64, 3 * cuboid_result_error(result)[0]);
  EXPECT_GT(cuboid_result_nregions(result), 1);
  cuboid_result_free(result);
  const double infinite[] = {INFINITY, INFINITY, INFINITY};
  cuboid_integrand_free(integrand);
  ASSERT_EQ(cuboid_integrand_create(
                &integrand, 3, 1,
                [](const int *, const double *x, const int *, double *f, void *) {
                  *f = std::exp(-x[0] - 2 * x[1] - 3 * x[2]);
                  return 0;
                },
                nullptr),
            0);
  cuboid_integrate(integrand, lower, infinite, options, &result);
  EXPECT_NEAR(cuboid_result_value(result)[0], 1.0 / 6, 3 * cuboid_result_error(result)[0]);
  EXPECT_LT(cuboid_result_error(result)[0], 1e-3);
  cuboid_result_free(result);
  cuboid_integrand_free(integrand);
  cuboid_options_free(options);
}

}  // namespace
