// Cuba's routines, argument by argument.
//
// Each routine has four entries: for C and for Fortran, with int and with long long int.  One macro
// defines a routine; what differs between the entries are its arguments:
//   entry     the function's name
//   language  C: scalars by value; FORTRAN: by reference, and the length of statefile comes last
//   kind      of EntryKind
//   Integer   the type of what counts evaluations or points
#include <limits>

#include "api/cuba_call.hpp"
#include "cuboid.h"

namespace {

using cuboid::api::call_cuhre;
using cuboid::api::call_divonne;
using cuboid::api::call_suave;
using cuboid::api::call_vegas;
using cuboid::api::EntryKind;
using cuboid::api::fortran_text;

/// A scalar argument, given by value or by reference.
template <class Number>
Number value(Number number) {
  return number;
}
template <class Number>
Number value(const Number *number) {
  return *number;
}

/// No name from Fortran is none, as Cuba prints it.
const char *or_null(const std::string &text) {
  return text.empty() ? nullptr : text.c_str();
}

/// neval as the caller's kind of integer; more than it holds is its largest number.
template <class Integer>
void set_neval(Integer *neval, std::int64_t value) {
  constexpr std::int64_t most = std::numeric_limits<Integer>::max();
  if (neval != nullptr) *neval = static_cast<Integer>(value < most ? value : most);
}

}  // namespace

// ---- languages ----

#define C_SCALAR(Type) Type
#define C_LAST
#define C_TEXT(text) text

#define FORTRAN_SCALAR(Type) const Type *
#define FORTRAN_LAST , int statefile_length
#define FORTRAN_TEXT(text) or_null(fortran_text(text, statefile_length))

// ---- parameters that all routines have, and what is made of them ----

#define PROBLEM(language, Integer)                                                       \
  language##_SCALAR(int) ndim, language##_SCALAR(int) ncomp, cuboid_function integrand,  \
      void *userdata, language##_SCALAR(Integer) nvec, language##_SCALAR(double) epsrel, \
      language##_SCALAR(double) epsabs, language##_SCALAR(int) flags

#define RESULT(language, Integer) \
  Integer *neval, int *fail, double integral[], double error[], double prob[] language##_LAST

#define ARGUMENTS(language, kind)                                                                \
  {                                                                                              \
    EntryKind::kind, value(ndim), value(ncomp), integrand, userdata, value(nvec), value(epsrel), \
        value(epsabs), value(flags), value(mineval), value(maxeval), language##_TEXT(statefile), \
        spin                                                                                     \
  }

// ---- the routines ----

#define VEGAS(entry, language, kind, Integer)                                            \
  void entry(PROBLEM(language, Integer), language##_SCALAR(int) seed,                    \
             language##_SCALAR(Integer) mineval, language##_SCALAR(Integer) maxeval,     \
             language##_SCALAR(Integer) nstart, language##_SCALAR(Integer) nincrease,    \
             language##_SCALAR(Integer) nbatch, language##_SCALAR(int) gridno,           \
             const char *statefile, void *spin, RESULT(language, Integer)) {             \
    set_neval(neval, call_vegas(ARGUMENTS(language, kind),                               \
                                {.seed = value(seed),                                    \
                                 .nstart = value(nstart),                                \
                                 .nincrease = value(nincrease),                          \
                                 .nbatch = value(nbatch)},                               \
                                value(gridno), {nullptr, fail, integral, error, prob})); \
  }

#define SUAVE(entry, language, kind, Integer)                                                      \
  void entry(PROBLEM(language, Integer), language##_SCALAR(int) seed,                              \
             language##_SCALAR(Integer) mineval, language##_SCALAR(Integer) maxeval,               \
             language##_SCALAR(Integer) nnew, language##_SCALAR(Integer) nmin,                     \
             language##_SCALAR(double) flatness, const char *statefile, void *spin, int *nregions, \
             RESULT(language, Integer)) {                                                          \
    set_neval(neval, call_suave(ARGUMENTS(language, kind),                                         \
                                {.seed = value(seed),                                              \
                                 .nnew = value(nnew),                                              \
                                 .nmin = value(nmin),                                              \
                                 .flatness = value(flatness)},                                     \
                                {nregions, fail, integral, error, prob}));                         \
  }

#define DIVONNE(entry, language, kind, Integer)                                                   \
  void entry(PROBLEM(language, Integer), language##_SCALAR(int) seed,                             \
             language##_SCALAR(Integer) mineval, language##_SCALAR(Integer) maxeval,              \
             language##_SCALAR(int) key1, language##_SCALAR(int) key2,                            \
             language##_SCALAR(int) key3, language##_SCALAR(int) maxpass,                         \
             language##_SCALAR(double) border, language##_SCALAR(double) maxchisq,                \
             language##_SCALAR(double) mindeviation, language##_SCALAR(Integer) ngiven,           \
             language##_SCALAR(int) ldxgiven, double xgiven[], language##_SCALAR(Integer) nextra, \
             cuboid_peakfinder peakfinder, const char *statefile, void *spin, int *nregions,      \
             RESULT(language, Integer)) {                                                         \
    set_neval(neval,                                                                              \
              call_divonne(ARGUMENTS(language, kind),                                             \
                           {.seed = value(seed),                                                  \
                            .key1 = value(key1),                                                  \
                            .key2 = value(key2),                                                  \
                            .key3 = value(key3),                                                  \
                            .maxpass = value(maxpass),                                            \
                            .border = value(border),                                              \
                            .maxchisq = value(maxchisq),                                          \
                            .mindeviation = value(mindeviation)},                                 \
                           {value(ngiven), value(ldxgiven), xgiven, value(nextra), peakfinder},   \
                           {nregions, fail, integral, error, prob}));                             \
  }

#define CUHRE(entry, language, kind, Integer)                                               \
  void entry(PROBLEM(language, Integer), language##_SCALAR(Integer) mineval,                \
             language##_SCALAR(Integer) maxeval, language##_SCALAR(int) key,                \
             const char *statefile, void *spin, int *nregions, RESULT(language, Integer)) { \
    set_neval(neval, call_cuhre(ARGUMENTS(language, kind), {.key = value(key)},             \
                                {nregions, fail, integral, error, prob}));                  \
  }

extern "C" {

VEGAS(cuboid_Vegas, C, c, int)
VEGAS(cuboid_llVegas, C, c_long, long long int)
VEGAS(cuboid_fortran_vegas, FORTRAN, fortran, int)
VEGAS(cuboid_fortran_llvegas, FORTRAN, fortran_long, long long int)

SUAVE(cuboid_Suave, C, c, int)
SUAVE(cuboid_llSuave, C, c_long, long long int)
SUAVE(cuboid_fortran_suave, FORTRAN, fortran, int)
SUAVE(cuboid_fortran_llsuave, FORTRAN, fortran_long, long long int)

DIVONNE(cuboid_Divonne, C, c, int)
DIVONNE(cuboid_llDivonne, C, c_long, long long int)
DIVONNE(cuboid_fortran_divonne, FORTRAN, fortran, int)
DIVONNE(cuboid_fortran_lldivonne, FORTRAN, fortran_long, long long int)

CUHRE(cuboid_Cuhre, C, c, int)
CUHRE(cuboid_llCuhre, C, c_long, long long int)
CUHRE(cuboid_fortran_cuhre, FORTRAN, fortran, int)
CUHRE(cuboid_fortran_llcuhre, FORTRAN, fortran_long, long long int)

}  // extern "C"
