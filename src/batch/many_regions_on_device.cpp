// Many integrals on a device by cubature: each is refined by itself, and what needs more room
// follows alone.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include "algorithm/cubature/pagani.hpp"
#include "base/clock.hpp"
#include "base/tolerance.hpp"
#include "batch/many_on_device.hpp"
#include "batch/many_refinement.hpp"
#include "run/remarks.hpp"

namespace cuboid::router {

namespace {

using rule::IntegralEnd;

/// What was found of a chunk of the list.
class Chunk {
 public:
  Chunk(const ManyRun &many, const ManyPart &part, const engine::ManyRegionsResult &found)
      : many_(many), part_(part), found_(found), ncomp_(many.run.request.host.ncomp) {}

  /// Stores all integrals but those that have outgrown their room, which are returned.
  std::vector<std::int64_t> put() const {
    std::vector<std::int64_t> outgrown;
    for (std::size_t i = 0; i < found_.end.size();) {
      const std::size_t end =
          part_.end_of_row(i, found_.end.size(), [this](std::size_t at) { return is_plain(at); });
      if (end > i) {
        put_range(i, end);
        i = end;
        continue;
      }
      const std::int64_t integral = part_.integral(i);
      if (found_.end[i] == IntegralEnd::full || found_.end[i] == IntegralEnd::large)
        outgrown.push_back(integral);
      else
        put_one(integral, i);
      ++i;
    }
    return outgrown;
  }

 private:
  /// It has converged, and there is no more to say of it.
  bool is_plain(std::size_t i) const {
    return found_.end[i] == IntegralEnd::converged && found_.nonfinite[i] == 0 && !is_zero(i);
  }

  void put_range(std::size_t begin, std::size_t end) const {
    const std::size_t at = begin * static_cast<std::size_t>(ncomp_);
    many_.results.put({part_.integral(begin), static_cast<std::int64_t>(end - begin),
                       &found_.value[at], &found_.error[at], &found_.chi2[at],
                       &found_.iterations[begin], &found_.neval[begin]});
  }

  void put_one(std::int64_t integral, std::size_t i) const {
    const std::size_t at = i * static_cast<std::size_t>(ncomp_);
    Outcome outcome(ncomp_);
    algorithm::Result &result = outcome.result;
    for (std::size_t c = 0; c < static_cast<std::size_t>(ncomp_); ++c) {
      result.integral[c] = found_.value[at + c];
      result.error[c] = found_.error[at + c];
      result.chi2[c] = found_.chi2[at + c];
    }
    result.dof = found_.iterations[i] - 1;
    result.neval = found_.neval[i];
    judge(found_.end[i], found_.nonfinite[i], outcome);
    result.converged = outcome.status == CUBOID_CONVERGED;
    result.only_zeros = is_zero(i);
    doubt_zeros(goal_of(many_.run.request.options), outcome);
    many_.results.put(integral, outcome);
  }

  /// Errors of what cancels are not zero.
  bool is_zero(std::size_t i) const {
    const std::size_t at = i * static_cast<std::size_t>(ncomp_);
    return rule::what_is_seen(ncomp_, &found_.value[at], &found_.error[at]) == rule::Seen::zeros;
  }

  void judge(IntegralEnd end, long long nonfinite, Outcome &outcome) const {
    if (end == IntegralEnd::interrupted) {
      outcome.status = found_.interrupted;
      outcome.message = sentence_of(algorithm::Remark::ended_before, 0);
      return;
    }
    const algorithm::PaganiVerdict verdict = algorithm::verdict_on(end, 0);
    outcome.status = verdict.status;
    outcome.message = verdict.message;
    if (verdict.status < 0) return fail(outcome, Failure(verdict.status, verdict.message));
    if (nonfinite == 0) return;
    outcome.status = CUBOID_NONFINITE;
    outcome.message =
        sentence_of(algorithm::Remark::counted_as_zero, 0, {std::to_string(nonfinite), ""});
  }

