/* Every function of cuboid.h, called from C99. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cuboid.h"

static int failures = 0;

#define CHECK(condition)                                                                       \
  do {                                                                                         \
    if (!(condition)) {                                                                        \
      fprintf(stderr, "%s:%d: %s; %s\n", __FILE__, __LINE__, #condition, cuboid_last_error()); \
      ++failures;                                                                              \
    }                                                                                          \
  } while (0)

static int sum_of_squares(const int *ndim, const double x[], const int *ncomp, double f[],
                          void *userdata) {
  for (int c = 0; c < *ncomp; ++c) {
    f[c] = 0;
    for (int d = 0; d < *ndim; ++d) f[c] += x[d] * x[d];
  }
  ++*(int *)userdata;
  return 0;
}

static void check_library(void) {
  int major, minor, patch;
  CHECK(sscanf(cuboid_version(), "%d.%d.%d", &major, &minor, &patch) == 3);
#define CHECK_STATUS(name, value, sentence)             \
  CHECK(name == value);                                 \
  CHECK(strcmp(cuboid_status_name(value), #name) == 0); \
  CHECK(strcmp(cuboid_status_text(value), sentence) == 0);
  CUBOID_STATUSES(CHECK_STATUS)
#undef CHECK_STATUS
  CHECK(strcmp(cuboid_status_name(12345), "") == 0);
  CHECK(strcmp(cuboid_status_text(12345), "unknown status") == 0);
}

static void ignore(void *user, int level, const char *line) {
  (void)level;
  (void)line;
  ++*(int *)user;
}

static int listen(void *user, const cuboid_progress *progress) {
  ++*(int *)user;
  return progress->size != (int64_t)sizeof *progress;
}

static void check_integration(void) {
  int calls = 0, lines = 0, reports = 0;
  volatile int cancel = 0;
  const double lower[2] = {0, -1}, upper[2] = {2, 1};
  int64_t integer = 0;
  double real = 0;
  const char *text = NULL;
  cuboid_integrand *integrand = NULL;
  cuboid_options *options = NULL;
  cuboid_result *result = NULL;

  CHECK(cuboid_integrand_create(&integrand, 2, 1, sum_of_squares, &calls) == CUBOID_CONVERGED);
  CHECK(cuboid_options_create(&options) == CUBOID_CONVERGED);
  CHECK(cuboid_options_set_integer(options, "maxeval", 200000) == CUBOID_CONVERGED);
  CHECK(cuboid_options_set_real(options, "epsrel", 1e-9) == CUBOID_CONVERGED);
  CHECK(cuboid_options_set_text(options, "method", "cuhre") == CUBOID_CONVERGED);
  CHECK(cuboid_options_get_integer(options, "maxeval", &integer) == 0 && integer == 200000);
  CHECK(cuboid_options_get_real(options, "epsrel", &real) == 0 && real == 1e-9);
  CHECK(cuboid_options_get_text(options, "method", &text) == 0 && strcmp(text, "cuhre") == 0);
  CHECK(cuboid_options_set_integer(options, "verbosity", 1) == CUBOID_CONVERGED);
  CHECK(cuboid_options_set_log(options, ignore, &lines) == CUBOID_CONVERGED);
  CHECK(cuboid_options_set_cancel(options, &cancel) == CUBOID_CONVERGED);
  CHECK(cuboid_options_set_progress(options, listen, &reports, 0) == CUBOID_CONVERGED);

  CHECK(cuboid_integrate(integrand, lower, upper, options, &result) == CUBOID_CONVERGED);
  CHECK(cuboid_result_status(result) == CUBOID_CONVERGED);
  CHECK(strncmp(cuboid_result_message(result), cuboid_status_text(CUBOID_CONVERGED),
                strlen(cuboid_status_text(CUBOID_CONVERGED))) == 0);
  CHECK(strstr(cuboid_result_message(result), " (relative)") != NULL);
  CHECK(strcmp(cuboid_result_method(result), "cuhre") == 0);
  CHECK(cuboid_result_ncomp(result) == 1);
  CHECK(fabs(cuboid_result_value(result)[0] - 20.0 / 3) < 1e-8);
  CHECK(cuboid_result_error(result)[0] >= 0 && cuboid_result_error(result)[0] < 1e-8);
  CHECK(cuboid_result_chi2(result)[0] >= 0);
  CHECK(cuboid_result_prob(result)[0] >= 0 && cuboid_result_prob(result)[0] <= 1);
  CHECK(cuboid_result_dof(result) == cuboid_result_nregions(result) - 1);
  CHECK(cuboid_result_neval(result) == calls);
  CHECK(cuboid_result_niterations(result) >= 1);
  CHECK(cuboid_result_nonfinite(result) == 0);
  CHECK(lines > 0);
  CHECK(reports > 0);
  cuboid_result_free(result);

  CHECK(cuboid_integrate(integrand, NULL, NULL, NULL, NULL) == CUBOID_CONVERGED);
  cuboid_integrand_free(integrand);
  cuboid_options_free(options);
  cuboid_integrand_free(NULL);
  cuboid_options_free(NULL);
  cuboid_result_free(NULL);
}

static void check_expressions(void) {
  double rate[1] = {2};
  int ncomp = 0;
  cuboid_integrand *integrand = NULL;
  cuboid_result *result = NULL;
  CHECK(cuboid_integrand_from_expression(&integrand, &ncomp, 1, "rate*x, x^2", "rate", rate) == 0);
  CHECK(ncomp == 2);
  CHECK(cuboid_integrate(integrand, NULL, NULL, NULL, &result) == 0);
  CHECK(fabs(cuboid_result_value(result)[0] - 1) < 1e-9);
  CHECK(fabs(cuboid_result_value(result)[1] - 1. / 3) < 1e-9);
  cuboid_result_free(result);
  cuboid_integrand_free(integrand);
}

static void check_null_pointers(void) {
  cuboid_integrand *integrand = (cuboid_integrand *)&integrand;
  cuboid_options *options = NULL;
  cuboid_result *result = (cuboid_result *)&result;
  int64_t integer;
  double real;
  const char *text;

  CHECK(cuboid_integrand_create(NULL, 2, 1, sum_of_squares, NULL) == CUBOID_BAD_ARGUMENT);
  CHECK(cuboid_integrand_create(&integrand, 2, 1, NULL, NULL) == CUBOID_BAD_ARGUMENT);
  CHECK(integrand == NULL && strstr(cuboid_last_error(), "function") != NULL);
  CHECK(cuboid_options_create(NULL) == CUBOID_BAD_ARGUMENT);
  CHECK(cuboid_integrate(NULL, NULL, NULL, NULL, &result) == CUBOID_BAD_ARGUMENT);
  CHECK(result == NULL && strstr(cuboid_last_error(), "integrand") != NULL);
  CHECK(cuboid_options_set_integer(NULL, "maxeval", 1) == CUBOID_BAD_ARGUMENT);
  CHECK(cuboid_options_set_real(NULL, "epsrel", 1) == CUBOID_BAD_ARGUMENT);
  CHECK(cuboid_options_set_text(NULL, "method", "cuhre") == CUBOID_BAD_ARGUMENT);
  CHECK(cuboid_options_get_integer(NULL, "maxeval", &integer) == CUBOID_BAD_ARGUMENT);
  CHECK(cuboid_options_get_real(NULL, "epsrel", &real) == CUBOID_BAD_ARGUMENT);
  CHECK(cuboid_options_get_text(NULL, "method", &text) == CUBOID_BAD_ARGUMENT);
  CHECK(cuboid_options_set_log(NULL, ignore, NULL) == CUBOID_BAD_ARGUMENT);
  CHECK(cuboid_options_set_cancel(NULL, NULL) == CUBOID_BAD_ARGUMENT);

  CHECK(cuboid_options_create(&options) == 0);
  CHECK(cuboid_options_set_integer(options, NULL, 1) == CUBOID_BAD_ARGUMENT);
  CHECK(cuboid_options_get_integer(options, "maxeval", NULL) == CUBOID_BAD_ARGUMENT);
  CHECK(cuboid_options_get_real(options, "epsrel", NULL) == CUBOID_BAD_ARGUMENT);
  CHECK(cuboid_options_get_text(options, "method", NULL) == CUBOID_BAD_ARGUMENT);
  CHECK(cuboid_options_set_text(options, "statefile", NULL) == 0);
  CHECK(cuboid_options_get_text(options, "statefile", &text) == 0 && strcmp(text, "") == 0);
  CHECK(cuboid_options_set_log(options, NULL, NULL) == 0);
  CHECK(cuboid_options_set_cancel(options, NULL) == 0);
  cuboid_options_free(options);
}

static void check_settings(void) {
  void *spin = NULL;
  cuboid_cores(0, 1000);
  cuboid_accel(0, 1000);
  cuboid_init(NULL, NULL);
  cuboid_exit(NULL, NULL);
  cuboid_verbose(0);
  cuboid_fork(&spin);
  CHECK(spin != NULL);
  cuboid_wait(&spin);
  CHECK(spin == NULL);
  cuboid_fork(NULL);
  cuboid_wait(NULL);
}

static void check_cuba_routines(void) {
  int calls = 0, nregions, neval, fail;
  long long int llneval;
  double integral, error, prob;
  const int two = 2, one = 1, zero = 0, most = 20000, thousand = 1000;
  const long long int llone = 1, llzero = 0, llmost = 20000, llthousand = 1000;
  const double epsrel = 4e-3, epsabs = 1e-12;

#define CHECK_RESULT(evaluations)                  \
  CHECK(fail == 0);                                \
  CHECK((evaluations) == calls);                   \
  CHECK(fabs(integral - 2.0 / 3) <= 5e-3);         \
  CHECK(error > 0 && error < 3e-3);                \
  CHECK(prob == -999 || (prob >= 0 && prob <= 1)); \
  calls = 0

  cuboid_Vegas(2, 1, sum_of_squares, &calls, 1, 4e-3, 1e-12, 0, 0, 0, 20000, 1000, 1000, 1000, 0,
               NULL, NULL, &neval, &fail, &integral, &error, &prob);
  CHECK_RESULT(neval);
  cuboid_llVegas(2, 1, sum_of_squares, &calls, 1, 4e-3, 1e-12, 0, 0, 0, 20000, 1000, 1000, 1000, 0,
                 NULL, NULL, &llneval, &fail, &integral, &error, &prob);
  CHECK_RESULT(llneval);
  cuboid_Cuhre(2, 1, sum_of_squares, &calls, 1, 4e-3, 1e-12, 0, 0, 20000, 0, NULL, NULL, &nregions,
               &neval, &fail, &integral, &error, &prob);
  CHECK_RESULT(neval);
  cuboid_llCuhre(2, 1, sum_of_squares, &calls, 1, 4e-3, 1e-12, 0, 0, 20000, 0, NULL, NULL,
                 &nregions, &llneval, &fail, &integral, &error, &prob);
  CHECK_RESULT(llneval);
  cuboid_fortran_vegas(&two, &one, sum_of_squares, &calls, &one, &epsrel, &epsabs, &zero, &zero,
                       &zero, &most, &thousand, &thousand, &thousand, &zero, "", NULL, &neval,
                       &fail, &integral, &error, &prob, 0);
  CHECK_RESULT(neval);
  cuboid_fortran_llvegas(&two, &one, sum_of_squares, &calls, &llone, &epsrel, &epsabs, &zero, &zero,
                         &llzero, &llmost, &llthousand, &llthousand, &llthousand, &zero, "   ",
                         NULL, &llneval, &fail, &integral, &error, &prob, 3);
  CHECK_RESULT(llneval);
  cuboid_fortran_cuhre(&two, &one, sum_of_squares, &calls, &one, &epsrel, &epsabs, &zero, &zero,
                       &most, &zero, NULL, NULL, &nregions, &neval, &fail, &integral, &error, &prob,
                       0);
  CHECK_RESULT(neval);
  cuboid_fortran_llcuhre(&two, &one, sum_of_squares, &calls, &llone, &epsrel, &epsabs, &zero,
                         &llzero, &llmost, &zero, NULL, NULL, &nregions, &llneval, &fail, &integral,
                         &error, &prob, 77);
  CHECK_RESULT(llneval);
}

int main(void) {
  check_library();
  check_integration();
  check_expressions();
  check_null_pointers();
  check_settings();
  check_cuba_routines();
  return failures == 0 ? 0 : 1;
}
