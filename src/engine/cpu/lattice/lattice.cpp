#include "engine/cpu/lattice/lattice.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/cpu/points/call.hpp"

namespace cuboid::engine::cpu {

namespace {

/// Points that are placed before the integrand is called, at least: enough to fill vectors.
constexpr uint64 least_batch = 512;

/// Points of a batch that a points engine shares out among its workers.
constexpr uint64 shared_points = 1 << 14;

/// Numbered through all shifts.
uint64 groups_of(const LatticeRequest &request) {
  return static_cast<uint64>(request.shifts()) * statistics::lattice_chunks(request.bits).groups();
}

LatticeTotals empty_totals(const LatticeRequest &request, int ncomp) {
  LatticeTotals totals;
  totals.group_sums.resize(groups_of(request) * static_cast<uint64>(ncomp));
  return totals;
}

}  // namespace

ThreadedLattice::ThreadedLattice(LatticeProblem problem, const HostFunction &host,
                                 const Limits &limits, int threads, const Hooks &hooks)
    : problem_(std::move(problem)), host_(host), limits_(limits), hooks_(hooks), team_(threads) {}

void ThreadedLattice::record_failure(std::exception_ptr failure) noexcept {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::move(failure);
  __atomic_store_n(&stop_, 1, __ATOMIC_RELAXED);
}

void ThreadedLattice::rethrow_failure() {
  if (!failure_) return;
  try {
    std::rethrow_exception(std::exchange(failure_, nullptr));
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.status(), evaluated_, 0);
  }
}

LatticeSums ThreadedLattice::evaluate(const LatticeRequest &request) {
  const uint64 groups = groups_of(request);
  const auto nvec = static_cast<uint64>(std::clamp<std::int64_t>(host_.nvec, 1, 1 << 20));
  points_at_once_ = std::bit_ceil(std::max(nvec, least_batch));
  groups_at_once_ = std::max<uint64>(
      points_at_once_ / statistics::lattice_chunks(request.bits).group_points(), 1);
  next_ = 0;
  stop_ = 0;
  evaluated_ = 0;
  failure_ = nullptr;
  LatticeTotals totals = empty_totals(request, problem_.ncomp);
  const uint64 useful = (groups + groups_at_once_ - 1) / groups_at_once_;
  // A receiver is handed the points in their order.
  team_.run(request.receiver != nullptr ? 1 : static_cast<int>(std::min<uint64>(useful, 1 << 20)),
            [&](int core) { work(request, groups, core, totals); });
  rethrow_failure();
  let_caller_look(limits_, evaluated_, 0);
  return totals.sums(request.shifts(), problem_.ncomp);
}

void ThreadedLattice::work(const LatticeRequest &request, uint64 groups, int core,
                           LatticeTotals &totals) {
  HookScope hooks(hooks_, core);
  try {
    LatticeBatch batch(problem_, request, points_at_once_);
    LatticeTotals nonfinite;
    Interrupts interrupts(limits_, &stop_);
    const auto evaluate = [&](const PointSet &points, double *f) {
      hooks.begin();
      try {
        const std::int64_t done = call_integrand(host_, points, f, core, interrupts);
        evaluated_ += done;
        return done == points.count;
      } catch (const Interrupted &interrupted) {
        evaluated_ += interrupted.evaluated();
        throw;
      }
    };
    while (__atomic_load_n(&stop_, __ATOMIC_RELAXED) == 0) {
      const uint64 begin = next_.fetch_add(groups_at_once_);
      if (begin >= groups) break;
      if (!batch.work_off(begin, std::min(begin + groups_at_once_, groups),
                          totals.group_sums.data(), nonfinite, evaluate))
        break;
    }
    const std::lock_guard lock(mutex_);
    totals.add_nonfinite(nonfinite);
  } catch (const abi::__forced_unwind &) {
    __atomic_store_n(&stop_, 1, __ATOMIC_RELAXED);
    throw;  // The thread is being cancelled, which must not be held up.
  } catch (...) {
    record_failure(exception_for_another_thread());
  }
  hooks.end();
}

LatticeSums PointsLattice::evaluate(const LatticeRequest &request) {
  const uint64 groups = groups_of(request);
  LatticeTotals totals = empty_totals(request, problem_.ncomp);
  const uint64 all = static_cast<uint64>(request.points() * request.shifts());
  LatticeBatch batch(problem_, request, std::min(shared_points, std::bit_ceil(all)));
  std::int64_t evaluated = 0;
  try {
    batch.work_off(0, groups, totals.group_sums.data(), totals,
                   [&](const PointSet &points, double *f) {
                     points_->evaluate(points, f);
                     evaluated += points.count;
                     return true;
                   });
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.status(), evaluated + interrupted.evaluated(), 0);
  }
  return totals.sums(request.shifts(), problem_.ncomp);
}

}  // namespace cuboid::engine::cpu