  const ManyRun &many_;
  const ManyPart &part_;
  const engine::ManyRegionsResult &found_;
  int ncomp_;
};

/// As algorithm::leave_room_for_holes does for one.
void leave_room_for_holes(const Goal &goal, engine::ManyRegionsResult &found, int ncomp) {
  const auto components = static_cast<std::size_t>(ncomp);
  const bool single = goal.norm == ErrorNorm::component;
  algorithm::Result one(ncomp);
  for (std::size_t i = 0; i < found.end.size(); ++i) {
    if (found.end[i] != IntegralEnd::converged) continue;
    double *const value = &found.value[i * components];
    double *const error = &found.error[i * components];
    if (single) {
      const double part = algorithm::points_in_a_hole / static_cast<double>(found.neval[i]);
      for (std::size_t c = 0; c < components; ++c) {
        const double size = std::fabs(value[c]);
        error[c] = std::max(error[c], std::min(part * size, larger_tolerance(goal, size)));
      }
      continue;
    }
    one.neval = found.neval[i];
    std::copy(value, value + components, one.integral.begin());
    std::copy(error, error + components, one.error.begin());
    algorithm::leave_room_for_holes(one, goal);
    std::copy(one.error.begin(), one.error.end(), error);
  }
}

class RegionsFeeder final : public Feeder {
 public:
  RegionsFeeder(const ManyRun &many, std::int64_t memory)
      : many_(many),
        engine_(engine::make_device_many_regions(
            many.run.setting.device, many.run.setting.device_userdata,
            static_cast<int>(many.run.request.options.key), memory)),
        refinement_(many_refinement(goal_of(many.run.request.options), engine_->shape())) {
    refinement_.stops_at_nonfinite = many.run.plan.nonfinite == engine::Nonfinite::stop;
  }

  std::int64_t room() const override { return engine::ManyRegionsEngine::max_integrals; }

  std::vector<std::int64_t> integrate(const ManyPart &part) override {
    engine_->integrate(refinement_, part.list(), many_.limits, found_);
    const double there = monotonic_seconds();
    if (found_.interrupted != 0) many_.queue.end(found_.interrupted);
    many_.count(std::accumulate(found_.neval.begin(), found_.neval.end(), 0LL));
    leave_room_for_holes(refinement_.goal, found_, many_.run.request.host.ncomp);
    std::vector<std::int64_t> outgrown = Chunk(many_, part, found_).put();
    phases_ += found_.phases;
    phases_.storing += monotonic_seconds() - there;
    return outgrown;
  }

  engine::ManyPhases phases() const override { return phases_; }

 private:
  const ManyRun &many_;
  const std::unique_ptr<engine::ManyRegionsEngine> engine_;
  engine::ManyRefinement refinement_;
  engine::ManyRegionsResult found_;
  engine::ManyPhases phases_;
};

/// Lists on a device do not look between the points of their regions.
bool serves(const ManyRequest &request, const engine::DeviceIntegrand &device) {
  return engine::device_refines_many(device) &&
         probing_of(request.common.options) != Probing::thorough;
}

void compile(const ManyRequest &request, const Run &run) {
  const BoxKinds kinds = kinds_of_boxes(request);
  if (kinds.finite) engine::compile_for_many_regions(run.setting.device, false);
  if (kinds.mapped) engine::compile_for_many_regions(run.setting.device, true);
}

/// While one waits for the last of its integrals, which need more room, and others copy and store
/// results, the chunk of another fills the device.  Gaussians in 3-D to 1e-6, integrals a second on
/// an H100: 1 thread 7.2e6, 2: 9.5e6, 3: 1.11e7, 4: 1.19e7, and with half as many integrals in a
/// chunk (max_integrals) 3: 1.19e7, 4: 1.22e7; `gpu_many 1 cuhre` prints the last.
constexpr int feeders = 4;

}  // namespace

const WayOnDevice way_by_regions{Interface::regions,
                                 serves,
                                 compile,
                                 make_feeder<RegionsFeeder>,
                                 engine::ManyRegionsEngine::max_integrals,
                                 feeders,
                                 feeders,
                                 "without probes between the points (option probing)"};

}  // namespace cuboid::router
