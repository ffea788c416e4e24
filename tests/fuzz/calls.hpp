// Calls of Cuba's routines and of the methods of the native interface with arguments out of the
// bytes of an input, an integrand that does what integrands may do, and what must hold after a
// call.
//
// An input is cheap because the integrand gives up after some points, not because sizes are small:
// whatever the arguments are, the library must refuse them or cope.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "cuba.h"
#include "cuboid.h"
#include "support/integrands.hpp"

namespace fuzz {

/// What a target does with an input.
void run(FuzzedDataProvider &data);

/// Ends the program, for the fuzzer to see, if what must hold does not.
inline void require(bool condition, const char *what) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  abort();
}

// ---- the integrand ----

enum class Behaviour {
  constant,
  linear,
  peak,
  step,
  huge,
  subnormal,
  alternating,
  not_a_number,
  infinite,
  aborting,
  throwing,
  silent,
  other_status,
  kMaxValue = other_status
};

struct Integrand {
  Behaviour behaviour;
  std::int64_t special;  ///< number of the point where it shows
  std::int64_t most;     ///< points until it gives up
  int ndim, ncomp;
  int finder;  ///< what the peak finder does
  std::int64_t points = 0;
};

inline double value(const Integrand &f, const double *x, int c) {
  const double linear = x[0] * (c + 1);
  switch (f.behaviour) {
    case Behaviour::constant:
      return c - 2;
    case Behaviour::peak:
      return std::exp(-50 * (x[0] - 0.3) * (x[0] - 0.3)) + c;
    case Behaviour::step:
      return x[f.ndim - 1] > 0.37 ? 1 : -1;
    case Behaviour::huge:
      return (x[0] - 0.4) * 1e308;
    case Behaviour::subnormal:
      return linear * 1e-310;
    case Behaviour::alternating:
      return f.points % 2 == 0 ? 1 : -1;
    case Behaviour::not_a_number:
      return f.points >= f.special ? std::numeric_limits<double>::quiet_NaN() : linear;
    case Behaviour::infinite:
      return f.points == f.special ? -std::numeric_limits<double>::infinity() : linear;
    default:
      return linear;
  }
}

inline int integrand(const int *ndim, const double x[], const int *ncomp, double f[],
                     void *userdata, const int *nvec, const int *core) {
  auto *state = static_cast<Integrand *>(userdata);
  require(*ndim == state->ndim && *ncomp == state->ncomp, "sizes are those of the call");
  require(*nvec >= 1, "there are points");
  require(*core == -1, "the master evaluates");
  for (int i = 0; i < *nvec; ++i, x += *ndim, f += *ncomp) {
    for (int d = 0; d < *ndim; ++d) require(x[d] >= 0 && x[d] <= 1, "points are in the cube");
    if (++state->points > state->most) return -999;
    const bool special = state->points == state->special;
    if (special && state->behaviour == Behaviour::aborting) return -999;
    if (special && state->behaviour == Behaviour::throwing) throw std::runtime_error("thrown");
    if (state->behaviour == Behaviour::silent) continue;
    for (int c = 0; c < *ncomp; ++c) f[c] = value(*state, x, c);
  }
  return state->behaviour == Behaviour::other_status ? static_cast<int>(state->special) : 0;
}

/// Finds more, fewer, or other points than it was asked for.
inline void find_peaks(const int *ndim, const double bounds[], int *count, double x[],
                       void *userdata) {
  const auto *state = static_cast<Integrand *>(userdata);
  require(*count >= 1, "the peak finder has room");
  for (int i = 0; i < *ndim; ++i) {
    const double middle = 0.5 * bounds[2 * i] + 0.5 * bounds[2 * i + 1];
    x[i] = state->finder == 1   ? std::numeric_limits<double>::quiet_NaN()
           : state->finder == 2 ? middle + 10
                                : middle;
  }
  if (state->finder == 3) throw std::runtime_error("thrown by the peak finder");
  if (state->finder == 4) *count = std::numeric_limits<int>::max();
  if (state->finder == 5) *count = -1;
  if (state->finder < 3) *count = 1;
}

