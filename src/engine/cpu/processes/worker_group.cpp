#include "engine/cpu/processes/worker_group.hpp"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/cancellation.hpp"
#include "base/clock.hpp"
#include "base/failure.hpp"
#include "engine/cpu/points/call.hpp"
#include "engine/cpu/processes/fork_safety.hpp"
#include "engine/cpu/processes/worker_process.hpp"

namespace cuboid::engine::cpu {

namespace {

constexpr int max_workers = 1024;
constexpr double seconds_between_looks = 0.2;
constexpr double seconds_between_cancel_checks = 0.02;
/// How long workers may take to end the call of the integrand they are in when the caller wants the
/// integration to stop.
constexpr double grace_seconds = 1;
constexpr double seconds_to_die = 5;
constexpr double seconds_to_spin = 5e-5;

/// As many as the descriptors allow: each worker takes one, and half of those left stay free.
int affordable_workers(int wanted) {
  rlimit limit;
  int affordable = max_workers;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    const int lowest_free = dup(STDIN_FILENO);
    if (lowest_free >= 0) close(lowest_free);
    const auto free = static_cast<long long>(limit.rlim_cur) - std::max(lowest_free, 0);
    affordable = static_cast<int>(std::clamp<long long>(free / 2, 0, max_workers));
  }
  return std::min(wanted, affordable);
}

void set_flag(volatile int *flag, int value) {
  __atomic_store_n(flag, value, __ATOMIC_RELAXED);
}

}  // namespace

/// What is under way in one evaluation.
struct WorkerGroup::Batch {
  const HostFunction &host;
  PointSet points;
  double *f;
  const Hooks &hooks;
  const Limits &limits;
  bool common = false;          ///< no fixed shares, results in common memory
  std::int64_t piece = 0;       ///< most points that fit into a slot
  std::int64_t queue_next = 0;  ///< points from here on belong to whoever is free first
  std::int64_t queue_piece = 0;
  std::vector<pollfd> polled = {};  ///< one for each worker; descriptor -1: it is idle
  std::size_t working = 0;
  double spin_until = 0;                ///< until then waiting is done awake
  std::optional<Failure> failure = {};  ///< of the earliest slice that failed
  std::int64_t failure_start = 0;
  Ending ending = Ending::none;  ///< if that is why
  bool stopping = false;
  std::int64_t evaluated = 0;
  std::int64_t leading = points.count;  ///< the first point that has no value in f
  double stop_time = 0;                 ///< when the caller wanted to stop; 0: it does not
};

WorkerGroup::WorkerGroup(const WorkerCounts &wanted, double worker_timeout)
    : wanted_(wanted), worker_timeout_(worker_timeout), owner_(getpid()) {
  start_workers();
}

WorkerGroup::~WorkerGroup() {
  if (owner_ == getpid()) quit_workers();
}

WorkerCounts WorkerGroup::counts() const {
  WorkerCounts counts = wanted_;
  const bool mine = owner_ == getpid();
  counts.accelerators = mine ? accelerators_ : 0;
  counts.cores = mine ? static_cast<int>(workers_.size()) - accelerators_ : 0;
  return counts;
}

std::vector<pid_t> WorkerGroup::processes() const {
  std::vector<pid_t> numbers;
  for (const Worker &worker : workers_) numbers.push_back(worker.process);
  return numbers;
}

void WorkerGroup::start_workers() {
  lost_ = false;
  accelerators_ = 0;
  const int cores = std::max(wanted_.cores, 0);
  const int accelerators = std::max(wanted_.accelerators, 0);
  const int total =
      affordable_workers(std::min(cores, max_workers) + std::min(accelerators, max_workers));
  if (total == 0 || reason_not_to_fork()) return;
  try {
    memory_ = std::make_unique<SharedSlots>(total);
  } catch (const Failure &) {
    return;
  }
  // What stands in the buffers now would otherwise be written by every worker.
  fflush(nullptr);
  workers_.reserve(static_cast<std::size_t>(total));
  for (int slot = 0; slot < total; ++slot) {
    const int core = slot - accelerators;
    if (!start_worker(core, slot)) break;
    if (core < 0) ++accelerators_;
  }
}

bool WorkerGroup::start_worker(int core, int slot) {
  Worker worker;
  worker.core = core;
  Channel end_of_worker;
  if (!Channel::pair(worker.channel, end_of_worker)) return false;
  worker.process = fork();
  if (worker.process < 0) return false;
  if (worker.process == 0) {
    // Descriptors of its elder siblings would keep their connections open after the master's end.
    for (Worker &sibling : workers_) sibling.channel.close();
    worker.channel.close();
    run_worker(std::move(end_of_worker), core, *memory_, slot, owner_);
  }
  workers_.push_back(std::move(worker));
  return true;
}

