// Cuba's hooks around the evaluations of one process or thread in one integration.
#pragma once

#include "cuboid.h"

namespace cuboid::engine::cpu {

/// Core argument of the hooks in the calling process.
inline constexpr int master_hook_core = 32768;

/// The two functions and their arguments; a nullptr function is not called.
struct Hooks {
  cuboid_hook init = nullptr;
  void *init_argument = nullptr;
  cuboid_hook exit = nullptr;
  void *exit_argument = nullptr;
};

/// Calls init once before the first evaluation and exit at the end, if there was one.
class HookScope {
 public:
  HookScope(const Hooks &hooks, int core) : hooks_(hooks), core_(core) {}

  /// Throws Failure(CUBOID_EXCEPTION) if the hook throws.
  void begin() {
    if (!begun_) run_init();
  }

  /// Swallows what the hook throws: it runs while an integration is being taken down.
  void end() noexcept;

 private:
  void run_init();

  Hooks hooks_;
  int core_;
  bool begun_ = false;
};

}  // namespace cuboid::engine::cpu
