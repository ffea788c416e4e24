// A thread with a stack on which integrands can run.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <functional>
#include <memory>

namespace cuboid::engine::cpu {

/// The usual limit of the stack of a process.  Where there is none, the C library gives threads
/// less.
inline constexpr std::size_t min_stack_without_limit = std::size_t{8} << 20;

/// Bytes of the stack of a thread: as many as the limit of the process, and no less than the C
/// library gives.
std::size_t stack_of_threads();

/// Waited for at its end.
class Thread {
 public:
  /// Throws std::system_error where the system has no thread to give.
  explicit Thread(std::function<void()> work);
  Thread(Thread &&) = default;
  ~Thread() { join(); }

  void join();

 private:
  std::unique_ptr<std::function<void()>> work_;  ///< nullptr: it has been waited for
  pthread_t thread_{};
};

}  // namespace cuboid::engine::cpu
