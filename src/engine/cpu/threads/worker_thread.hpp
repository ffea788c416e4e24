// What a thread is told that evaluates the integrand for others.
#pragma once

#include <signal.h>

namespace cuboid::engine::cpu {

/// True on a thread that is evaluating for several: what the integrand integrates there stays
/// serial.
bool inside_worker_thread();

/// For the end of a call that was left by a longjmp.
void set_inside_worker_thread(bool inside);

/// While it lives, its thread is such a one.
class WorkerThreadScope {
 public:
  WorkerThreadScope();
  ~WorkerThreadScope();
  WorkerThreadScope(const WorkerThreadScope &) = delete;
  WorkerThreadScope &operator=(const WorkerThreadScope &) = delete;

 private:
  bool before_;
};

/// While it lives, threads that are started leave the caller's signals to the caller's threads.
/// Signals that an instruction raises on its own thread stay open, so that a handler for them still
/// works.
class BlockedSignals {
 public:
  BlockedSignals();
  ~BlockedSignals();
  BlockedSignals(const BlockedSignals &) = delete;
  BlockedSignals &operator=(const BlockedSignals &) = delete;

 private:
  sigset_t before_;
};

}  // namespace cuboid::engine::cpu