// ---- the arguments ----

inline constexpr std::int64_t extremes[] = {0,
                                            -1,
                                            std::numeric_limits<std::int32_t>::min(),
                                            std::numeric_limits<std::int32_t>::max(),
                                            std::numeric_limits<std::int64_t>::min(),
                                            std::numeric_limits<std::int64_t>::max(),
                                            std::int64_t{1} << 30,
                                            std::int64_t{1} << 62};

inline std::int64_t number(FuzzedDataProvider &data, std::int64_t least, std::int64_t most) {
  if (data.ConsumeIntegralInRange(0, 15) == 0) return data.PickValueInArray(extremes);
  return data.ConsumeIntegralInRange(least, most);
}

inline int small_number(FuzzedDataProvider &data, int least, int most) {
  const std::int64_t n = number(data, least, most);
  return static_cast<int>(std::clamp<std::int64_t>(n, std::numeric_limits<int>::min(),
                                                   std::numeric_limits<int>::max()));
}

inline double accuracy(FuzzedDataProvider &data) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double accuracies[] = {0,
                                   1e-2,
                                   1e-3,
                                   1e-6,
                                   1e-12,
                                   -1,
                                   1,
                                   infinity,
                                   -infinity,
                                   1.7e308,
                                   std::numeric_limits<double>::quiet_NaN()};
  if (data.ConsumeBool()) return data.PickValueInArray(accuracies);
  return data.ConsumeFloatingPoint<double>();
}

enum class Routine {
  vegas,
  ll_vegas,
  suave,
  ll_suave,
  divonne,
  ll_divonne,
  cuhre,
  ll_cuhre,
  vegas_plus,
  m_cubes,
  m_cubes_1d,
  pagani,
  lattice,
  kMaxValue = lattice
};

struct Arguments {
  Routine routine;
  int ndim, ncomp, flags, seed, gridno, key, key1, key2, key3, maxpass, ldxgiven;
  std::int64_t nvec, mineval, maxeval, nstart, nincrease, nbatch, nnew, nmin, ngiven, nextra;
  double epsrel, epsabs, flatness, border, maxchisq, mindeviation;
  bool has_given, has_finder;

  bool is(Routine one, Routine twin) const { return routine == one || routine == twin; }
  bool is_vegas() const { return is(Routine::vegas, Routine::ll_vegas); }
  bool is_suave() const { return is(Routine::suave, Routine::ll_suave); }
  bool is_divonne() const { return is(Routine::divonne, Routine::ll_divonne); }
  bool is_cuhre() const { return is(Routine::cuhre, Routine::ll_cuhre); }
  bool is_native() const { return routine >= Routine::vegas_plus; }
  bool is_long() const { return is_native() || static_cast<int>(routine) % 2 == 1; }
  bool counts_nonfinite_as_zero() const { return is_native() && (flags & 2) != 0; }
  const char *method() const {
    constexpr const char *names[] = {"vegas_plus", "m_cubes", "m_cubes_1d", "pagani", "lattice"};
    return names[static_cast<int>(routine) - static_cast<int>(Routine::vegas_plus)];
  }
};

