#include "engine/cpu/threads/worker_thread.hpp"

#include <pthread.h>

#include <initializer_list>
#include <system_error>
#include <thread>
#include <vector>

namespace cuboid::engine::cpu {

namespace {

thread_local bool this_is_a_worker = false;

}  // namespace

bool inside_worker_thread() {
  return this_is_a_worker;
}

WorkerThreadScope::WorkerThreadScope() : before_(this_is_a_worker) {
  this_is_a_worker = true;
}

WorkerThreadScope::~WorkerThreadScope() {
  this_is_a_worker = before_;
}

BlockedSignals::BlockedSignals() {
  sigset_t set;
  sigfillset(&set);
  for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS})
    sigdelset(&set, number);
  pthread_sigmask(SIG_BLOCK, &set, &before_);
}

BlockedSignals::~BlockedSignals() {
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void run_in_threads(int count, const std::function<void(int)> &work) {
  std::vector<std::jthread> threads;
  if (!inside_worker_thread()) {
    const BlockedSignals blocked;
    try {
      for (int number = 1; number < count; ++number)
        threads.emplace_back([number, &work] {
          const WorkerThreadScope scope;
          work(number);
        });
    } catch (const std::system_error &) {
      // The threads that did start are enough.
    }
  }
  const WorkerThreadScope scope;
  work(0);
}

}  // namespace cuboid::engine::cpu
