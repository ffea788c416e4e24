#include "engine/cpu/points/hooks.hpp"

#include <exception>
#include <string>

#include "base/failure.hpp"

namespace cuboid::engine::cpu {

void HookScope::run_init() {
  begun_ = true;
  if (!hooks_.init) return;
  try {
    hooks_.init(hooks_.init_argument, &core_);
  } catch (const std::exception &exception) {
    throw Failure(CUBOID_EXCEPTION,
                  std::string("the init hook threw an exception: ") + exception.what());
  } catch (...) {
    throw Failure(CUBOID_EXCEPTION,
                  "the init hook threw an exception that is not derived from std::exception");
  }
}

void HookScope::end() noexcept {
  if (!begun_) return;
  begun_ = false;
  if (!hooks_.exit) return;
  try {
    hooks_.exit(hooks_.exit_argument, &core_);
  } catch (...) {
  }
}

}  // namespace cuboid::engine::cpu
