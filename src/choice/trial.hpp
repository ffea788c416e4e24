// method = "auto": a look at the integrand, and the method that it speaks for.
#pragma once

#include "router/run.hpp"

namespace cuboid::router {

/// Whether the method is to be found by a trial: it is not named, and nothing that the caller asks
/// for belongs to one method (a state file, samples, a beginning, Cuba's calls).
bool wants_trial(const Request &request);

/// Tries the methods that can integrate this with a tenth of maxeval, or 4096 evaluations if
/// that is more (cubature, of which nothing is lost, with a quarter); ends with what has converged
/// then; else predicts how many evaluations each needs, and runs the best of them, and if that does
/// not keep its promise, the second.  All follows from evaluations and estimates, nothing from
/// times.  Throws Failure as the methods do.
void run_by_trial(const Request &request, const Call &call, Outcome &outcome);

}  // namespace cuboid::router
