#include "algorithm/suave/suave.hpp"

#include <algorithm>
#include <vector>

#include "algorithm/suave/final_pass.hpp"
#include "cuba/suave/suave_run.hpp"
#include "run/print_iteration.hpp"
#include "run/remarks.hpp"
#include "run/trace.hpp"

namespace cuboid::algorithm {

namespace {

using namespace suave_parts;

/// Half of maxeval is for the regions.  Where there are only zeros, nothing says where to cut, and
/// halves of halves would see less and less of the cube.
void explore(SuaveRun &run, std::int64_t max_evaluations, const Result &result) {
  run.begin();
  for (;;) {
    run.report();
    const bool nothing_yet = run.saw_only_zeros();
    if ((result.converged && !nothing_yet) || result.neval >= max_evaluations) break;
    if (nothing_yet)
      run.sample_again(max_evaluations);
    else
      run.bisect();
    run.save_if_due();
  }
  run.save_last();
}

/// Smaller regions, of which there are more in proportion to the evaluations.
/// Nothing of that is in a state file: a run that goes on does it again.
void explore_further(SuaveRun &run, Result &result) {
  const std::int64_t enough = smaller_regions * run.evaluations();
  run.count_besides(result.neval - run.evaluations());
  do {
    run.bisect();
    run.report();
    result.converged = false;
  } while (run.evaluations() < enough);
}

/// Returns whether they were in vain.
bool sum_fresh_samples(const Task &task, const SuaveOptions &options, SuaveRun &run, Result &result,
                       Before &before) {
  result.converged = false;
  result.trusted = false;
  say_alone(result, Remark::no_fresh_samples);
  before.explored = run.evaluations();
  before.evaluations = result.neval;
  FinalPass pass(task, options, run, result, before);
  const bool is_in_vain =
      pass.run(std::max(before.explored / iterations_of_regions, options.nnew), result,
               [&] { print_iteration(*task.log, result.niterations, result); });
  before.iterations = result.niterations;
  return is_in_vain;
}

}  // namespace

void suave(const Task &task, const SuaveOptions &options, Result &result) {
  SuaveRun run(task, options, 0, result);
  // Sobol points keep away from some places.
  if (options.seed == 0) run.scramble(0);
  with_regions(
      task.log->trace(),
      [&] {
        explore(run, task.goal.maxeval / 2, result);
        Before before;
        while (sum_fresh_samples(task, options, run, result, before)) explore_further(run, result);
      },
      [&] { return run.table(); });
}

}  // namespace cuboid::algorithm