bool WorkerGroup::claim() {
  if (owner_ != getpid() || claimed_.exchange(true)) return false;
  if (lost_) start_workers();
  return true;
}

void WorkerGroup::release() noexcept {
  if (owner_ != getpid()) return;
  // Who still owes results belongs to an evaluation that was left by the cancellation of its
  // thread.
  for (const Worker &worker : workers_) lost_ = lost_ || worker.count > 0;
  const Task end{.kind = Task::Kind::end_integration};
  for (Worker &worker : workers_)
    if (std::exchange(worker.in_integration, false) && !worker.channel.send(end)) lost_ = true;
  if (lost_) kill_workers();
  claimed_ = false;
}

bool WorkerGroup::can_evaluate(const HostFunction &host, std::int64_t points) const {
  return !workers_.empty() && points >= min_shared_points &&
         SlotView::doubles_per_point(host) <= memory_->slot_size();
}

void WorkerGroup::evaluate(const HostFunction &host, const PointSet &points, double *f,
                           const Hooks &hooks, const Limits &limits,
                           const LineFunction &sampling_line) {
  share_out(points.count, counts(), shares_);
  if (sampling_line)
    sampling_line("sampling " + std::to_string(shares_.points_per_core) + " points each on " +
                  std::to_string(shares_.busy_cores) + " cores");

  const std::int64_t fitting = memory_->slot_size() / SlotView::doubles_per_point(host);
  const std::int64_t whole_calls = fitting / host.nvec * host.nvec;
  Batch batch{.host = host,
              .points = points,
              .f = f,
              .hooks = hooks,
              .limits = limits,
              .piece = whole_calls > 0 ? whole_calls : fitting,
              .queue_next = points.count - shares_.queued,
              .queue_piece = shares_.queue_piece};
  set_flag(&memory_->control().stop, 0);
  batch.polled.assign(workers_.size(), {-1, POLLIN, 0});
  std::int64_t first = 0;
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    workers_[i].next = first;
    workers_[i].end = first += shares_.first[i];
  }
  for (std::size_t i = 0; i < workers_.size(); ++i) send_next(batch, i);
  wait_for_replies(batch);
  if (!batch.failure) return;
  for (const Worker &worker : workers_)
    if (worker.next < worker.end) batch.leading = std::min(batch.leading, worker.next);
  throw_failure(batch, std::min(batch.leading, batch.queue_next), 0);
}

void WorkerGroup::evaluate_with_master(const HostFunction &host, const PointSet &points, double *f,
                                       const Hooks &hooks, const Limits &limits,
                                       Evaluator &master) {
  const std::int64_t fitting = memory_->total_size() / SlotView::doubles_per_point(host);
  for (std::int64_t start = 0; start < points.count; start += fitting) {
    const std::int64_t count = std::min(fitting, points.count - start);
    Batch batch{.host = host,
                .points = slice(points, host.ndim, start, count),
                .f = f + start * host.ncomp,
                .hooks = hooks,
                .limits = limits,
                .common = true};
    evaluate_common(batch, master);
    if (!batch.failure) continue;
    std::copy_n(SlotView(memory_->slot(0), count, host).f, batch.leading * host.ncomp, batch.f);
    throw_failure(batch, batch.leading, start);
  }
}