inline Arguments arguments_from(FuzzedDataProvider &data) {
  constexpr int sizes[] = {0, -1, 20, 21, 40, 41, 300, 1024, 1025, 1 << 30};
  Arguments a;
  a.routine = data.ConsumeEnum<Routine>();
  a.ndim = data.ConsumeIntegralInRange(1, 9);
  if (data.ConsumeIntegralInRange(0, 3) == 0) a.ndim = data.PickValueInArray(sizes);
  a.ncomp = data.ConsumeIntegralInRange(1, 9);
  if (data.ConsumeIntegralInRange(0, 7) == 0) a.ncomp = data.PickValueInArray(sizes);
  // What is left out takes a second or a gigabyte, and is right to.
  const bool cubature = a.is_cuhre() || a.is_divonne() || a.routine == Routine::pagani;
  if (cubature && a.ndim == 20) a.ndim = 11;
  if (std::int64_t{a.ndim} * a.ncomp > 10000 && a.ndim <= 1024) a.ncomp = 1;
  a.flags = data.ConsumeBool() ? data.ConsumeIntegral<std::int32_t>()
                               : data.ConsumeIntegralInRange(0, 255 | 4 << 8);
  a.seed = small_number(data, -3, 100);
  a.gridno = small_number(data, -12, 12);
  a.key = small_number(data, -1, 14);
  a.key1 = small_number(data, -100, 100);
  a.key2 = small_number(data, -100, 100);
  a.key3 = small_number(data, -2, 50);
  a.maxpass = small_number(data, -1, 5);
  a.ldxgiven = small_number(data, 1, 20);
  a.nvec = number(data, 1, 3000);
  a.mineval = number(data, 0, 3000);
  a.maxeval = number(data, 0, 3000);
  a.nstart = number(data, 1, 2000);
  a.nincrease = number(data, -500, 2000);
  a.nbatch = number(data, 1, 2000);
  a.nnew = number(data, 1, 2000);
  a.nmin = number(data, 1, 200);
  a.nextra = number(data, 0, 5);
  // The caller has as many points as it says: there is no telling that it has not.
  a.ngiven = number(data, 0, 5);
  if (a.ngiven > 5) a.ngiven = 5;
  a.has_given = data.ConsumeIntegralInRange(0, 7) != 0;
  a.has_finder = data.ConsumeIntegralInRange(0, 7) != 0;
  a.flatness = data.ConsumeBool() ? accuracy(data) : data.ConsumeIntegralInRange(1, 200);
  a.border = data.ConsumeBool() ? 0 : accuracy(data);
  a.maxchisq = data.ConsumeBool() ? 10 : accuracy(data);
  a.mindeviation = data.ConsumeBool() ? 0.25 : accuracy(data);
  a.epsrel = accuracy(data);
  a.epsabs = accuracy(data);
  // Random numbers are drawn for a whole batch: those of great luxury one by one.
  if (a.seed != 0 && a.flags >> 8 > 400) {
    a.nbatch = std::min<std::int64_t>(a.nbatch, 4);
    a.nnew = std::min<std::int64_t>(a.nnew, 20);
    if (a.is_divonne()) a.flags &= 255;
  }
  if (!a.is_long())
    for (std::int64_t *n : {&a.nvec, &a.mineval, &a.maxeval, &a.nstart, &a.nincrease, &a.nbatch,
                            &a.nnew, &a.nmin, &a.ngiven, &a.nextra})
      *n = std::clamp<std::int64_t>(*n, std::numeric_limits<int>::min(),
                                    std::numeric_limits<int>::max());
  return a;
}

// ---- the call, and what must hold after it ----

inline constexpr double untouched = -77;
inline constexpr int max_components = 1024;

struct Outputs {
  int nregions = -77, fail = -77;
  long long neval = -77;
  std::vector<double> integral, error, prob;
};

/// What is left of a call whose options are refused.
inline Outputs refused(Outputs o, int status, int ncomp) {
  o.fail = status;
  o.neval = 0;
  o.nregions = 0;
  for (std::vector<double> *values : {&o.integral, &o.error, &o.prob})
    for (int c = 0; c < ncomp; ++c)
      (*values)[static_cast<std::size_t>(c)] = std::numeric_limits<double>::quiet_NaN();
  return o;
}

