// A thread with a stack on which integrands can run.
#pragma once

#include <pthread.h>

#include <functional>
#include <memory>

namespace cuboid::engine::cpu {

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
