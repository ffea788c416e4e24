#include "call/call_record.hpp"

#include <pthread.h>

#include <cstdint>
#include <utility>

#include "engine/cpu/threads/worker_thread.hpp"

namespace cuboid::router {

namespace {

/// The stack of the calling thread; empty if it is not known.
struct Stack {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;

  bool holds(const void *address) const {
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    return number >= begin && number < end;
  }
};

Stack stack_of_thread() {
  Stack stack;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return stack;
  void *begin = nullptr;
  std::size_t size = 0;
  if (pthread_attr_getstack(&attributes, &begin, &size) == 0) {
    stack.begin = reinterpret_cast<std::uintptr_t>(begin);
    stack.end = stack.begin + size;
  }
  pthread_attr_destroy(&attributes);
  return stack;
}

}  // namespace

constinit thread_local CallRecord::Held *CallRecord::innermost = nullptr;

CallRecord::CallRecord() {
  while (innermost && was_left(*innermost)) {
    Held *const left = std::exchange(innermost, innermost->outer);
    engine::cpu::set_inside_worker_thread(left->inside_worker_thread);
    engine::group::InsideGroup::set(left->inside_group);
    delete left;
  }
  held_ = new Held{this, innermost, engine::cpu::inside_worker_thread(),
                   engine::group::InsideGroup::now(), std::make_shared<engine::cpu::EngineNotes>()};
  innermost = held_;
}

CallRecord::~CallRecord() {
  innermost = held_->outer;
  delete held_;
  held_ = nullptr;
}

engine::PointsEngine &CallRecord::keep(std::unique_ptr<engine::PointsEngine> engine) {
  held_->engine = std::move(engine);
  return *held_->engine;
}

void CallRecord::keep(std::unique_ptr<engine::group::Group> group) {
  held_->group = std::move(group);
}

const algorithm::Log &CallRecord::open_log(const Request &request) {
  held_->log = std::make_unique<algorithm::Log>(static_cast<int>(request.options.verbosity),
                                                request.listeners.log, !request.cuba.called,
                                                trace() ? &trace()->records() : nullptr);
  return *held_->log;
}

algorithm::StateFile &CallRecord::open_state(const Options &options) {
  held_->state = std::make_unique<algorithm::StateFile>(options.statefile, options.keep_state != 0,
                                                        *held_->log);
  return *held_->state;
}

bool CallRecord::was_left(const Held &held) const {
  // Constant for a thread, and looked up only in nested calls and after a jump.
  static constinit thread_local Stack stack;
  if (stack.end == 0) stack = stack_of_thread();
  if (!stack.holds(held.frame) || !stack.holds(this)) return false;
  return held.frame <= this || held.frame->held_ != &held;
}

}  // namespace cuboid::router
