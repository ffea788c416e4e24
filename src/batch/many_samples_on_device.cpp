// Many integrals on a device by methods that weight samples: all integrals of a chunk that are not
// accurate share the launches of an iteration, or of a round of lattices.
#include <algorithm>
#include <memory>
#include <vector>

#include "algorithm/lattice/many.hpp"
#include "algorithm/lattice/state.hpp"
#include "algorithm/vegas_plus/many.hpp"
#include "batch/many_on_device.hpp"
#include "engine/device/many_lattice.hpp"
#include "engine/device/many_samples.hpp"
#include "router/methods/lattice.hpp"
#include "router/methods/vegas_plus.hpp"
#include "router/samples_method.hpp"

namespace cuboid::router {

namespace {

using Samples = engine::DeviceManySamples;

std::unique_ptr<Samples> make_samples(const ManyRun &many, bool quasi, std::int64_t memory) {
  const Run &run = many.run;
  return engine::make_device_many_samples(run.setting.device, run.setting.device_userdata,
                                          static_cast<std::uint64_t>(run.request.options.seed),
                                          quasi, many.request.lower != nullptr, memory);
}

/// Stores an integral that has ended.  failure: what ended it, or nullptr.
void put_sampled(const ManyRun &many, std::int64_t integral, const algorithm::SampledResult &found,
                 const Failure *failure) {
  if (failure == nullptr && found.converged && found.nonfinite == 0 && !found.only_zeros) {
    // A sentence is only made where somebody reads it.
    many.results.put(integral, CUBOID_CONVERGED, found);
    return;
  }
  Outcome outcome(many.run.request.host.ncomp);
  outcome.result = found;
  outcome.nonfinite = found.nonfinite;
  if (failure != nullptr) {
    fail(outcome, *failure);
  } else {
    conclude_samples(goal_of(many.run.request.options), found, outcome);
    doubt_zeros(goal_of(many.run.request.options), outcome);
  }
  many.results.put(integral, outcome);
}

class SamplesFeeder : public Feeder {
 public:
  explicit SamplesFeeder(const ManyRun &many) : many_(many) {}

  std::vector<std::int64_t> integrate(const ManyPart &part) final {
    algorithm::ManyHost host;
    host.put = [&](std::size_t i, const algorithm::SampledResult &found, const Failure *failure) {
      put_sampled(many_, part.integral(i), found, failure);
    };
    host.goes_on = [this](std::int64_t evaluated) {
      many_.count(evaluated);
      return !many_.queue.ends();
    };
    std::vector<std::int64_t> left_out;
    for (const std::size_t i : carry_out(part.list(), host)) left_out.push_back(part.integral(i));
    return left_out;
  }

 protected:
  /// Returns those that are to follow alone.
  virtual std::vector<std::size_t> carry_out(const engine::IntegralList &list,
                                             const algorithm::ManyHost &host) = 0;

  const ManyRun &many_;
};

// ---- VEGAS+ and m-Cubes: what needs more room follows alone ----

/// Four rounds of the blocks that an H100 runs at once; while one thread decides about those of a
/// chunk, the kernels of other chunks run.
constexpr std::int64_t samples_chunk = 1024;

algorithm::VegasPlusTask task_of(const Run &run) {
  return vegas_plus_task(run, samples_of_many(run.request.options, run.plan.ndim));
}

class VegasPlusFeeder final : public SamplesFeeder {
 public:
  VegasPlusFeeder(const ManyRun &many, std::int64_t memory)
      : SamplesFeeder(many),
        task_(task_of(many.run)),
        engine_(make_samples(many, is_quasi_of_many(many.run.request.options), memory)) {
    const algorithm::ManyShape shape = algorithm::shape_of_many(
        task_, engine_->problem(), engine_->max_intervals(), Samples::max_samples);
    room_ = engine_->reserve(std::min(samples_chunk, many.request.count), shape.grid,
                             shape.adaptive, shape.samples);
  }

  std::int64_t room() const override { return room_; }

 private:
  std::vector<std::size_t> carry_out(const engine::IntegralList &list,
                                     const algorithm::ManyHost &host) override {
    engine_->begin(list);
    return algorithm::vegas_plus_many(task_, *engine_, Samples::max_samples, host);
  }

  const algorithm::VegasPlusTask task_;
  const std::unique_ptr<Samples> engine_;
  std::int64_t room_;
};

bool serves_samples(const ManyRequest &request, const engine::DeviceIntegrand &device) {
  const Request &common = request.common;
  return !common.resume.start && engine::device_samples_many(device) &&
         samples_of_many(common.options, common.host.ndim) <= Samples::max_first_samples;
}

void compile_samples(const ManyRequest &request, const Run &run) {
  auto problem = boxed_problem<engine::SamplesProblem>(request.common);
  problem.quasi = is_quasi_of_many(run.request.options);
  const algorithm::ManyShape shape = algorithm::shape_of_many(
      task_of(run), problem, engine::max_device_intervals(problem.ndim), Samples::max_samples);
  engine::compile_for_many_samples(run.setting.device,
                                   {request.lower != nullptr, problem.quasi, shape.adaptive});
}

// ---- lattices: what VEGAS+ does better follows alone ----

/// Few enough that all threads have some.  A thread takes longer to fit the smooth maps, 0.13 ms
/// for an axis, than the device to sum the lattices.
constexpr std::int64_t lattices_chunk = 256;

class LatticeFeeder final : public SamplesFeeder {
 public:
  LatticeFeeder(const ManyRun &many, std::int64_t memory)
      : SamplesFeeder(many),
        lattices_(engine::make_device_many_lattice(many.run.setting.device,
                                                   many.run.setting.device_userdata)) {
    if (!has_smooth_map(many.run.request)) return;
    samples_ = make_samples(many, false, memory);
    engine::SamplesGrid grid;
    grid.nintervals = algorithm::map_intervals;
    room_ = samples_->reserve(std::min(lattices_chunk, many.request.count), grid, false,
                              Samples::max_samples);
  }

  std::int64_t room() const override { return room_; }

 private:
  std::vector<std::size_t> carry_out(const engine::IntegralList &list,
                                     const algorithm::ManyHost &host) override {
    lattices_->begin(list);
    if (samples_) samples_->begin(list);
    return algorithm::lattice_many(lattice_task(many_.run), *lattices_, samples_.get(), host);
  }

  const std::unique_ptr<engine::DeviceManyLattice> lattices_;
  std::unique_ptr<Samples> samples_;  ///< nullptr: no map
  std::int64_t room_ = lattices_chunk;
};

bool serves_lattices(const ManyRequest &request, const engine::DeviceIntegrand &device) {
  return !request.common.resume.start && engine::device_sums_many_lattices(device) &&
         (!has_smooth_map(request.common) || engine::device_samples_many(device));
}

void compile_lattices(const ManyRequest &request, const Run &run) {
  engine::compile_for_many_lattices(run.setting.device);
  if (has_smooth_map(run.request))
    engine::compile_for_many_samples(run.setting.device, {request.lower != nullptr, false, false});
}

}  // namespace

// More threads than 16 hardly find anything to decide about samples.
const WayOnDevice way_by_samples{Interface::samples,
                                 serves_samples,
                                 compile_samples,
                                 make_feeder<VegasPlusFeeder>,
                                 samples_chunk,
                                 2,
                                 16};
const WayOnDevice way_by_lattices{Interface::lattice,
                                  serves_lattices,
                                  compile_lattices,
                                  make_feeder<LatticeFeeder>,
                                  lattices_chunk,
                                  2,
                                  32};

}  // namespace cuboid::router
