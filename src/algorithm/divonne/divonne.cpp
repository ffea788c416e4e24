#include "algorithm/divonne/divonne.hpp"

#include <algorithm>

#include "algorithm/divonne/final_pass.hpp"
#include "cuba/divonne/integration.hpp"
#include "cuba/divonne/numbers.hpp"
#include "run/print_iteration.hpp"
#include "run/remarks.hpp"
#include "run/trace.hpp"

namespace cuboid::algorithm {

namespace {

using namespace divonne_detail;

/// The fresh samples have the other half of maxeval, and what mineval asks for.
Task of_search(Task task) {
  task.goal.mineval = 0;
  task.goal.maxeval = std::min(task.goal.maxeval, max_maxeval) / 2;
  return task;
}

void sum_fresh_samples(const Task &task, const DivonneOptions &options, Integration &search,
                       Result &result) {
  result.converged = false;
  result.trusted = false;
  say_alone(result, Remark::no_fresh_samples);
  FinalPass pass(task.goal, static_cast<int>(options.seed), search.regions_found(),
                 search.evaluations());
  pass.run(result, [&] { print_iteration(*task.log, result.niterations, result); });
}

}  // namespace

void divonne(const Task &task, const DivonneOptions &options, Result &result) {
  Integration search(of_search(task), options, AtMaxeval::ends_in_time, result);
  with_regions(
      task.log->trace(),
      [&] {
        search.run();
        search.save();
        sum_fresh_samples(task, options, search, result);
      },
      [&] { return search.table(); });
}

}  // namespace cuboid::algorithm
