#include "engine/cpu/points/hooks.hpp"

#include <utility>

#include "engine/common/call_user.hpp"

namespace cuboid::engine::cpu {

void HookTrouble::note(std::exception_ptr exception) noexcept {
  const std::lock_guard lock(mutex_);
  if (!first_) first_ = std::move(exception);
}

void HookTrouble::rethrow() {
  const std::lock_guard lock(mutex_);
  if (first_) std::rethrow_exception(std::exchange(first_, nullptr));
}

void HookScope::run_init() {
  begun_ = true;
  if (!hooks_.init) return;
  call_user([this] { hooks_.init(hooks_.init_argument, &core_); }, "the init hook");
}

void HookScope::end() noexcept {
  if (!begun_) return;
  begun_ = false;
  if (!hooks_.exit) return;
  // This may be the work of a destructor: the cancellation of the thread waits.
  try {
    try {
      hooks_.exit(hooks_.exit_argument, &core_);
    } catch (...) {
      throw_as_failure("the exit hook");
    }
  } catch (...) {
    if (hooks_.trouble) hooks_.trouble->note(std::current_exception());
  }
}

}  // namespace cuboid::engine::cpu
