// Whether a process that owes results still gets on with them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace cuboid::engine::cpu {

/// Watches a process and its descendants.  Progress is CPU time, or being ready to run; input and
/// output; and being woken, which is how work for others that wait shows.  Who waits for the clock,
/// in a sleep or in a wait with a time limit, goes on by itself and counts as getting on.
class ProgressWatch {
 public:
  /// A look at the process.  elapsed: seconds since the last one.
  void look(pid_t process, double elapsed);

  /// Forgets what was seen: from now on it owes results.
  void restart() { idle_seconds_ = 0; }

  /// For how long no look has found progress.
  double idle_seconds() const { return idle_seconds_; }
  /// State letter of the process as in ps; X: there is none.
  char state() const { return state_; }
  /// What was seen, as the end of "worker 1": "has made no progress for 60 seconds ...".
  std::string sentence(pid_t process) const;

 private:
  double idle_seconds_ = 0;
  char state_ = 'X';
  int descendants_ = 0;
  long long cpu_ticks_ = -1;
  std::uint64_t trace_ = 0;  ///< of everything that changes with progress
};

}  // namespace cuboid::engine::cpu
