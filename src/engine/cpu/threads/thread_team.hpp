// Threads that wait from one piece of work to the next.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/cpu/threads/thread.hpp"

namespace cuboid::engine::cpu {

/// Started when they are first needed, with the caller's signals left to the caller's threads, and
/// ended with the team.  Between two pieces of work they stay awake for a moment, in which the
/// caller may come with the next one, before they sleep.
class ThreadTeam {
 public:
  /// threads: with the calling one.
  explicit ThreadTeam(int threads) : wanted_(threads) {}
  ~ThreadTeam();

  /// Runs work(0) on the calling thread, and meanwhile work(1) to work(useful - 1) on others as far
  /// as there are any and they come before work(0) is done; returns when all are done.  The work of
  /// those that do not come must have been taken by the others.  Where the calling thread is itself
  /// a worker, only work(0) is called.  work must not throw, but for the unwinding of a calling
  /// thread that is cancelled.
  void run(int useful, const std::function<void(int)> &work);

 private:
  void start();
  void serve(int number);
  bool join(std::uint64_t &state);
  void leave();
  void close();

  const int wanted_;
  const std::function<void(int)> *work_ = nullptr;
  int useful_ = 0;
  /// Number of the piece of work in the upper half; whether it may be joined; whether the team has
  /// ended; threads that have joined and not left.
  std::atomic<std::uint64_t> state_ = 0;
  std::atomic<std::uint64_t> left_ = 0;  ///< the last piece of work that was waited for
  std::vector<Thread> threads_;
};

}  // namespace cuboid::engine::cpu
