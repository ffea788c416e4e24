// cubamany: cuboid_integrate_many for Fortran 77, which has neither handles nor NULL.  Cuba has no
// such routine, and cuba.h does not declare it.
//
//   call cubamany(ndim, ncomp, integrand, count, lower, upper, boxstride,
//  &  userdata, stride, options, neval, fails, fail, integral, error, prob)
//
// The arguments are those of cuboid_integrate_many in its order; %VAL(0) instead of lower and
// upper is the unit cube, and instead of an output leaves it out.  options: text as
// 'method=cuhre epsrel=1e-6', with any of the options of cuboid.h.  neval(count), of 64 bits, and
// fails(count) are the evaluations and the status of each integral, fail the status of the call;
// integral, error and prob have (ncomp, count) elements, NaN where the call fails.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "cuba.h"
#include "cuboid.h"

// Nothing here needs the C++ runtime, no destructor where an exception could pass either: libcuba.a
// has one, but inside of its other member.

namespace {

// Of the option with that name; "": there is none.
const char *kind_of(const char *name) {
  for (int i = 0; i < cuboid_options_count(); ++i)
    if (std::strcmp(name, cuboid_options_name(i)) == 0) return cuboid_options_kind(i);
  return "";
}

// What is no number, or has a name that is no option, is left for the library to refuse.
int set_option(cuboid_options *options, const char *name, char *value) {
  const char *const kind = kind_of(name);
  char *end = value;
  if (std::strcmp(kind, "integer") == 0) {
    const std::int64_t number = std::strtoll(value, &end, 10);
    if (end != value && *end == '\0') return cuboid_options_set_integer(options, name, number);
  }
  if (std::strcmp(kind, "real") == 0) {
    // Fortran also writes 1d-6.
    if (char *const d = std::strpbrk(value, "dD"); d != nullptr) *d = 'e';
    const double number = std::strtod(value, &end);
    if (end != value && *end == '\0') return cuboid_options_set_real(options, name, number);
  }
  return cuboid_options_set_text(options, name, value);
}

// Sets what the text says, and writes into it.
int set_options(cuboid_options *options, char *text) {
  char *rest = nullptr;
  for (char *word = strtok_r(text, " ", &rest); word != nullptr;
       word = strtok_r(nullptr, " ", &rest)) {
    char *value = std::strchr(word, '=');
    if (value == nullptr)
      value = word + std::strlen(word);
    else
      *value++ = '\0';
    const int status = set_option(options, word, value);
    if (status != CUBOID_CONVERGED) return status;
  }
  return CUBOID_CONVERGED;
}

// Copies what the call found, or the same value everywhere if it failed.
template <class Value>
void give(const Value *found, Value otherwise, std::int64_t length, Value *to) {
  for (std::int64_t i = 0; to != nullptr && i < length; ++i)
    to[i] = found != nullptr ? found[i] : otherwise;
}

}  // namespace

extern "C" {

void cubamany(const int *ndim, const int *ncomp, integrand_t integrand, const int *count,
              const double lower[], const double upper[], const int *boxstride,
              const void *userdata, const int *stride, const char options[], std::int64_t neval[],
              int fails[], int *fail, double integral[], double error[], double prob[],
              int options_length) {
  cuboid_integrand *made = nullptr;
  cuboid_options *set = nullptr;
  cuboid_many *many = nullptr;
  char *const text = strndup(options, static_cast<std::size_t>(options_length));
  int status = cuboid_integrand_create(&made, *ndim, *ncomp,
                                       reinterpret_cast<cuboid_function>(integrand), nullptr);
  if (status == CUBOID_CONVERGED) status = cuboid_options_create(&set);
  if (status == CUBOID_CONVERGED)
    status = text == nullptr ? static_cast<int>(CUBOID_OUT_OF_MEMORY) : set_options(set, text);
  if (status == CUBOID_CONVERGED)
    status = cuboid_integrate_many(made, *count, lower, upper, *boxstride, userdata, *stride, set,
                                   &many);
  if (fail != nullptr) *fail = status;
  if (made != nullptr) {  // Else the lengths of the arrays are not known.
    const double nan = std::nan("");
    const std::int64_t values = std::int64_t{*count} * *ncomp;
    give(cuboid_many_neval(many), std::int64_t{0}, *count, neval);
    give(cuboid_many_statuses(many), status, *count, fails);
    give(cuboid_many_value(many), nan, values, integral);
    give(cuboid_many_error(many), nan, values, error);
    if (prob != nullptr) give(cuboid_many_prob(many), nan, values, prob);
  }
  cuboid_many_free(many);
  cuboid_options_free(set);
  cuboid_integrand_free(made);
  std::free(text);
}

decltype(cubamany) cubamany_ __attribute__((alias("cubamany")));

}  // extern "C"
