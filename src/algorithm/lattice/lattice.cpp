#include "algorithm/lattice/lattice.hpp"

#include "algorithm/lattice/run.hpp"

namespace cuboid::algorithm {

namespace {

MapAnswer draw(const MapRequest &request, engine::SamplesEngine &engine) {
  if (request.grid) engine.set_grid(*request.grid, false);
  engine.submit(request.iteration);
  MapAnswer answer{engine.collect(), {}};
  if (request.last) answer.edges = engine.edges();
  return answer;
}

}  // namespace

void lattice(const LatticeTask &task, LatticeResult &result) {
  try {
    LatticeRun run(task, task.engine->problem(), task.samples != nullptr, result);
    while (run.go_on()) {
      if (const MapRequest *map = run.samples()) run.answer(draw(*map, *task.samples));
      task.engine->evaluate_all(run.lattices(),
                                [&run](const engine::LatticeSums &sums) { run.answer(sums); });
    }
  } catch (const engine::Interrupted &interrupted) {
    result.neval += interrupted.evaluated();
    throw;
  }
}

}  // namespace cuboid::algorithm
