#include "cuba/divonne/divonne.hpp"

#include "cuba/divonne/integration.hpp"
#include "run/trace.hpp"

namespace cuboid::algorithm::cuba {

void divonne(const Task &task, const DivonneOptions &options, Result &result) {
  using namespace divonne_detail;
  Integration integration(task, options, AtMaxeval::as_cuba, result);
  with_regions(
      task.log->trace(),
      [&] {
        integration.run();
        if (!result.converged) integration.save();
      },
      [&] { return integration.table(); });
}

}  // namespace cuboid::algorithm::cuba
