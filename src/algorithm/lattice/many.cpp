#include "algorithm/lattice/many.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "algorithm/lattice/run.hpp"

namespace cuboid::algorithm {

namespace {

/// One of the integrals.
struct Integral {
  LatticeResult result;
  LatticeRun run;

  Integral(const LatticeTask &task, const engine::LatticeProblem &problem, bool mapped)
      : result(problem.ncomp), run(task, problem, mapped, result) {
    result.ndim = problem.ndim;
    result.method = "lattice";
  }
};

using Integrals = ManyRuns<Integral>;

bool is_for_many(const Integral &one) {
  return std::ranges::all_of(one.run.lattices(), [](const engine::LatticeRequest &request) {
    return request.points * request.shifts() < max_points_of_many;
  });
}

/// Takes all to where they need something, and stores those that have ended.
void go_on(Integrals &all) {
  all.take([](Integral &one, std::size_t) {
    if (one.run.go_on()) return is_for_many(one) ? Next::goes_on : Next::left_out;
    return one.result.handover ? Next::left_out : Next::ended;
  });
}

std::int64_t draw(Integrals &all, engine::ManySamplesEngine &engine) {
  const MapRequest request = *all.at(0).run.samples();
  if (request.grid) engine.set_grid(*request.grid, false);
  engine.iterate(request.iteration, all.numbers());
  std::vector<std::vector<std::uint64_t>> edges(all.numbers().size());
  if (request.last) edges = engine.edges();
  return all.take(engine, [&](Integral &one, std::size_t place, engine::ManySamplesResult &&found) {
    require_sound(found);
    one.run.answer(MapAnswer{std::move(found), std::move(edges[place])});
    return Next::goes_on;
  });
}

std::int64_t sum_lattices(Integrals &all, engine::ManyLatticeEngine &engine) {
  std::vector<engine::ManyLatticeRequest> requests;
  for (std::size_t i = 0; i < all.numbers().size(); ++i)
    for (const engine::LatticeRequest &request : all.at(i).run.lattices())
      requests.push_back({all.numbers()[i], &request});
  engine.evaluate(requests);
  std::int64_t evaluated = 0;
  std::size_t place = 0;
  all.take([&](Integral &one, std::size_t) {
    const std::size_t end = place + one.run.lattices().size();
    const std::size_t begin = std::exchange(place, end);
    for (std::size_t i = begin; i < end; ++i) {
      const engine::ManyLatticeSums sums = engine.result(i);
      evaluated += requests[i].request->points * requests[i].request->shifts();
      require_sound(sums);
      one.run.answer(sums);
    }
    return Next::goes_on;
  });
  return evaluated;
}

}  // namespace

std::vector<std::size_t> lattice_many(const LatticeTask &task, engine::ManyLatticeEngine &engine,
                                      engine::ManySamplesEngine *samples, const ManyHost &host) {
  const engine::LatticeProblem &problem = engine.problem();
  Integrals all(host, engine.count(),
                [&] { return std::make_unique<Integral>(task, problem, samples != nullptr); });
  for (go_on(all); !all.empty(); go_on(all)) {
    // All of them take the same iterations before their first lattice.
    const std::int64_t evaluated =
        all.at(0).run.samples() != nullptr ? draw(all, *samples) : sum_lattices(all, engine);
    if (!host.goes_on(evaluated)) return {};
  }
  return std::move(all).others();
}

}  // namespace cuboid::algorithm