/// A method of the native interface; its options come out of what Cuba's routines take.
inline Outputs call_native(const Arguments &a, Integrand &f, const char *statefile, Outputs o) {
  const int known = a.ncomp >= 1 && a.ncomp <= max_components ? a.ncomp : 0;
  cuboid_integrand *integrand_handle = nullptr;
  int status = cuboid_integrand_create(&integrand_handle, a.ndim, a.ncomp,
                                       support::as<cuboid_function>(integrand), &f);
  if (status != 0) {
    require(integrand_handle == nullptr, "there is no integrand");
    return refused(std::move(o), status, known);
  }
  cuboid_options *options = nullptr;
  require(cuboid_options_create(&options) == 0, "there are options");
  const auto integer = [&](const char *name, std::int64_t value) {
    if (status == 0) status = cuboid_options_set_integer(options, name, value);
  };
  const auto real = [&](const char *name, double value) {
    if (status == 0) status = cuboid_options_set_real(options, name, value);
  };
  cuboid_options_set_text(options, "method", a.method());
  cuboid_options_set_text(options, "workers", "serial");
  const auto bits = static_cast<unsigned>(a.flags);
  cuboid_options_set_text(options, "combination", bits % 2 == 0 ? "samples" : "inverse_variance");
  cuboid_options_set_text(options, "nonfinite", a.counts_nonfinite_as_zero() ? "zero" : "stop");
  if (statefile != nullptr) cuboid_options_set_text(options, "statefile", statefile);
  integer("keep_state", bits / 4 % 2);
  integer("reset_state", bits / 8 % 8 == 7 ? 1 : 0);
  integer("overwrite_state", bits / 16 % 4 == 3 ? 0 : 1);
  integer("quasi", bits / 64 % 4 == 3 ? 1 : 0);
  // Values that are refused, in one call of eight: an input that has come to its end has zeros.
  const bool refusable = bits / 256 % 8 == 7;
  const auto usable = [&](std::int64_t value, std::int64_t least) {
    return refusable ? value : std::max(value, least);
  };
  integer("seed", usable(a.seed, 0));
  integer("nvec", std::min<std::int64_t>(usable(a.nvec, 1), 1 << 20));
  integer("mineval", usable(a.mineval, 0));
  integer("maxeval", usable(a.maxeval, 0));
  integer("nstart", usable(a.nstart, 10));
  integer("nincrease", usable(a.nincrease, 0));
  real("epsrel", a.epsrel);
  real("epsabs", a.epsabs);
  // Enough for what the integrand has points for.
  integer("memory_limit", 1 << 24);
  if (refusable || bits / 2048 % 2 == 1) {
    integer("adapting", a.key);
    integer("intervals", usable(a.nnew % 1025, 2));
    real("alpha", a.maxchisq);
    real("beta", a.mindeviation);
  }
  cuboid_result *result = nullptr;
  if (status == 0) {
    status = cuboid_integrate(integrand_handle, nullptr, nullptr, options, &result);
    if (result != nullptr) require(cuboid_result_status(result) == status, "the status is one");
  }
  o = refused(std::move(o), status, known);
  if (result != nullptr) {
    o.neval = cuboid_result_neval(result);
    o.nregions = static_cast<int>(std::min<std::int64_t>(cuboid_result_nregions(result), 1 << 30));
    for (int c = 0; c < known; ++c) {
      const auto k = static_cast<std::size_t>(c);
      o.integral[k] = cuboid_result_value(result)[c];
      o.error[k] = cuboid_result_error(result)[c];
      o.prob[k] = cuboid_result_prob(result)[c];
    }
    require(status != 0 || cuboid_result_trusted(result) == 1, "success is trusted");
  }
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand_handle);
  return o;
}

