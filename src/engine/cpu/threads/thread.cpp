#include "engine/cpu/threads/thread.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace cuboid::engine::cpu {

namespace {

class Attributes {
 public:
  Attributes() { pthread_attr_init(&attributes_); }
  ~Attributes() { pthread_attr_destroy(&attributes_); }
  Attributes(const Attributes &) = delete;
  Attributes &operator=(const Attributes &) = delete;
  pthread_attr_t *get() { return &attributes_; }

 private:
  pthread_attr_t attributes_;
};

void *run(void *work) {
  (*static_cast<std::function<void()> *>(work))();
  return nullptr;
}

/// The usual limit of the stack of a process.  Where there is none, the C library gives threads
/// less.
constexpr std::size_t min_stack_without_limit = std::size_t{8} << 20;

/// Bytes of the stack of a thread: as many as the limit of the process, and no less than the C
/// library gives.
std::size_t stack_of_threads() {
  Attributes usual;
  std::size_t size = 0;
  pthread_attr_getstacksize(usual.get(), &size);
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0) return size;
  return std::max<std::size_t>(
      size, limit.rlim_cur == RLIM_INFINITY ? min_stack_without_limit : limit.rlim_cur);
}

}  // namespace

Thread::Thread(std::function<void()> work)
    : work_(std::make_unique<std::function<void()>>(std::move(work))) {
  Attributes attributes;
  pthread_attr_setstacksize(attributes.get(), stack_of_threads());
  int error = pthread_create(&thread_, attributes.get(), run, work_.get());
  // Where a large limit is more than there are addresses for.
  if (error != 0) error = pthread_create(&thread_, nullptr, run, work_.get());
  if (error != 0) throw std::system_error(error, std::generic_category(), "a thread");
}

void Thread::join() {
  if (!work_) return;
  pthread_join(thread_, nullptr);
  work_.reset();
}

}  // namespace cuboid::engine::cpu
