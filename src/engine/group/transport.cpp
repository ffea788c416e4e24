#include "engine/group/transport.hpp"

#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/failure.hpp"

namespace cuboid::engine::group {

namespace {

/// Seconds for which a rank that waits looks again and again; and for which it then sleeps between
/// two looks.
constexpr double impatient_seconds = 1e-3;
constexpr long sleep_nanoseconds = 20'000;

}  // namespace

Transport::Transport() : process_(::getpid()) {}

std::string Transport::name(int rank) const {
  return "rank " + std::to_string(rank);
}

bool Transport::is_of_this_process() const {
  return process_ == ::getpid();
}

void Transport::lose(const std::string &why) {
  lost_ = true;
  throw Failure(CUBOID_WORKER_LOST,
                name(rank()) + " of " + std::to_string(size()) + " " + members() + ": " + why);
}

Transport::Patience::Patience(Transport &transport)
    : transport_(transport), begin_(monotonic_seconds()) {}

void Transport::Patience::pause() {
  const double waited = monotonic_seconds() - begin_;
  const double timeout = transport_.timeout_;
  if (timeout > 0 && waited > timeout)
    transport_.lose(std::string("nothing was heard of the other ") + transport_.members() +
                    " for " + std::to_string(timeout) +
                    " seconds (option rank_timeout): one of them has died, works for longer on "
                    "one piece, or was not called as often");
  if (waited < impatient_seconds) {
    sched_yield();
  } else {
    const timespec pause{0, sleep_nanoseconds};
    nanosleep(&pause, nullptr);
  }
}

}  // namespace cuboid::engine::group
