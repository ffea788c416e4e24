// Integrations in which the ranks of a communicator take part.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "call/outcome.hpp"
#include "call/request.hpp"
#include "engine/group/group.hpp"

namespace cuboid::router {

/// Whether a call on this thread may be one of several ranks.  It may not where it comes from
/// within an integrand: what is integrated there is the affair of its rank alone.
bool may_meet_ranks();

/// Whether it is.  It is not in a process that was forked, either.
bool several_ranks(const std::shared_ptr<engine::group::Transport> &ranks);

/// For a call whose arguments are refused before it meets the other ranks: tells them, so that they
/// do not wait.  Returns what all of them fail with.
Failure told_to_ranks(const std::shared_ptr<engine::group::Transport> &ranks, double timeout,
                      const Failure &failure);

/// Meets the other ranks, who must have been called with the same arguments.  Throws Failure.
std::unique_ptr<engine::group::Group> meet_ranks(const Request &request);

/// An engine from which the other ranks may read, so that it stays until all have done.  group:
/// nullptr where there is none.
template <class Engine>
std::shared_ptr<Engine> shared_engine(engine::group::Group *group, std::unique_ptr<Engine> engine) {
  const std::shared_ptr<Engine> shared = std::move(engine);
  if (group != nullptr) group->keep(shared, [kept = shared.get()] { kept->drain(); });
  return shared;
}

/// Makes each number the largest that a rank has, where several take part.  own: why this rank
/// fails; nullptr: it does not.  Throws Failure, the same on all ranks.
void share_largest(const Request &request, std::vector<double> &numbers, const Failure *own);
/// The same for ranks that have met.
void share_largest(engine::group::Group &group, std::vector<double> &numbers,
                   const Failure *own = nullptr);

/// At the end: makes sure that all ranks have the same outcome, but for what is thrown again.  A
/// failure of this rank is told to the others, and theirs becomes that of this rank.
void part_from_ranks(engine::group::Group &group, Outcome &outcome);

}  // namespace cuboid::router
