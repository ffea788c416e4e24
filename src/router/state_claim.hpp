// What a state file of the native interface is bound to.
#pragma once

#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "router/run.hpp"
#include "run/state_file.hpp"

namespace cuboid::router {

/// The state file of a run.  Where several ranks take part, rank 0 reads and writes it, and hands
/// what it has read to the others.
algorithm::StateFile &open_state(const Run &run);

/// Binds the file, if there is to be one, to the integral: the box, the method, the options that
/// the numbers depend on, and the integrand's values at a few points, which engine is asked for.
/// engine: in the coordinates of the unit cube.  Cuba's routines bind nothing.
void bind_state(algorithm::StateFile &state, const Run &run, engine::PointsEngine &engine);

/// What a file is bound to, but for the integrand's values.
algorithm::StateClaim claim_of(const Run &run);

/// Of each component, the k of exp(f) 2^-k that a state file is of; empty: there is no such file.
std::vector<double> scale_in_state(const std::string &path, int ndim, int ncomp);

/// Binds a claim to the options of all methods, of which none is named.
void claim_any_method(const Options &options, algorithm::StateClaim &claim);

/// Binds a claim to what says when each integral of a list is done, too.
void claim_goal(const Options &options, algorithm::StateClaim &claim);

/// The integrand's values at points of a claim, in the unit cube.
std::vector<double> values_at(const std::vector<double> &x, const Run &run,
                              engine::PointsEngine &engine);

/// Adds to the message of a run where it began, and why no state is kept, if there is none.
inline void add_state(const algorithm::StateFile &state, std::string &message) {
  for (const std::string *sentence : {&state.beginning(), &state.trouble()})
    if (!sentence->empty()) message += "; " + *sentence;
}

}  // namespace cuboid::router