/// One batch that fits into the common memory.
void WorkerGroup::evaluate_common(Batch &batch, Evaluator &master) {
  const PointSet &points = batch.points;
  const HostFunction &host = batch.host;
  const SlotView view(memory_->slot(0), points.count, host);
  std::copy_n(points.x, points.count * host.ndim, view.x);
  if (points.weight) std::copy_n(points.weight, points.count, view.weight);
  SharedControl &control = memory_->control();
  set_flag(&control.stop, 0);
  control.next = 0;
  const int participants = static_cast<int>(workers_.size()) + 1;
  const Task task{.kind = Task::Kind::evaluate_common,
                  .iteration = points.iteration,
                  .phase = points.phase,
                  .count = points.count,
                  .common = CommonBatch(points.count, participants, host.nvec),
                  .has_weight = points.weight != nullptr,
                  .host = host,
                  .hooks = batch.hooks};
  batch.polled.assign(workers_.size(), {-1, POLLIN, 0});
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    workers_[i].start = 0;
    workers_[i].next = workers_[i].end = points.count;
    workers_[i].count = points.count;
    send(batch, i, task);
  }

  const double cpu_start = thread_cpu_seconds();
  CommonBatch::Chunk chunk{0, 0};
  try {
    while (!control.stop && (chunk = task.common.take(control.next)).count > 0) {
      master.evaluate(slice(points, host.ndim, chunk.start, chunk.count),
                      view.f + chunk.start * host.ncomp);
      batch.evaluated += chunk.count;
    }
  } catch (const Interrupted &interrupted) {
    batch.evaluated += interrupted.evaluated();
    batch.leading = chunk.start + interrupted.leading();
    note_failure(batch, interrupted, chunk.start, interrupted.ending());
  } catch (const Failure &failure) {
    note_failure(batch, failure, chunk.start);
  }
  busy_seconds_ += thread_cpu_seconds() - cpu_start;
  // The others end about now, sooner than it takes to fall asleep and wake up.
  batch.spin_until = monotonic_seconds() + seconds_to_spin;
  wait_for_replies(batch);
  batch.leading = std::min<std::int64_t>(batch.leading, control.next);
  if (!batch.failure) std::copy_n(view.f, points.count * host.ncomp, batch.f);
}

/// Gives an idle worker the next piece of its share or, after that, of the queue.
void WorkerGroup::send_next(Batch &batch, std::size_t number) {
  Worker &worker = workers_[number];
  if (batch.stopping) return;
  if (worker.next == worker.end) {
    worker.next = batch.queue_next;
    worker.end = std::min(worker.next + batch.queue_piece, batch.points.count);
    batch.queue_next = worker.end;
  }
  if (worker.next == worker.end) return;
  worker.start = worker.next;
  worker.count = std::min(worker.end - worker.next, batch.piece);
  worker.next += worker.count;

  const SlotView view(memory_->slot(static_cast<int>(number)), worker.count, batch.host);
  const PointSet part = slice(batch.points, batch.host.ndim, worker.start, worker.count);
  std::copy_n(part.x, part.count * batch.host.ndim, view.x);
  if (part.weight) std::copy_n(part.weight, part.count, view.weight);
  const Task task{.kind = Task::Kind::evaluate,
                  .iteration = part.iteration,
                  .phase = part.phase,
                  .count = part.count,
                  .has_weight = part.weight != nullptr,
                  .host = batch.host,
                  .hooks = batch.hooks};
  send(batch, number, task);
}

void WorkerGroup::send(Batch &batch, std::size_t number, const Task &task) {
  Worker &worker = workers_[number];
  worker.in_integration = true;
  worker.progress.restart();
  batch.polled[number].fd = worker.channel.descriptor();
  ++batch.working;
  if (!worker.channel.send(task)) lose_ended(number);
}

/// Keeps the failure of the earliest points and ends the others' work.
void WorkerGroup::note_failure(Batch &batch, const Failure &failure, std::int64_t start,
                               Ending ending) {
  if (!batch.failure || start < batch.failure_start) {
    batch.failure = failure;
    batch.failure_start = start;
    batch.ending = ending;
  }
  batch.stopping = true;
  set_flag(&memory_->control().stop, 1);
}

/// before: points of earlier batches, which are complete.
void WorkerGroup::throw_failure(const Batch &batch, std::int64_t leading, std::int64_t before) {
  if (batch.ending != Ending::none)
    throw Interrupted(batch.ending, before + batch.evaluated, before + leading);
  throw Failure(*batch.failure);
}

void WorkerGroup::take_reply(Batch &batch, std::size_t number) {
  Worker &worker = workers_[number];
  Reply reply;
  if (!worker.channel.receive(reply)) lose_ended(number);
  busy_seconds_ += reply.cpu_seconds;
  batch.evaluated += reply.evaluated;
  if (batch.limits.watch) batch.limits.watch->count(reply.evaluated);
  if (reply.stopped) batch.leading = std::min(batch.leading, worker.start + reply.leading);
  if (reply.status != CUBOID_CONVERGED) {
    note_failure(batch, Failure(reply.status, reply.sentence), worker.start + reply.failed_at);
  } else if (!batch.common) {
    const SlotView view(memory_->slot(static_cast<int>(number)), worker.count, batch.host);
    std::copy_n(view.f, reply.leading * batch.host.ncomp,
                batch.f + worker.start * batch.host.ncomp);
  }
  worker.count = 0;
  batch.polled[number].fd = -1;
  --batch.working;
}

