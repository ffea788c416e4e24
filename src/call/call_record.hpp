// What a call holds that must not stay behind where the integrand leaves it by longjmp.
#pragma once

#include <memory>
#include <utility>

#include "base/options.hpp"
#include "call/request.hpp"
#include "call/trace_output.hpp"
#include "engine/cpu/make_engine.hpp"
#include "engine/engine.hpp"
#include "engine/group/group.hpp"
#include "run/log.hpp"
#include "run/print_iteration.hpp"
#include "run/state_file.hpp"

namespace cuboid::router {

/// Stands on the stack of a call, and owns the engine and the state file on the heap.  The next
/// call on the same thread ends those of calls that were left: their workers, threads, shared
/// memory and locks.  A call has been left if its frame is at or below that of the present one, or
/// no longer bears its mark; an outer call, in whose integrand the present one is, does neither.
/// Frames on other stacks than the thread's own, as coroutines have, are left alone.
class CallRecord {
 public:
  CallRecord();
  ~CallRecord();
  CallRecord(const CallRecord &) = delete;
  CallRecord &operator=(const CallRecord &) = delete;

  engine::PointsEngine &keep(std::unique_ptr<engine::PointsEngine> engine);
  const std::shared_ptr<engine::cpu::EngineNotes> &notes() const { return held_->notes; }
  /// Where the run prints; and its state file, with that log for its messages.
  const algorithm::Log &open_log(const Request &request);
  algorithm::StateFile &open_state(const Options &options);
  /// Prints what the log has passed over at the end.
  void end_log(const algorithm::Result &result) {
    if (held_->log) algorithm::print_last_iteration(*held_->log, result);
  }
  /// Who is told what the method does; nullptr: nobody.
  void keep(std::unique_ptr<TraceOutput> trace) { held_->trace = std::move(trace); }
  TraceOutput *trace() const { return held_->trace.get(); }
  /// The ranks that take part; nullptr: this process alone.
  void keep(std::unique_ptr<engine::group::Group> group);
  engine::group::Group *group() const { return held_->group.get(); }
  /// Ends the engine.
  void end() { held_->engine.reset(); }

 private:
  struct Held {
    const CallRecord *frame;
    Held *outer;
    bool inside_worker_thread;
    bool inside_group;
    std::shared_ptr<engine::cpu::EngineNotes> notes = {};
    std::unique_ptr<TraceOutput> trace = {};
    std::unique_ptr<algorithm::Log> log = {};
    std::unique_ptr<algorithm::StateFile> state = {};
    std::unique_ptr<engine::group::Group> group = {};
    std::unique_ptr<engine::PointsEngine> engine = {};  ///< goes first
  };

  static thread_local Held *innermost;

  bool was_left(const Held &held) const;

  Held *volatile held_ = nullptr;  ///< the mark
};

}  // namespace cuboid::router
