// Suave: what it has, and how it is called.
#include "algorithm/suave/suave.hpp"

#include "base/formatted.hpp"
#include "router/points_method.hpp"

namespace cuboid::router {

namespace {

void run_suave(const Run &run, Outcome &outcome) {
  run_on_points(run, outcome, [&](const algorithm::Task &task) {
    const auto suave = run.request.cuba.called ? algorithm::cuba::suave : algorithm::suave;
    suave(task, {run.request.options, run.request.cuba.suave}, outcome.result);
  });
}

void check_suave(const Options &options) {
  if (options.nmin > options.nnew)
    reject("nmin = %lld must be at most nnew = %lld, the samples of a set",
           static_cast<long long>(options.nmin), static_cast<long long>(options.nnew));
}

}  // namespace

const MethodTraits suave_traits{
    .interface = Interface::points,
    .run = run_suave,
    .has_samples = true,
    .sobol_in_cuba = true,
    // The mean over the sets prefers sets with few and small values, and is too low by several
    // errors.
    .last_only = true,
    .check = check_suave,
};

}  // namespace cuboid::router
