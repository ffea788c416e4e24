#include "engine/cpu/processes/worker_process.hpp"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "engine/cpu/points/call.hpp"
#include "engine/cpu/processes/message.hpp"

namespace cuboid::engine::cpu {

namespace {

bool this_is_a_worker = false;

void report(const Failure &failure, Reply &reply) {
  reply.status = failure.status();
  const std::size_t length = std::min(failure.message().size(), sizeof reply.sentence - 1);
  memcpy(reply.sentence, failure.message().data(), length);
  reply.sentence[length] = '\0';
}

/// Evaluates the points of a task, or as many chunks of a common one as it gets.
Reply evaluate(const Task &task, HookScope &hooks, int core, const SharedSlots &memory, int slot) {
  const bool common = task.kind == Task::Kind::evaluate_common;
  const SlotView view(memory.slot(common ? 0 : slot), task.count, task.host);
  const PointSet points{task.count, view.x, task.has_weight ? view.weight : nullptr, task.iteration,
                        task.phase};
  SharedControl &control = memory.control();
  auto next = [&, left = task.count]() mutable {
    if (common) return task.common.take(control.next);
    return CommonBatch::Chunk{0, std::exchange(left, 0)};
  };

  Reply reply;
  reply.leading = task.count;
  const double cpu_start = thread_cpu_seconds();
  CommonBatch::Chunk chunk{0, 0};
  try {
    hooks.begin();
    Interrupts interrupts(Limits{}, &control.stop);
    while (!reply.stopped && (chunk = next()).count > 0) {
      const std::int64_t done =
          call_integrand(task.host, slice(points, task.host.ndim, chunk.start, chunk.count),
                         view.f + chunk.start * task.host.ncomp, core, interrupts);
      reply.evaluated += done;
      reply.stopped = done < chunk.count;
      if (reply.stopped) reply.leading = chunk.start + done;
    }
  } catch (const Failure &failure) {
    reply.failed_at = chunk.start;
    report(failure, reply);
  }
  reply.cpu_seconds = thread_cpu_seconds() - cpu_start;
  return reply;
}

}  // namespace

bool inside_worker_process() {
  return this_is_a_worker;
}

void run_worker(Channel channel, int core, const SharedSlots &memory, int slot, pid_t master) {
  this_is_a_worker = true;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != master) _exit(0);  // It died before the line above.

  Task task;
  HookScope hooks(Hooks{}, core);
  bool integrating = false;
  while (channel.receive(task) && task.kind != Task::Kind::quit) {
    if (task.kind == Task::Kind::end_integration) {
      hooks.end();
      fflush(nullptr);
      integrating = false;
      continue;
    }
    task.hooks.trouble = nullptr;  // It is the master's.
    if (!integrating) hooks = HookScope(task.hooks, core);
    integrating = true;
    if (!channel.send(evaluate(task, hooks, core, memory, slot))) break;
  }
  fflush(nullptr);
  _exit(0);
}

ProcessState process_state(pid_t process) {
  ProcessState result;
  char path[32];
  snprintf(path, sizeof path, "/proc/%d/stat", static_cast<int>(process));
  FILE *file = fopen(path, "re");
  if (!file) return result;
  char line[1024];
  const std::size_t length = fread(line, 1, sizeof line - 1, file);
  fclose(file);
  line[length] = '\0';
  // The name of the program stands in parentheses and may itself hold blanks and parentheses.
  const char *after_name = strrchr(line, ')');
  long long user, system;
  if (after_name && sscanf(after_name + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lld %lld",
                           &result.state, &user, &system) == 3)
    result.cpu_ticks = user + system;
  return result;
}

bool reap(pid_t child, double seconds, int &wait_status) {
  const double deadline = monotonic_seconds() + seconds;
  timespec pause{0, 20'000};
  while (true) {
    const pid_t ended = waitpid(child, &wait_status, WNOHANG);
    if (ended == child) return true;
    if (ended < 0 && errno == ECHILD) {
      wait_status = -1;
      return true;
    }
    if (monotonic_seconds() >= deadline) return false;
    nanosleep(&pause, nullptr);
    pause.tv_nsec = std::min(2 * pause.tv_nsec, 10'000'000L);
  }
}

std::string describe_end(int wait_status) {
  if (wait_status == -1) return "ended";
  if (WIFSIGNALED(wait_status)) {
    const int number = WTERMSIG(wait_status);
    const char *name = sigdescr_np(number);
    return "was killed by signal " + std::to_string(number) +
           (name ? std::string(" (") + name + ")" : "");
  }
  return "ended with exit status " + std::to_string(WEXITSTATUS(wait_status));
}

}  // namespace cuboid::engine::cpu