/// By Cuba's entries.
inline void call_routine(const Arguments &a, Integrand &f, const char *statefile, void *spin,
                         Outputs &o) {
  const auto function = support::as<integrand_t>(integrand);
  const auto i = [](std::int64_t n) { return static_cast<int>(n); };
  int neval = -77;
  // Points in the cube, on its faces and outside, of as many coordinates as ldxgiven or ndim say.
  std::vector<double> given;
  if (a.is_divonne() && a.has_given && a.ngiven > 0 && a.ldxgiven <= 1000 && a.ndim <= 1025)
    given.assign(static_cast<std::size_t>(a.ngiven) *
                     static_cast<std::size_t>(std::max({a.ldxgiven, a.ndim, 1})),
                 0.5);
  for (std::size_t k = 0; k < given.size(); k += 3) given[k] = static_cast<double>(k % 5) / 3;
  double *const xgiven = given.empty() ? nullptr : given.data();
  const auto finder = a.has_finder ? find_peaks : nullptr;
  switch (a.routine) {
    case Routine::vegas:
      Vegas(a.ndim, a.ncomp, function, &f, i(a.nvec), a.epsrel, a.epsabs, a.flags, a.seed,
            i(a.mineval), i(a.maxeval), i(a.nstart), i(a.nincrease), i(a.nbatch), a.gridno,
            statefile, spin, &neval, &o.fail, o.integral.data(), o.error.data(), o.prob.data());
      break;
    case Routine::ll_vegas:
      llVegas(a.ndim, a.ncomp, function, &f, a.nvec, a.epsrel, a.epsabs, a.flags, a.seed, a.mineval,
              a.maxeval, a.nstart, a.nincrease, a.nbatch, a.gridno, statefile, spin, &o.neval,
              &o.fail, o.integral.data(), o.error.data(), o.prob.data());
      break;
    case Routine::suave:
      Suave(a.ndim, a.ncomp, function, &f, i(a.nvec), a.epsrel, a.epsabs, a.flags, a.seed,
            i(a.mineval), i(a.maxeval), i(a.nnew), i(a.nmin), a.flatness, statefile, spin,
            &o.nregions, &neval, &o.fail, o.integral.data(), o.error.data(), o.prob.data());
      break;
    case Routine::ll_suave:
      llSuave(a.ndim, a.ncomp, function, &f, a.nvec, a.epsrel, a.epsabs, a.flags, a.seed, a.mineval,
              a.maxeval, a.nnew, a.nmin, a.flatness, statefile, spin, &o.nregions, &o.neval,
              &o.fail, o.integral.data(), o.error.data(), o.prob.data());
      break;
    case Routine::divonne:
      Divonne(a.ndim, a.ncomp, function, &f, i(a.nvec), a.epsrel, a.epsabs, a.flags, a.seed,
              i(a.mineval), i(a.maxeval), a.key1, a.key2, a.key3, a.maxpass, a.border, a.maxchisq,
              a.mindeviation, i(a.ngiven), a.ldxgiven, xgiven, i(a.nextra), finder, statefile, spin,
              &o.nregions, &neval, &o.fail, o.integral.data(), o.error.data(), o.prob.data());
      break;
    case Routine::ll_divonne:
      llDivonne(a.ndim, a.ncomp, function, &f, a.nvec, a.epsrel, a.epsabs, a.flags, a.seed,
                a.mineval, a.maxeval, a.key1, a.key2, a.key3, a.maxpass, a.border, a.maxchisq,
                a.mindeviation, a.ngiven, a.ldxgiven, xgiven, a.nextra, finder, statefile, spin,
                &o.nregions, &o.neval, &o.fail, o.integral.data(), o.error.data(), o.prob.data());
      break;
    case Routine::cuhre:
      Cuhre(a.ndim, a.ncomp, function, &f, i(a.nvec), a.epsrel, a.epsabs, a.flags, i(a.mineval),
            i(a.maxeval), a.key, statefile, spin, &o.nregions, &neval, &o.fail, o.integral.data(),
            o.error.data(), o.prob.data());
      break;
    case Routine::ll_cuhre:
      llCuhre(a.ndim, a.ncomp, function, &f, a.nvec, a.epsrel, a.epsabs, a.flags, a.mineval,
              a.maxeval, a.key, statefile, spin, &o.nregions, &o.neval, &o.fail, o.integral.data(),
              o.error.data(), o.prob.data());
      break;
    default:
      break;
  }
  if (!a.is_long()) o.neval = neval;
}

