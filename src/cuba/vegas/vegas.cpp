#include "cuba/vegas/vegas.hpp"

#include "cuba/vegas/vegas_run.hpp"

namespace cuboid::algorithm::cuba {

void vegas(const Task &task, const Options &options, std::vector<double> &grid, Result &result) {
  VegasRun run(task, options, {}, grid, result);
  run.begin();
  for (;;) {
    run.sample();
    const bool is_accurate = run.estimate();
    result.converged = is_accurate && result.neval >= task.goal.mineval;
    run.print();
    if (result.converged) return;
    // A result below mineval is a success when maxeval is the reason.
    result.converged = run.exhausted() && is_accurate;
    if (run.go_on()) continue;
    // The degrees of freedom are one too many where the state is kept.
    if (run.exhausted() && task.state->used()) result.dof = run.iteration();
    return;
  }
}

}  // namespace cuboid::algorithm::cuba
