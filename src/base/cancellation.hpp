// When a thread may be cancelled: only in functions of the caller's.  What the library calls itself
// could be cancelled in the middle, with a file open or in a destructor.
#pragma once

#include <pthread.h>

namespace cuboid {

/// What the thread's caller has chosen.  On threads of the library's own, whom nobody cancels, it
/// does not matter.
inline constinit thread_local int cancellation_of_caller = PTHREAD_CANCEL_ENABLE;

/// While it lives, the cancellation of its thread waits.
class LibraryCall {
 public:
  LibraryCall() : outer_(cancellation_of_caller) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation_of_caller);
  }
  ~LibraryCall() {
    pthread_setcancelstate(cancellation_of_caller, nullptr);
    cancellation_of_caller = outer_;
  }
  LibraryCall(const LibraryCall &) = delete;
  LibraryCall &operator=(const LibraryCall &) = delete;

 private:
  int outer_;
};

/// While it lives, a function of the caller's runs, and the thread may be cancelled as the caller
/// has chosen.
class CallersFunction {
 public:
  CallersFunction() { pthread_setcancelstate(cancellation_of_caller, nullptr); }
  ~CallersFunction() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr); }
  CallersFunction(const CallersFunction &) = delete;
  CallersFunction &operator=(const CallersFunction &) = delete;
};

}  // namespace cuboid