void WorkerGroup::wait_for_replies(Batch &batch) {
  Interrupts interrupts(batch.limits);
  double last_look = monotonic_seconds();
  while (batch.working > 0) {
    {
      // The master may wait as long as a function of the caller's takes.
      const CallersFunction scope;
      pthread_testcancel();
    }
    const int ready = poll(batch.polled.data(), batch.polled.size(), milliseconds_to_wait(batch));
    if (ready > 0) {
      for (std::size_t i = 0; i < workers_.size(); ++i) {
        if (batch.polled[i].fd < 0 || batch.polled[i].revents == 0) continue;
        take_reply(batch, i);
        send_next(batch, i);
      }
    }
    if (!batch.stopping && !interrupts.look()) {
      const Interrupted interrupted = interrupts.failure(0, 0);
      note_failure(batch, interrupted, -1, interrupted.ending());
      batch.stop_time = monotonic_seconds();
    }
    const double now = monotonic_seconds();
    if (now - last_look < seconds_between_cancel_checks) continue;
    look_after(batch, now - last_look);
    last_look = now;
  }
}

/// Until something other than a reply has to be looked at; 0 while it pays to stay awake.
int WorkerGroup::milliseconds_to_wait(const Batch &batch) const {
  const double now = monotonic_seconds();
  if (now < batch.spin_until) return 0;
  double wait = seconds_between_looks;
  if (worker_timeout_ > 0) wait = std::min(wait, worker_timeout_ / 4);
  if (batch.limits.cancel || batch.limits.watch || batch.stopping)
    wait = std::min(wait, seconds_between_cancel_checks);
  if (batch.limits.deadline > 0) wait = std::clamp(batch.limits.deadline - now, 1e-3, wait);
  return static_cast<int>(wait * 1e3) + 1;
}

/// Finds workers that are gone or stuck.  elapsed: seconds since the last look.
void WorkerGroup::look_after(Batch &batch, double elapsed) {
  if (batch.stop_time > 0 && monotonic_seconds() > batch.stop_time + grace_seconds) {
    kill_workers();
    lost_ = true;
    throw *batch.failure;
  }
  // A long time between two looks means that this process was stopped, and the workers with it.
  elapsed = std::min(elapsed, 2 * seconds_between_looks);
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    Worker &worker = workers_[i];
    if (worker.count == 0) continue;
    worker.progress.look(worker.process, elapsed);
    if (worker.progress.state() == 'Z' || worker.progress.state() == 'X') lose_ended(i);
    if (worker_timeout_ > 0 && worker.progress.idle_seconds() >= worker_timeout_)
      lose(i, worker.progress.sentence(worker.process));
  }
}

void WorkerGroup::lose(std::size_t number, const std::string &how) {
  const Worker &worker = workers_[number];
  std::string sentence = "worker " + std::to_string(worker.core) + " (process " +
                         std::to_string(worker.process) + ") " + how;
  if (worker.count > 0)
    sentence += "; it was evaluating " + std::to_string(worker.count) + " points";
  kill_workers();
  lost_ = true;
  throw Failure(CUBOID_WORKER_LOST, sentence);
}

void WorkerGroup::lose_ended(std::size_t number) {
  int wait_status = -1;
  const bool ended = reap(workers_[number].process, 2, wait_status);
  lose(number, ended ? describe_end(wait_status) : "closed its connection to the master");
}

void WorkerGroup::quit_workers() noexcept {
  const Task quit{.kind = Task::Kind::quit};
  for (Worker &worker : workers_) {
    worker.channel.send(quit);
    worker.channel.close();
  }
  for (Worker &worker : workers_) {
    int wait_status;
    worker.progress.restart();
    // Its exit hook may take its time.
    while (!reap(worker.process, seconds_between_looks, wait_status)) {
      worker.progress.look(worker.process, seconds_between_looks);
      if (worker_timeout_ > 0 && worker.progress.idle_seconds() >= worker_timeout_) {
        kill(worker.process, SIGKILL);
        reap(worker.process, seconds_to_die, wait_status);
        break;
      }
    }
  }
  workers_.clear();
}

void WorkerGroup::kill_workers() noexcept {
  for (const Worker &worker : workers_) kill(worker.process, SIGKILL);
  for (const Worker &worker : workers_) {
    int wait_status;
    reap(worker.process, seconds_to_die, wait_status);
  }
  workers_.clear();
}

}  // namespace cuboid::engine::cpu
