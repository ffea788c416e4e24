#include "engine/cpu/threads/thread_team.hpp"

#include <chrono>
#include <exception>

#include "engine/cpu/threads/worker_thread.hpp"

namespace cuboid::engine::cpu {

namespace {

constexpr int number_bits = 32;
constexpr std::uint64_t one_number = std::uint64_t{1} << number_bits;
constexpr std::uint64_t open = one_number >> 1;
constexpr std::uint64_t ended = open >> 1;
constexpr std::uint64_t joined = ended - 1;

/// Until the value is no longer `old`: awake for a moment, then asleep.  Returns the new value.
std::uint64_t wait_while(const std::atomic<std::uint64_t> &value, std::uint64_t old) {
  constexpr std::chrono::microseconds moment(50);
  constexpr int looks_between_times = 64;
  const auto end = std::chrono::steady_clock::now() + moment;
  do {
    for (int i = 0; i < looks_between_times; ++i)
      if (const std::uint64_t now = value.load(); now != old) return now;
  } while (std::chrono::steady_clock::now() < end);
  value.wait(old);
  return value.load();
}

}  // namespace

ThreadTeam::~ThreadTeam() {
  state_.fetch_add(one_number + ended);
  state_.notify_all();
  threads_.clear();
}

void ThreadTeam::start() {
  const BlockedSignals blocked;
  try {
    for (int number = 1; number < wanted_; ++number)
      threads_.emplace_back([this, number] { serve(number); });
  } catch (const std::exception &) {
    // Neither threads nor memory without end: those that did start are enough.
  }
}

/// True if the calling thread takes part in the piece of work of `state`, which is brought up to
/// date.
bool ThreadTeam::join(std::uint64_t &state) {
  while ((state & open) != 0)
    if (state_.compare_exchange_weak(state, state + 1)) return true;
  return false;
}

void ThreadTeam::leave() {
  const std::uint64_t state = state_.fetch_sub(1) - 1;
  if ((state & (open | joined)) != 0) return;
  left_.store(state);
  left_.notify_one();
}

/// No thread joins any more, and those that did have left.
void ThreadTeam::close() {
  const std::uint64_t state = state_.fetch_and(~open) & ~open;
  if ((state & joined) == 0) return;
  const std::uint64_t number = state & ~joined;
  for (std::uint64_t last = left_.load(); last != number;) last = wait_while(left_, last);
}

void ThreadTeam::serve(int number) {
  const WorkerThreadScope scope;
  std::uint64_t last = 0;
  std::uint64_t state = state_.load();
  while (true) {
    while (state / one_number == last) state = wait_while(state_, state);
    const bool takes_part = join(state);
    last = state / one_number;
    if (takes_part) {
      if (number < useful_) (*work_)(number);
      leave();
    } else if ((state & ended) != 0) {
      return;
    }
    state = state_.load();
  }
}

void ThreadTeam::run(int useful, const std::function<void(int)> &work) {
  if (useful < 2 || wanted_ < 2 || inside_worker_thread()) {
    const WorkerThreadScope scope;
    return work(0);
  }
  if (threads_.empty()) start();
  // Also where the calling thread is cancelled: the others still work with what belongs to it.
  struct Closed {
    ThreadTeam &team;
    ~Closed() { team.close(); }
  };
  work_ = &work;
  useful_ = useful;
  state_.store((state_.load() & ~(one_number - 1)) + one_number + open);
  state_.notify_all();
  const Closed closed{*this};
  const WorkerThreadScope scope;
  work(0);
}

}  // namespace cuboid::engine::cpu
