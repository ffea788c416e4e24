// Methods that weight samples: vegas_plus, m_cubes, lattice.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/cube_part.hpp"
#include "engine/common/lattice_of_parts.hpp"
#include "engine/common/samples_of_parts.hpp"
#include "map/box.hpp"
#include "router/run.hpp"
#include "run/task.hpp"

namespace cuboid::router {

/// The problem of an engine, with the box of the request.
template <class Problem>
Problem boxed_problem(const Request &request) {
  Problem problem;
  problem.ndim = request.host.ndim;
  problem.ncomp = request.host.ncomp;
  problem.domain = request.host.domain;
  if (!request.lower.empty())
    problem.box = map::make_box(problem.ndim, request.lower.data(), request.upper.data());
  return problem;
}

/// The parts of a region's cube; empty: it is one, or there are too many.  A run that goes on with
/// more evaluations has the same.
std::vector<CubePart> parts_to_sum(const Request &request);

/// An engine for all parts of the cube together; make: one for a problem.
template <class Make>
std::shared_ptr<engine::SamplesEngine> samples_of_parts(engine::SamplesProblem problem,
                                                        const std::vector<CubePart> &parts,
                                                        const Make &make) {
  if (parts.empty()) return make(problem);
  problem.parts = static_cast<int>(parts.size());
  engine::SamplesOfParts::Parts engines;
  for (int k = 0; k < problem.parts; ++k) {
    const CubePart &part = parts[static_cast<std::size_t>(k)];
    engines.push_back(make(engine::samples_of_part(problem, k, part.lower, part.upper)));
  }
  return std::make_shared<engine::SamplesOfParts>(std::move(problem), std::move(engines));
}
template <class Make>
std::unique_ptr<engine::LatticeEngine> lattice_of_parts(engine::LatticeProblem problem,
                                                        const std::vector<CubePart> &parts,
                                                        const Make &make) {
  if (parts.empty()) return make(problem);
  problem.parts = static_cast<int>(parts.size());
  engine::LatticeOfParts::Parts engines;
  for (const CubePart &part : parts)
    engines.push_back(make(engine::lattice_of_part(problem, part.lower, part.upper)));
  return std::make_unique<engine::LatticeOfParts>(std::move(problem), std::move(engines));
}

/// Samples of an iteration that keep a device busy for about as long as it takes to start one.
inline constexpr std::int64_t samples_worth_a_launch = 1 << 20;

/// Most hypercubes of VEGAS+ whose numbers of samples differ, for its working memory.
std::int64_t max_cubes(const Plan &plan);

/// Status and message of what was found, which the outcome has already.
void conclude_samples(const Goal &goal, const algorithm::SampledResult &found, Outcome &outcome);

struct SamplesMethod {
  algorithm::SampledResult &found;  ///< what integrate writes
  std::function<void(const algorithm::Log &log, algorithm::StateFile &state)> integrate;
  std::function<void()> take;         ///< what the outcome gets besides found; may be empty
  std::function<std::string()> says;  ///< the end of the message
};

/// Hands a method its log and its state file, and stores what came of it.  Throws Failure: where
/// the integration ended with one, after the outcome has the numbers so far.
void run_on_samples(const Run &run, Outcome &outcome, const SamplesMethod &method);

}  // namespace cuboid::router
