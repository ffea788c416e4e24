#include "cuba/suave/suave.hpp"

#include "cuba/suave/suave_run.hpp"
#include "run/trace.hpp"

namespace cuboid::algorithm::cuba {

namespace {

void integrate(suave_parts::SuaveRun &run, const Goal &goal, const Result &result) {
  run.begin();
  for (;;) {
    run.report();
    if (result.converged || result.neval >= goal.maxeval) break;
    run.bisect();
    run.save_if_due();
  }
  if (!result.converged) run.save_last();
}

}  // namespace

void suave(const Task &task, const SuaveOptions &options, Result &result) {
  suave_parts::SuaveRun run(task, options, 1, result);
  with_regions(
      task.log->trace(), [&] { integrate(run, task.goal, result); }, [&] { return run.table(); });
}

}  // namespace cuboid::algorithm::cuba