inline Outputs call(const Arguments &a, Integrand &f, const char *statefile, void *spin) {
  Outputs o;
  for (std::vector<double> *values : {&o.integral, &o.error, &o.prob})
    values->assign(max_components + 1, untouched);
  if (a.is_native()) return call_native(a, f, statefile, std::move(o));
  try {
    call_routine(a, f, statefile, spin, o);
  } catch (const std::runtime_error &) {
    // What the caller's functions throw passes through Cuba's entries, which then return no neval.
    require(o.fail == CUBOID_EXCEPTION, "fail says that a function of the caller's threw");
    o.neval = 0;
  }
  return o;
}

/// forged: the run went on from numbers that nobody has measured.
inline void check(const Arguments &a, const Outputs &o, bool forged) {
  const std::string why = cuboid_last_error();
  require(*cuboid_status_name(o.fail) != '\0' || (a.is_divonne() && o.fail > 0),
          "fail is a status");
  require(o.fail != CUBOID_INTERNAL, "there are no internal errors");
  require(why.empty() == (o.fail >= 0), "failures are explained");
  require(o.neval >= 0, "neval is set");
  require(a.is_vegas() || o.nregions >= 0, "nregions is set");
  const bool written = a.ncomp >= 1 && a.ncomp <= max_components;
  // Methods of the native interface may have room for fewer.
  if (a.is_native())
    require(written || o.fail < 0, "ncomp is checked");
  else
    require(written == (o.fail != CUBOID_BAD_NCOMP), "ncomp is checked");
  const std::size_t count = written ? static_cast<std::size_t>(a.ncomp) : 0;
  for (const std::vector<double> *values : {&o.integral, &o.error, &o.prob})
    for (std::size_t c = count; c < values->size(); ++c)
      require((*values)[c] == untouched, "nothing is written beyond ncomp");
  for (std::size_t c = 0; c < count; ++c) {
    const double integral = o.integral[c], error = o.error[c];
    require(integral != untouched && error != untouched && o.prob[c] != untouched, "all is set");
    // What is left without the values that are not finite is known, if that is asked for, or was by
    // the run that wrote the state.
    const bool counted =
        o.fail == CUBOID_NONFINITE && (a.counts_nonfinite_as_zero() || (a.is_native() && forged));
    if (o.fail < 0 && o.fail != CUBOID_OUT_OF_MEMORY && !counted)
      require(std::isnan(integral) && std::isnan(error), "nothing is known after a failure");
    if (o.fail >= 0) require(std::isfinite(integral), "results are numbers");
    if (o.fail >= 0 && !forged) require(error >= 0, "errors are not negative");
    constexpr double min_goal = 0x1p-104;
    const double goal = std::fmax(std::fmax(a.epsrel * std::fabs(integral), a.epsabs), min_goal);
    if (o.fail == 0) require(error <= goal, "success is what was asked for");
  }
}

// ---- state files ----

/// The name of the one state file of this process, in a directory of its own.
inline const std::string &state_name() {
  static const std::string name = [] {
    char directory[] = "/tmp/cuboid-fuzz-XXXXXX";
    require(mkdtemp(directory) != nullptr, "there is a directory");
    static const std::string path = directory;
    atexit([] { std::filesystem::remove_all(path); });
    return path + "/state";
  }();
  return name;
}

/// An integrand for the call.
inline Integrand integrand_from(FuzzedDataProvider &data, const Arguments &a) {
  Integrand f{data.ConsumeEnum<Behaviour>(),
              data.ConsumeIntegralInRange<std::int64_t>(1, 2000),
              a.ndim > 100 || a.ncomp > 100 ? 100 : 3000,
              a.ndim,
              a.ncomp,
              data.ConsumeIntegralInRange(0, 6)};
  if (a.seed != 0 && a.flags >> 8 > 400) f.most = 20;
  return f;
}

/// Everything is serial, and what is printed is of no interest.
inline void prepare() {
  setenv("CUBACORES", "0", 1);
  require(freopen("/dev/null", "w", stdout) != nullptr, "there is nowhere to print to");
}

}  // namespace fuzz
