#include "batch/many_state.hpp"

#include <string>
#include <vector>

#include "engine/cpu/make_engine.hpp"
#include "router/points_method.hpp"
#include "router/state_claim.hpp"
#include "run/state_header.hpp"

namespace cuboid::router {

namespace {

/// Of the list, whose values at a few points tell it from other lists.
constexpr std::int64_t integrals_in_claim = 16;

/// All boxes in a number.
std::string boxes_of(const ManyRequest &request) {
  const auto bytes = static_cast<std::size_t>(request.common.host.ndim) * sizeof(double);
  std::uint64_t sum = 0;
  for (std::int64_t i = 0; i < request.boxes(); ++i)
    for (const double *side : {request.lower_of(i), request.upper_of(i)})
      sum = algorithm::checksum(side, bytes, sum);
  return formatted("boxes of checksum = %016llx", static_cast<unsigned long long>(sum));
}

}  // namespace

ManyState::ManyState(const ManyRequest &request, const Run &run, bool chosen,
                     const algorithm::Log &log, ManyResults &results)
    : request_(request),
      run_(run),
      chosen_(chosen),
      results_(results),
      file_(request.statefile, request.common.options.keep_state != 0, log) {}

algorithm::StateIdentity ManyState::identity() const {
  return {algorithm::Routine::many, request_.common.host.ndim, request_.common.host.ncomp};
}

/// Of an integral that returns -999, or is NaN there, they are NaN.
void ManyState::add_values(algorithm::StateClaim &claim, std::int64_t integral) const {
  Request request = request_.common;
  request.host.userdata = request_.userdata_of(integral);
  request.host.nvec = 1;
  const bool on_host = run_.plan.place == Place::host;
  const auto device = on_host ? nullptr : request_.device_of(run_.setting.device, integral);
  void *const userdata =
      request_.userdata == nullptr ? run_.setting.device_userdata : request.host.userdata;
  const Run run{run_, request, run_.plan};
  constexpr auto leave = engine::Nonfinite::leave;
  engine::cpu::EngineOptions options = host_options(run);
  options.nonfinite = leave;
  options.limits = {};
  std::vector<double> values(claim.points.size() / static_cast<std::size_t>(request.host.ndim) *
                                 static_cast<std::size_t>(request.host.ncomp),
                             std::numeric_limits<double>::quiet_NaN());
  try {
    const auto [lower, upper] = request_.box_of(integral);
    const auto engine =
        on_unit_cube(request.host, lower, upper,
                     on_host ? engine::cpu::IntegralEngines(options).make(request.host, 0)
                             : engine::make_device_points_engine(device, userdata, leave, {}),
                     run.plan.nonfinite);
    values = values_at(claim.points, run, *engine);
  } catch (const Failure &failure) {
    if (failure.status() != CUBOID_ABORTED && failure.status() != CUBOID_NONFINITE) throw;
  }
  claim.values.insert(claim.values.end(), values.begin(), values.end());
}

algorithm::StateClaim ManyState::claim() const {
  algorithm::StateClaim claim = claim_of(run_);
  const Options &options = request_.common.options;
  if (chosen_) claim_any_method(options, claim);
  claim.options.push_back("count = " + std::to_string(request_.count));
  claim_goal(options, claim);
  claim.options.push_back(boxes_of(request_));
  for (std::int64_t i = 0; i < integrals_in_claim; ++i)
    add_values(claim, i * (request_.count - 1) / (integrals_in_claim - 1));
  return claim;
}

void ManyState::restore() {
  if (!file_.used()) return;
  file_.claim(claim(), request_.common.options.overwrite_state != 0, false);
  file_.restore(identity(), [&](algorithm::StateReader &reader) { results_.restore(reader); });
}

void ManyState::save_if_due() {
  if (file_.used() && schedule_.due()) save();
}

void ManyState::save() {
  if (!file_.used()) return;
  schedule_.save(results_.finished(), [&] {
    algorithm::StateWriter writer;
    results_.save(writer);
    file_.save(identity(), writer);
  });
}

void ManyState::finish() {
  if (!file_.used()) return;
  const bool success = results_.all_kept();
  if (!success || request_.common.options.keep_state != 0) save();
  file_.finish(success);
}

}  // namespace cuboid::router
