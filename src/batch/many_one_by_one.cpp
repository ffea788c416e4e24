// Integrals that are carried out one at a time, or one on each thread.
#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "batch/many_call.hpp"
#include "batch/many_run.hpp"
#include "call/blurred_ends.hpp"
#include "domain/domain.hpp"
#include "engine/common/largest_value.hpp"
#include "engine/common/zero_watch.hpp"
#include "engine/cpu/make_engine.hpp"
#include "engine/cpu/threads/thread_team.hpp"
#include "router/methods/cuhre.hpp"
#include "router/methods/line.hpp"
#include "router/points_method.hpp"

namespace cuboid::router {

namespace {

/// Whether line has the integrals first, and not cuhre.
bool begins_with_line(const ManyRun &many) {
  return many.choice && many.choice->of_line > 0;
}

/// Whether somebody has said that the integrand is singular where coordinates do not tell how near
/// they are.
bool has_told_ends(const domain::Domain *region) {
  if (region == nullptr) return false;
  const std::vector<domain::BlurredEnd> ends = region->blurred_ends();
  return std::any_of(ends.begin(), ends.end(), [](const auto &end) { return end.is_told; });
}

/// The method that has all integrals first, on one thread; cuhre makes its rule and its memory
/// once.
class FirstMethod {
 public:
  FirstMethod(const ManyRun &many, const engine::cpu::IntegralEngines &engines, int thread)
      : many_(many),
        engines_(engines),
        thread_(thread),
        host_(many.request.common.host),
        outcome_(host_.ncomp),
        log_(0, {}),
        state_("", false, log_),
        task_(make_task(many.run)) {
    task_.log = &log_;
    task_.state = &state_;
    if (begins_with_line(many)) {
      task_.goal.maxeval = many.choice->of_line;
      if (!line_of(host_).empty()) host_.domain = nullptr;
      has_blurred_ends_ = has_told_ends(host_.domain);
      return;
    }
    has_blurred_ends_ = has_told_ends(host_.domain);
    if (many.choice) task_.goal.maxeval = many.choice->of_cuhre;
    series_.emplace(task_, cubature_options(many.request.common), outcome_.result);
    if (!many.choice) return;
    host_.largest = &largest_;
    known_ = std::make_shared<algorithm::StateMemory>();
    state_.keep_in(known_);
  }

  void integrate(std::int64_t integral) {
    const ManyRequest &request = many_.request;
    host_.userdata = request.userdata_of(integral);
    largest_.forget();
    const auto [lower, upper] = request.box_of(integral);
    if (!host_.takes_distances) {
      host_.lower = lower;
      host_.upper = upper;
    }
    std::atomic<std::int64_t> beside = 0;
    auto engine = engines_.make(host_, thread_);
    if (series_) engine = on_unit_cube_stepping(many_.run, lower, upper, std::move(engine), beside);
    outcome_.result = algorithm::Result(host_.ncomp);
    outcome_.result.ndim = host_.ndim;
    engine::ZeroWatch watch(*engine, host_.ncomp, outcome_.result.only_zeros);
    task_.engine = &watch;
    outcome_.status = CUBOID_CONVERGED;
    if (known_) known_->contents.clear();
    try {
      if (series_)
        series_->integrate(origins_of(host_.ndim, lower, upper));
      else
        algorithm::line(task_,
                        line_options(request.common.host, lower, upper, many_.run.plan.nonfinite,
                                     probing_of(request.common.options)),
                        outcome_.result);
      // A sentence is only made where somebody reads it.
      if (!outcome_.result.converged || outcome_.result.only_zeros) {
        succeed(task_.goal, outcome_);
        doubt_zeros(task_.goal, outcome_);
      }
    } catch (const Failure &failure) {
      fail(outcome_, failure);
    }
    report_nonfinite(*engine, outcome_);
    outcome_.result.neval += beside;
    if (has_blurred_ends_ && outcome_.result.converged) look_beside_ends();
    if (many_.choice && leaves_a_choice(many_, outcome_)) return choose(integral);
    many_.put(integral, outcome_);
  }

