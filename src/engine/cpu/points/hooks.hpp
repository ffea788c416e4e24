// Cuba's hooks around the evaluations of one process or thread in one integration.
#pragma once

#include <exception>
#include <mutex>

#include "base/failure.hpp"
#include "cuboid.h"

namespace cuboid::engine::cpu {

/// Core argument of the hooks in the calling process.
inline constexpr int master_hook_core = 32768;

/// What the exit hooks of an integration have thrown, on any of its threads.  They run while it is
/// taken down, so that it is asked for when that is over.
class HookTrouble {
 public:
  void note(std::exception_ptr exception) noexcept;
  /// Throws the first Failure that was noted, if there is one.
  void rethrow();

 private:
  std::mutex mutex_;
  std::exception_ptr first_;
};

/// The two functions and their arguments; a nullptr function is not called.
struct Hooks {
  cuboid_hook init = nullptr;
  void *init_argument = nullptr;
  cuboid_hook exit = nullptr;
  void *exit_argument = nullptr;
  HookTrouble *trouble = nullptr;  ///< of this process; nullptr: what exit throws is lost
};

/// Calls init once before the first evaluation and exit at the end, if there was one.
class HookScope {
 public:
  HookScope(const Hooks &hooks, int core) : hooks_(hooks), core_(core) {}

  /// Throws Failure(CUBOID_EXCEPTION) if the hook throws.
  void begin() {
    if (!begun_) run_init();
  }

  /// What the hook throws goes to Hooks::trouble.
  void end() noexcept;

 private:
  void run_init();

  Hooks hooks_;
  int core_;
  bool begun_ = false;
};

}  // namespace cuboid::engine::cpu
