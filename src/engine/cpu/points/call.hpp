// Calls the integrand for a contiguous slice of points: the only place that does.
#pragma once

#include <cstdint>

#include "engine/common/interrupts.hpp"
#include "engine/engine.hpp"

namespace cuboid::engine::cpu {

/// The integrand with all the arguments that are always passed; shorter prototypes ignore the tail,
/// as the C calling conventions of the supported machines allow.
using FullFunction = int (*)(const int *ndim, const double x[], const int *ncomp, double f[],
                             void *userdata, const std::int64_t *nvec, const int *core,
                             const double weight[], const int *iter);

/// Core argument of the calling process where workers are processes.
inline constexpr int master_core = -1;

/// Evaluates the points in calls of at most nvec of them; f is NaN before each call.
/// Returns the number of points evaluated, which is less than all if the stop flag ended it. Throws
/// Failure: CUBOID_ABORTED, CUBOID_EXCEPTION; and Interrupted.  Holds no lock and owns nothing
/// while the integrand runs, so that the integrand may leave by longjmp.
/// subject: what is called, for the sentences.
std::int64_t call_integrand(const HostFunction &host, const PointSet &points, double *f, int core,
                            Interrupts &interrupts, const char *subject = "the integrand");

/// The same at so few points that neither flags nor the clock are looked at.  x: [count][ndim].
void evaluate_at(const HostFunction &host, std::int64_t count, const double *x, double *f,
                 const char *subject = "the integrand");

}  // namespace cuboid::engine::cpu