 private:
  /// As of a single integral.
  void look_beside_ends() {
    if (!beside_ends_) beside_ends_ = many_.request.common;
    Request &request = *beside_ends_;
    request.host.userdata = host_.userdata;
    succeed(task_.goal, outcome_);
    add_lost_at_ends(request, false, outcome_);
  }

  void choose(std::int64_t integral) {
    if (!chooser_) chooser_.emplace(many_, false);
    chooser_->choose(integral, outcome_.result.neval, largest_.value(), known_);
  }

  const ManyRun &many_;
  const engine::cpu::IntegralEngines &engines_;
  int thread_;
  engine::HostFunction host_;
  engine::LargestValue largest_;  ///< of the integral at hand
  Outcome outcome_;
  algorithm::Log log_;
  algorithm::StateFile state_;
  algorithm::Task task_;
  std::optional<algorithm::CubatureSeries> series_;  ///< nothing: line is the method
  /// What cuhre leaves to whoever goes on; nullptr: nobody does.
  std::shared_ptr<algorithm::StateMemory> known_;
  std::optional<ManyCall> chooser_;  ///< nothing: it was not needed so far
  bool has_blurred_ends_ = false;
  std::optional<Request> beside_ends_;  ///< of the integral at hand, for looks there
};

/// Takes integrals, so many at a time, until there are none.
template <class Worker>
void work_off(const ManyRun &many, Worker &worker, int thread, std::int64_t several) {
  for (std::int64_t first; (first = many.queue.next(several)) >= 0;) {
    const std::int64_t end = std::min(first + several, many.request.count);
    for (std::int64_t integral = first; integral < end && !many.queue.ends(); ++integral) {
      if (many.results.has(integral)) continue;
      try {
        worker.integrate(integral);
      } catch (const std::exception &) {
        put_caught(many, integral);
      }
      if (thread == 0) many.look();
    }
  }
}

/// With processes or threads for each integral, where there are fewer integrals than threads.
void one_after_the_other(const ManyRun &many) {
  ManyCall worker(many, true);
  const Options &options = many.request.common.options;
  if (many.run.plan.workers == engine::cpu::WorkerMode::fork && options.cores < 0 &&
      many.run.plan.place == Place::host)
    worker.request().kept_workers = engine::cpu::start_kept_group(options.worker_timeout);
  work_off(many, worker, 0, 1);
}

/// As many at a time as lie in one line of the cache for each of their results, where there are
/// enough of them: threads that write side by side would wait for each other's lines.
std::int64_t taken_together(std::int64_t count, int threads) {
  constexpr std::int64_t of_a_line = 16;
  constexpr std::int64_t turns = 64;  // of a thread, at the end of which it waits for the others
  return std::clamp<std::int64_t>(count / (threads * turns), 1, threads > 1 ? of_a_line : 1);
}

void work_on_thread(const ManyRun &many, const engine::cpu::IntegralEngines &engines, int thread) {
  const std::int64_t several = taken_together(many.request.count, engines.threads());
  const bool has_first = !many.choice || many.choice->has_first();
  if (has_first && many.run.plan.method == Method::cuhre) {  // by name, or before there is a choice
    FirstMethod worker(many, engines, thread);
    work_off(many, worker, thread, several);
  } else {
    ManyCall worker(many, false);
    work_off(many, worker, thread, several);
  }
}

}  // namespace

void many_one_by_one(const ManyRun &many) {
  engine::cpu::EngineOptions options = host_options(many.run);
  options.limits = many.limits;
  // Line and cuhre treat them themselves.
  options.nonfinite = engine::Nonfinite::leave;
  const engine::cpu::IntegralEngines engines(options);
  const bool on_host = many.run.plan.place == Place::host;
  const bool forks = many.run.plan.workers == engine::cpu::WorkerMode::fork;
  if (!on_host || forks || many.request.count < engines.threads()) return one_after_the_other(many);
  std::exception_ptr missing;
  engine::cpu::ThreadTeam team(engines.threads());
  team.run(engines.threads(), [&](int thread) {
    try {
      work_on_thread(many, engines, thread);
    } catch (const std::exception &) {
      // For a worker there was no memory.  The calling thread does what others cannot.
      if (thread == 0) missing = std::current_exception();
    }
  });
  if (missing) std::rethrow_exception(missing);
}

}  // namespace cuboid::router
