// Integrations in which the ranks of a communicator take part.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/group/group.hpp"
#include "router/outcome.hpp"
#include "router/request.hpp"

namespace cuboid::router {

/// Whether a call on this thread is one of several ranks.  It is not where it comes from within an
/// integrand, or from a process that was forked: what is integrated there is the affair of its rank
/// alone.
bool several_ranks(const Request &request);

/// Meets the other ranks, who must have been called with the same arguments.  Throws Failure.
std::unique_ptr<engine::group::Group> meet_ranks(const Request &request);

/// Bytes of memory of the smallest machine of the ranks that have just met.
std::int64_t least_memory(const engine::group::Group &group);

/// At the end: makes sure that all ranks have the same outcome, but for what is thrown again.  A
/// failure of this rank is told to the others, and theirs becomes that of this rank.
void part_from_ranks(engine::group::Group &group, Outcome &outcome);

}  // namespace cuboid::router
