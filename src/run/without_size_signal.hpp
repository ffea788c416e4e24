// Writing to a file that may grow beyond what the process is allowed.
#pragma once

#include <signal.h>
#include <time.h>

#include <cerrno>

namespace cuboid::algorithm {

/// Keeps SIGXFSZ, which a write beyond the limit sends to the thread, from it: the write then fails
/// with EFBIG.
class WithoutSizeSignal {
 public:
  WithoutSizeSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGXFSZ) == 1;
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~WithoutSizeSignal() {
    const int error = errno;
    constexpr timespec at_once{0, 0};
    if (!was_pending_)
      while (sigtimedwait(&signal_, nullptr, &at_once) < 0 && errno == EINTR) {
      }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }
  WithoutSizeSignal(const WithoutSizeSignal &) = delete;
  WithoutSizeSignal &operator=(const WithoutSizeSignal &) = delete;

 private:
  sigset_t signal_;
  sigset_t before_;
  bool was_pending_;
};

}  // namespace cuboid::algorithm
