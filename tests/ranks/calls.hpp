// Integrations of the jobs: what they call, and what comes back through a pipe.
#pragma once

#include <math.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstdint>

#include "cuba.h"
#include "cuboid.h"

namespace ranks {

constexpr int ncomp = 2;

/// All that a call says, and how often it called the integrand in this process.
struct Answer {
  int status = -1000;
  bool threw = false;
  std::int64_t neval = 0, nregions = 0, niterations = 0, calls = 0;
  double value[ncomp] = {}, error[ncomp] = {}, prob[ncomp] = {};
  char message[1000] = "";
  char reasons[1000] = "";  ///< of a native call
};

inline bool same_numbers(const Answer &a, const Answer &b) {
  return a.status == b.status && a.neval == b.neval && a.nregions == b.nregions &&
         a.niterations == b.niterations && memcmp(a.value, b.value, sizeof a.value) == 0 &&
         memcmp(a.error, b.error, sizeof a.error) == 0 &&
         memcmp(a.prob, b.prob, sizeof a.prob) == 0;
}

/// What an integrand does besides having a value.
struct Behaviour {
  double seconds = 0;            ///< that a point takes
  std::int64_t trouble_at = -1;  ///< the call at which trouble begins; -1: never
  enum Trouble { none, nan, abort, exception, cancel, sleep, die } trouble = none;
  volatile int cancelled = 0;
  std::int64_t calls = 0;
  double hole = 2;
};

inline double seconds_now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

int make_trouble(Behaviour &behaviour, double f[]);

/// A peak and a wave, so that every method has something to refine.
inline int integrand(const int *ndim, const double x[], const int *, double f[], void *userdata) {
  auto &behaviour = *static_cast<Behaviour *>(userdata);
  const double end = behaviour.seconds > 0 ? seconds_now() + behaviour.seconds : 0;
  double square = 0, sum = 0;
  for (int d = 0; d < *ndim; ++d) {
    square += (x[d] - 0.3) * (x[d] - 0.3);
    sum += (d + 1) * x[d];
  }
  f[0] = exp(-30 * square);
  f[1] = x[0] < behaviour.hole ? 1.5 + cos(sum) : NAN;
  while (end > 0 && seconds_now() < end) {
  }
  const bool troubled = behaviour.calls++ == behaviour.trouble_at;
  return troubled ? make_trouble(behaviour, f) : 0;
}

/// Logarithms of a peak at e^-5000, so narrow that a first look sees nothing of its top, and of a
/// wave at e^900.
inline int logarithms(const int *ndim, const double x[], const int *count, double f[],
                      void *userdata) {
  const int status = integrand(ndim, x, count, f, userdata);
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - 0.3) * (x[d] - 0.3);
  f[0] = std::isnan(f[0]) ? f[0] : -5000 - 1e6 * square;
  f[1] = 900 + std::log(f[1]);
  return status;
}

/// What a job calls.
struct Call {
  const char *method;  ///< of Cuba with a capital letter
  int ndim = 3;
  std::int64_t maxeval = 20000;
  double time_limit = 0;
  double rank_timeout = 20;
  const char *statefile = "";
  int verbosity = 0;
  int seed = 0;
  std::int64_t nstart = 1000;
  const char *nonfinite = "stop";
  double hole = 2;  ///< from this x_0 on the integrand is NaN
  int log = 0;      ///< 1: of logarithms
  const char *norm = "component";
  /// A text with p[0] = 2, of which the value and the derivative are integrated; nullptr:
  /// integrand.
  const char *gradient_of = nullptr;
  bool broken = false;  ///< over the unit cube with a break on the first axis
};

/// Through Cuba's entries.
Answer call_cuba(const Call &call, Behaviour &behaviour);
/// By cuboid_integrate.
Answer call_native(const Call &call, Behaviour &behaviour);

inline Answer call(const Call &call, Behaviour &behaviour) {
  return call.method[0] < 'a' ? call_cuba(call, behaviour) : call_native(call, behaviour);
}

}  // namespace ranks
