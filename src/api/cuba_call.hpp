// Cuba's routines behind their entry points: one set of arguments for C and Fortran, int and long.
#pragma once

#include <cstdint>
#include <string>

#include "api/grid_slots.hpp"
#include "base/options.hpp"
#include "cuboid.h"

namespace cuboid::api {

/// What all routines have.
struct CubaArguments {
  EntryKind kind = EntryKind::c;
  int ndim = 0;
  int ncomp = 0;
  cuboid_function integrand = nullptr;
  void *userdata = nullptr;
  std::int64_t nvec = 0;
  double epsrel = 0;
  double epsabs = 0;
  int flags = 0;
  std::int64_t mineval = 0;
  std::int64_t maxeval = 0;
  const char *statefile = nullptr;
  void *spin = nullptr;
};

/// Of Divonne.
struct PeakArguments {
  std::int64_t ngiven = 0;
  int ldxgiven = 0;
  const double *xgiven = nullptr;
  std::int64_t nextra = 0;
  cuboid_peakfinder peakfinder = nullptr;
};

/// Where results go.  Null pointers are left out.  After a failure the values are NaN, unless ncomp
/// is one of the arguments that are wrong.
struct CubaOutput {
  int *nregions = nullptr;
  int *fail = nullptr;
  double *integral = nullptr;
  double *error = nullptr;
  double *prob = nullptr;
};

/// All return neval.  own: has what the routine alone has of the options.  What the integrand, the
/// peak finder or a hook throws is thrown again when all that belongs to the call has been given
/// back; the outputs are NaN then.
std::int64_t call_vegas(const CubaArguments &arguments, const Options &own, int gridno,
                        const CubaOutput &output);
std::int64_t call_suave(const CubaArguments &arguments, const Options &own,
                        const CubaOutput &output);
std::int64_t call_divonne(const CubaArguments &arguments, const Options &own,
                          const PeakArguments &peaks, const CubaOutput &output);
std::int64_t call_cuhre(const CubaArguments &arguments, const Options &own,
                        const CubaOutput &output);

/// A Fortran string as a C string: without its trailing blanks.
std::string fortran_text(const char *text, int length);

}  // namespace cuboid::api
