#include "engine/cpu/processes/progress.hpp"

#include <dirent.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include <array>
#include <vector>

#include "engine/cpu/processes/worker_process.hpp"

namespace cuboid::engine::cpu {

namespace {

constexpr std::size_t max_processes = 256;

/// The text of a file in /proc, cut; "" if it cannot be read.
std::string text_of(const std::string &path) {
  FILE *file = fopen(path.c_str(), "re");
  if (!file) return {};
  char text[4096];
  const std::size_t length = fread(text, 1, sizeof text, file);
  fclose(file);
  return std::string(text, length);
}

std::string folder_of(pid_t process) {
  return "/proc/" + std::to_string(process) + "/";
}

/// Whether a wait in this system call ends by the clock.  arguments: as they stand in its
/// registers.
bool ends_by_the_clock(long call, const std::array<unsigned long, 6> &arguments) {
  const auto limited = [&](std::size_t number) {
    return static_cast<int>(arguments[number]) >= 0;  // Milliseconds; -1: no limit.
  };
  switch (call) {
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
    case SYS_restart_syscall:  // What goes on after a signal is a wait with a limit.
      return true;
    case SYS_futex: {
      const auto operation = arguments[1] & FUTEX_CMD_MASK;
      return (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET) && arguments[3] != 0;
    }
    case SYS_ppoll:
    case SYS_rt_sigtimedwait:
      return arguments[2] != 0;
    case SYS_pselect6:
      return arguments[4] != 0;
    case SYS_epoll_pwait:
      return limited(3);
#ifdef SYS_poll
    case SYS_poll:
      return limited(2);
    case SYS_select:
      return arguments[4] != 0;
    case SYS_epoll_wait:
      return limited(3);
#endif
    default:
      return false;
  }
}

/// What is found on a process and its descendants.
struct Activity {
  std::uint64_t trace = 0xcbf29ce484222325;
  bool by_the_clock = false;
  bool ready = false;

  /// FNV-1a of the texts.
  void add(const std::string &text) {
    for (const char c : text) trace = (trace ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
};

void add_thread(const std::string &folder, Activity &activity) {
  // From "voluntary_ctxt_switches" on: how often it has waited and gone on.
  const std::string status = text_of(folder + "status");
  const std::size_t switches = status.find("voluntary_ctxt_switches");
  if (switches != std::string::npos) activity.add(status.substr(switches));
  if (status.find("State:\tS") == std::string::npos) return;
  std::array<unsigned long, 6> a{};
  long call;
  if (sscanf(text_of(folder + "syscall").c_str(), "%ld %lx %lx %lx %lx %lx %lx", &call, &a[0],
             &a[1], &a[2], &a[3], &a[4], &a[5]) == 7)
    activity.by_the_clock = activity.by_the_clock || ends_by_the_clock(call, a);
}

/// Adds one process, and its children to the list.
void add_process(pid_t process, std::vector<pid_t> &list, Activity &activity) {
  const std::string folder = folder_of(process);
  const ProcessState state = process_state(process);
  activity.ready = activity.ready || state.state == 'R';
  activity.add(std::to_string(state.cpu_ticks));
  activity.add(text_of(folder + "io"));
  DIR *threads = opendir((folder + "task").c_str());
  if (!threads) return;
  while (const dirent *entry = readdir(threads)) {
    if (entry->d_name[0] == '.') continue;
    const std::string thread = folder + "task/" + entry->d_name + "/";
    add_thread(thread, activity);
    const std::string children = text_of(thread + "children");
    char *end = nullptr;
    for (const char *at = children.c_str(); list.size() < max_processes; at = end) {
      const long child = strtol(at, &end, 10);
      if (end == at) break;
      list.push_back(static_cast<pid_t>(child));
    }
  }
  closedir(threads);
}

}  // namespace

void ProgressWatch::look(pid_t process, double elapsed) {
  const ProcessState state = process_state(process);
  state_ = state.state;
  idle_seconds_ += elapsed;
  // A worker in state R would go on if it got a CPU.
  if (state.state == 'R' || state.cpu_ticks != cpu_ticks_) idle_seconds_ = 0;
  cpu_ticks_ = state.cpu_ticks;
  if (idle_seconds_ == 0) return;
  Activity activity;
  std::vector<pid_t> processes{process};
  for (std::size_t i = 0; i < processes.size(); ++i) add_process(processes[i], processes, activity);
  descendants_ = static_cast<int>(processes.size()) - 1;
  if (activity.ready || activity.by_the_clock || activity.trace != trace_) idle_seconds_ = 0;
  trace_ = activity.trace;
}

std::string ProgressWatch::sentence(pid_t process) const {
  char seconds[32];
  snprintf(seconds, sizeof seconds, "%g", idle_seconds_);
  std::string text = std::string("has made no progress for ") + seconds +
                     " seconds while it owed results: no CPU time, no input or output, and nothing "
                     "woke it; in /proc it is in state " +
                     state_;
  const std::string place = text_of(folder_of(process) + "wchan");
  if (place.size() > 1) text += ", waiting in " + place;
  if (descendants_ > 0)
    text += "; its " + std::to_string(descendants_) + " child processes have made none either";
  return text;
}

}  // namespace cuboid::engine::cpu
