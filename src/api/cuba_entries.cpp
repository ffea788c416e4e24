// Cuba's routines, argument by argument.
#include <limits>

#include "api/cuba_call.hpp"
#include "cuboid.h"

namespace {

using cuboid::api::call_cuhre;
using cuboid::api::call_divonne;
using cuboid::api::call_suave;
using cuboid::api::call_vegas;
using cuboid::api::CubaArguments;
using cuboid::api::EntryKind;
using cuboid::api::fortran_text;

/// neval as the caller's kind of integer; more than it holds is its largest number.
template <class Integer>
void set_neval(Integer *neval, std::int64_t value) {
  constexpr std::int64_t most = std::numeric_limits<Integer>::max();
  if (neval != nullptr) *neval = static_cast<Integer>(value < most ? value : most);
}

}  // namespace

extern "C" {

void cuboid_Vegas(int ndim, int ncomp, cuboid_function integrand, void *userdata, int nvec,
                  double epsrel, double epsabs, int flags, int seed, int mineval, int maxeval,
                  int nstart, int nincrease, int nbatch, int gridno, const char *statefile,
                  void *spin, int *neval, int *fail, double integral[], double error[],
                  double prob[]) {
  const CubaArguments arguments{EntryKind::c, ndim,  ncomp,   integrand, userdata,  nvec, epsrel,
                                epsabs,       flags, mineval, maxeval,   statefile, spin};
  set_neval(neval, call_vegas(arguments, {seed, nstart, nincrease, nbatch, gridno},
                              {nullptr, fail, integral, error, prob}));
}

void cuboid_llVegas(int ndim, int ncomp, cuboid_function integrand, void *userdata,
                    long long int nvec, double epsrel, double epsabs, int flags, int seed,
                    long long int mineval, long long int maxeval, long long int nstart,
                    long long int nincrease, long long int nbatch, int gridno,
                    const char *statefile, void *spin, long long int *neval, int *fail,
                    double integral[], double error[], double prob[]) {
  const CubaArguments arguments{
      EntryKind::c_long, ndim,    ncomp,     integrand, userdata, nvec, epsrel, epsabs, flags,
      mineval,           maxeval, statefile, spin};
  set_neval(neval, call_vegas(arguments, {seed, nstart, nincrease, nbatch, gridno},
                              {nullptr, fail, integral, error, prob}));
}

void cuboid_fortran_vegas(const int *ndim, const int *ncomp, cuboid_function integrand,
                          void *userdata, const int *nvec, const double *epsrel,
                          const double *epsabs, const int *flags, const int *seed,
                          const int *mineval, const int *maxeval, const int *nstart,
                          const int *nincrease, const int *nbatch, const int *gridno,
                          const char *statefile, void *spin, int *neval, int *fail,
                          double integral[], double error[], double prob[], int statefile_length) {
  const std::string state = fortran_text(statefile, statefile_length);
  const CubaArguments arguments{EntryKind::fortran,
                                *ndim,
                                *ncomp,
                                integrand,
                                userdata,
                                *nvec,
                                *epsrel,
                                *epsabs,
                                *flags,
                                *mineval,
                                *maxeval,
                                state.c_str(),
                                spin};
  set_neval(neval, call_vegas(arguments, {*seed, *nstart, *nincrease, *nbatch, *gridno},
                              {nullptr, fail, integral, error, prob}));
}

void cuboid_fortran_llvegas(const int *ndim, const int *ncomp, cuboid_function integrand,
                            void *userdata, const long long int *nvec, const double *epsrel,
                            const double *epsabs, const int *flags, const int *seed,
                            const long long int *mineval, const long long int *maxeval,
                            const long long int *nstart, const long long int *nincrease,
                            const long long int *nbatch, const int *gridno, const char *statefile,
                            void *spin, long long int *neval, int *fail, double integral[],
                            double error[], double prob[], int statefile_length) {
  const std::string state = fortran_text(statefile, statefile_length);
  const CubaArguments arguments{EntryKind::fortran_long,
                                *ndim,
                                *ncomp,
                                integrand,
                                userdata,
                                *nvec,
                                *epsrel,
                                *epsabs,
                                *flags,
                                *mineval,
                                *maxeval,
                                state.c_str(),
                                spin};
  set_neval(neval, call_vegas(arguments, {*seed, *nstart, *nincrease, *nbatch, *gridno},
                              {nullptr, fail, integral, error, prob}));
}

void cuboid_Suave(int ndim, int ncomp, cuboid_function integrand, void *userdata, int nvec,
                  double epsrel, double epsabs, int flags, int seed, int mineval, int maxeval,
                  int nnew, int nmin, double flatness, const char *statefile, void *spin,
                  int *nregions, int *neval, int *fail, double integral[], double error[],
                  double prob[]) {
  const CubaArguments arguments{EntryKind::c, ndim,  ncomp,   integrand, userdata,  nvec, epsrel,
                                epsabs,       flags, mineval, maxeval,   statefile, spin};
  set_neval(neval, call_suave(arguments, {seed, nnew, nmin, flatness},
                              {nregions, fail, integral, error, prob}));
}

void cuboid_llSuave(int ndim, int ncomp, cuboid_function integrand, void *userdata,
                    long long int nvec, double epsrel, double epsabs, int flags, int seed,
                    long long int mineval, long long int maxeval, long long int nnew,
                    long long int nmin, double flatness, const char *statefile, void *spin,
                    int *nregions, long long int *neval, int *fail, double integral[],
                    double error[], double prob[]) {
  const CubaArguments arguments{
      EntryKind::c_long, ndim,    ncomp,     integrand, userdata, nvec, epsrel, epsabs, flags,
      mineval,           maxeval, statefile, spin};
  set_neval(neval, call_suave(arguments, {seed, nnew, nmin, flatness},
                              {nregions, fail, integral, error, prob}));
}

void cuboid_fortran_suave(const int *ndim, const int *ncomp, cuboid_function integrand,
                          void *userdata, const int *nvec, const double *epsrel,
                          const double *epsabs, const int *flags, const int *seed,
                          const int *mineval, const int *maxeval, const int *nnew, const int *nmin,
                          const double *flatness, const char *statefile, void *spin, int *nregions,
                          int *neval, int *fail, double integral[], double error[], double prob[],
                          int statefile_length) {
  const std::string state = fortran_text(statefile, statefile_length);
  const CubaArguments arguments{EntryKind::fortran,
                                *ndim,
                                *ncomp,
                                integrand,
                                userdata,
                                *nvec,
                                *epsrel,
                                *epsabs,
                                *flags,
                                *mineval,
                                *maxeval,
                                state.c_str(),
                                spin};
  set_neval(neval, call_suave(arguments, {*seed, *nnew, *nmin, *flatness},
                              {nregions, fail, integral, error, prob}));
}

void cuboid_fortran_llsuave(const int *ndim, const int *ncomp, cuboid_function integrand,
                            void *userdata, const long long int *nvec, const double *epsrel,
                            const double *epsabs, const int *flags, const int *seed,
                            const long long int *mineval, const long long int *maxeval,
                            const long long int *nnew, const long long int *nmin,
                            const double *flatness, const char *statefile, void *spin,
                            int *nregions, long long int *neval, int *fail, double integral[],
                            double error[], double prob[], int statefile_length) {
  const std::string state = fortran_text(statefile, statefile_length);
  const CubaArguments arguments{EntryKind::fortran_long,
                                *ndim,
                                *ncomp,
                                integrand,
                                userdata,
                                *nvec,
                                *epsrel,
                                *epsabs,
                                *flags,
                                *mineval,
                                *maxeval,
                                state.c_str(),
                                spin};
  set_neval(neval, call_suave(arguments, {*seed, *nnew, *nmin, *flatness},
                              {nregions, fail, integral, error, prob}));
}

void cuboid_Divonne(int ndim, int ncomp, cuboid_function integrand, void *userdata, int nvec,
                    double epsrel, double epsabs, int flags, int seed, int mineval, int maxeval,
                    int key1, int key2, int key3, int maxpass, double border, double maxchisq,
                    double mindeviation, int ngiven, int ldxgiven, double xgiven[], int nextra,
                    cuboid_peakfinder peakfinder, const char *statefile, void *spin, int *nregions,
                    int *neval, int *fail, double integral[], double error[], double prob[]) {
  const CubaArguments arguments{EntryKind::c, ndim,  ncomp,   integrand, userdata,  nvec, epsrel,
                                epsabs,       flags, mineval, maxeval,   statefile, spin};
  set_neval(neval, call_divonne(arguments,
                                {seed, key1, key2, key3, maxpass, border, maxchisq, mindeviation,
                                 ngiven, ldxgiven, xgiven, nextra, peakfinder},
                                {nregions, fail, integral, error, prob}));
}

void cuboid_llDivonne(int ndim, int ncomp, cuboid_function integrand, void *userdata,
                      long long int nvec, double epsrel, double epsabs, int flags, int seed,
                      long long int mineval, long long int maxeval, int key1, int key2, int key3,
                      int maxpass, double border, double maxchisq, double mindeviation,
                      long long int ngiven, int ldxgiven, double xgiven[], long long int nextra,
                      cuboid_peakfinder peakfinder, const char *statefile, void *spin,
                      int *nregions, long long int *neval, int *fail, double integral[],
                      double error[], double prob[]) {
  const CubaArguments arguments{
      EntryKind::c_long, ndim,    ncomp,     integrand, userdata, nvec, epsrel, epsabs, flags,
      mineval,           maxeval, statefile, spin};
  set_neval(neval, call_divonne(arguments,
                                {seed, key1, key2, key3, maxpass, border, maxchisq, mindeviation,
                                 ngiven, ldxgiven, xgiven, nextra, peakfinder},
                                {nregions, fail, integral, error, prob}));
}

void cuboid_fortran_divonne(
    const int *ndim, const int *ncomp, cuboid_function integrand, void *userdata, const int *nvec,
    const double *epsrel, const double *epsabs, const int *flags, const int *seed,
    const int *mineval, const int *maxeval, const int *key1, const int *key2, const int *key3,
    const int *maxpass, const double *border, const double *maxchisq, const double *mindeviation,
    const int *ngiven, const int *ldxgiven, double xgiven[], const int *nextra,
    cuboid_peakfinder peakfinder, const char *statefile, void *spin, int *nregions, int *neval,
    int *fail, double integral[], double error[], double prob[], int statefile_length) {
  const std::string state = fortran_text(statefile, statefile_length);
  const CubaArguments arguments{EntryKind::fortran,
                                *ndim,
                                *ncomp,
                                integrand,
                                userdata,
                                *nvec,
                                *epsrel,
                                *epsabs,
                                *flags,
                                *mineval,
                                *maxeval,
                                state.c_str(),
                                spin};
  set_neval(neval, call_divonne(arguments,
                                {*seed, *key1, *key2, *key3, *maxpass, *border, *maxchisq,
                                 *mindeviation, *ngiven, *ldxgiven, xgiven, *nextra, peakfinder},
                                {nregions, fail, integral, error, prob}));
}

void cuboid_fortran_lldivonne(const int *ndim, const int *ncomp, cuboid_function integrand,
                              void *userdata, const long long int *nvec, const double *epsrel,
                              const double *epsabs, const int *flags, const int *seed,
                              const long long int *mineval, const long long int *maxeval,
                              const int *key1, const int *key2, const int *key3, const int *maxpass,
                              const double *border, const double *maxchisq,
                              const double *mindeviation, const long long int *ngiven,
                              const int *ldxgiven, double xgiven[], const long long int *nextra,
                              cuboid_peakfinder peakfinder, const char *statefile, void *spin,
                              int *nregions, long long int *neval, int *fail, double integral[],
                              double error[], double prob[], int statefile_length) {
  const std::string state = fortran_text(statefile, statefile_length);
  const CubaArguments arguments{EntryKind::fortran_long,
                                *ndim,
                                *ncomp,
                                integrand,
                                userdata,
                                *nvec,
                                *epsrel,
                                *epsabs,
                                *flags,
                                *mineval,
                                *maxeval,
                                state.c_str(),
                                spin};
  set_neval(neval, call_divonne(arguments,
                                {*seed, *key1, *key2, *key3, *maxpass, *border, *maxchisq,
                                 *mindeviation, *ngiven, *ldxgiven, xgiven, *nextra, peakfinder},
                                {nregions, fail, integral, error, prob}));
}

void cuboid_Cuhre(int ndim, int ncomp, cuboid_function integrand, void *userdata, int nvec,
                  double epsrel, double epsabs, int flags, int mineval, int maxeval, int key,
                  const char *statefile, void *spin, int *nregions, int *neval, int *fail,
                  double integral[], double error[], double prob[]) {
  const CubaArguments arguments{EntryKind::c, ndim,  ncomp,   integrand, userdata,  nvec, epsrel,
                                epsabs,       flags, mineval, maxeval,   statefile, spin};
  set_neval(neval, call_cuhre(arguments, key, {nregions, fail, integral, error, prob}));
}

void cuboid_llCuhre(int ndim, int ncomp, cuboid_function integrand, void *userdata,
                    long long int nvec, double epsrel, double epsabs, int flags,
                    long long int mineval, long long int maxeval, int key, const char *statefile,
                    void *spin, int *nregions, long long int *neval, int *fail, double integral[],
                    double error[], double prob[]) {
  const CubaArguments arguments{
      EntryKind::c_long, ndim,    ncomp,     integrand, userdata, nvec, epsrel, epsabs, flags,
      mineval,           maxeval, statefile, spin};
  set_neval(neval, call_cuhre(arguments, key, {nregions, fail, integral, error, prob}));
}

void cuboid_fortran_cuhre(const int *ndim, const int *ncomp, cuboid_function integrand,
                          void *userdata, const int *nvec, const double *epsrel,
                          const double *epsabs, const int *flags, const int *mineval,
                          const int *maxeval, const int *key, const char *statefile, void *spin,
                          int *nregions, int *neval, int *fail, double integral[], double error[],
                          double prob[], int statefile_length) {
  const std::string state = fortran_text(statefile, statefile_length);
  const CubaArguments arguments{EntryKind::fortran,
                                *ndim,
                                *ncomp,
                                integrand,
                                userdata,
                                *nvec,
                                *epsrel,
                                *epsabs,
                                *flags,
                                *mineval,
                                *maxeval,
                                state.c_str(),
                                spin};
  set_neval(neval, call_cuhre(arguments, *key, {nregions, fail, integral, error, prob}));
}

void cuboid_fortran_llcuhre(const int *ndim, const int *ncomp, cuboid_function integrand,
                            void *userdata, const long long int *nvec, const double *epsrel,
                            const double *epsabs, const int *flags, const long long int *mineval,
                            const long long int *maxeval, const int *key, const char *statefile,
                            void *spin, int *nregions, long long int *neval, int *fail,
                            double integral[], double error[], double prob[],
                            int statefile_length) {
  const std::string state = fortran_text(statefile, statefile_length);
  const CubaArguments arguments{EntryKind::fortran_long,
                                *ndim,
                                *ncomp,
                                integrand,
                                userdata,
                                *nvec,
                                *epsrel,
                                *epsabs,
                                *flags,
                                *mineval,
                                *maxeval,
                                state.c_str(),
                                spin};
  set_neval(neval, call_cuhre(arguments, *key, {nregions, fail, integral, error, prob}));
}

}  // extern "C"
