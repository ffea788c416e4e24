#include "algorithm/lattice/lattice.hpp"

#include "algorithm/lattice/run.hpp"

namespace cuboid::algorithm {

MapAnswer draw_for_map(const MapRequest &request, engine::SamplesEngine &engine) {
  if (request.grid) engine.set_grid(*request.grid, false);
  engine.submit(request.iteration);
  MapAnswer answer{engine.collect(), {}};
  if (request.last) answer.edges = engine.edges();
  return answer;
}

void lattice(const LatticeTask &task, LatticeResult &result) {
  try {
    LatticeRun run(task, task.engine->problem(), bool{task.draw}, result);
    while (run.go_on()) {
      if (const MapRequest *map = run.samples()) run.answer(task.draw(*map));
      task.engine->evaluate_all(run.lattices(),
                                [&run](const engine::LatticeSums &sums) { run.answer(sums); });
    }
  } catch (const engine::Interrupted &interrupted) {
    result.neval += interrupted.evaluated();
    throw;
  }
}

}  // namespace cuboid::algorithm
