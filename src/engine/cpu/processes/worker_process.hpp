// The life of one worker process, on both sides of the fork.
#pragma once

#include <sys/types.h>

#include <string>

#include "engine/cpu/processes/channel.hpp"
#include "engine/cpu/processes/shared_memory.hpp"

namespace cuboid::engine::cpu {

/// True in worker processes, whose own integrations stay serial.
bool inside_worker_process();

/// What a worker does from its birth on: serves tasks until it is told to quit or its master is
/// gone. Leaves with _exit: atexit handlers and destructors belong to the master.  Stdio is
/// flushed, since what the integrand printed here is nowhere else.
[[noreturn]] void run_worker(Channel channel, int core, const SharedSlots &memory, int slot,
                             pid_t master);

/// State letter and CPU time of a process, from /proc.
struct ProcessState {
  char state = 'X';         ///< as in ps: R, S, D, T, Z ...; X: there is no such process
  long long cpu_ticks = 0;  ///< user and system time
};
ProcessState process_state(pid_t process);

/// Waits at most the given seconds for the end of a child; true if it ended, with its wait status,
/// or -1 if somebody else has taken that.
bool reap(pid_t child, double seconds, int &wait_status);

/// "was killed by signal 9 (Killed)", "ended with exit status 7" or "ended".
std::string describe_end(int wait_status);

}  // namespace cuboid::engine::cpu
