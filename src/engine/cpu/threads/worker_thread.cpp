#include "engine/cpu/threads/worker_thread.hpp"

#include <pthread.h>

#include <initializer_list>

namespace cuboid::engine::cpu {

namespace {

thread_local bool this_is_a_worker = false;

}  // namespace

bool inside_worker_thread() {
  return this_is_a_worker;
}

void set_inside_worker_thread(bool inside) {
  this_is_a_worker = inside;
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

}  // namespace cuboid::engine::cpu
