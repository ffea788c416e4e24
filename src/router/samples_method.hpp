// Methods that weight samples: vegas_plus, m_cubes, lattice.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

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
