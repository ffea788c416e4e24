// Many integrals in one dimension on a device: a thread takes the first step of line for each, and
// what is not settled then goes on by regions, or follows alone.
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithm/line/line.hpp"
#include "base/clock.hpp"
#include "batch/many_on_device.hpp"
#include "choice/trial.hpp"
#include "engine/device/many_line.hpp"

namespace cuboid::router {

namespace {

/// A wave of the threads of an H100.
constexpr std::int64_t line_chunk = std::int64_t{1} << 16;

/// As of regions: while one copies and stores, the chunk of another fills the device.
constexpr int feeders = 4;

class LineFeeder final : public Feeder {
 public:
  /// make_rest: of the feeder for what the step does not settle; nullptr: it follows alone.
  LineFeeder(const ManyRun &many, std::int64_t memory,
             decltype(WayOnDevice::make_feeder) make_rest = nullptr)
      : many_(many),
        engine_(engine::make_device_many_line(
            many.run.setting.device, many.run.setting.device_userdata,
            algorithm::line_step_tables(probing_of(many.run.request.options)))),
        goal_(goal_of(many.run.request.options)),
        memory_(memory),
        make_rest_(make_rest),
        zeros_(static_cast<std::size_t>(line_chunk * many.run.request.host.ncomp)),
        ones_(line_chunk, 1) {}

  std::int64_t room() const override { return line_chunk; }

  std::vector<std::int64_t> integrate(const ManyPart &part) override {
    engine_->integrate(goal_, part.list(), found_);
    const double there = monotonic_seconds();
    many_.count(std::accumulate(found_.evaluations.begin(), found_.evaluations.end(), 0LL));
    std::vector<std::int64_t> left = put(part);
    phases_ += found_.phases;
    phases_.storing += monotonic_seconds() - there;
    if (left.empty() || make_rest_ == nullptr) return left;
    if (!rest_) rest_ = make_rest_(many_, memory_);
    return rest_->integrate(ManyPart(many_, std::move(left)));
  }

  engine::ManyPhases phases() const override {
    engine::ManyPhases all = phases_;
    if (rest_) all += rest_->phases();
    return all;
  }

 private:
  /// Stores what is settled, in rows of integrals that follow one another.  Returns the others.
  std::vector<std::int64_t> put(const ManyPart &part) const {
    std::vector<std::int64_t> left;
    const auto ncomp = static_cast<std::size_t>(many_.run.request.host.ncomp);
    const std::size_t count = found_.evaluations.size();
    for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
      end = part.end_of_row(begin, count,
                            [this](std::size_t i) { return found_.evaluations[i] > 0; });
      if (end > begin)
        many_.results.put({part.integral(begin), static_cast<std::int64_t>(end - begin),
                           &found_.value[begin * ncomp], &found_.error[begin * ncomp],
                           zeros_.data(), ones_.data(), &found_.evaluations[begin]});
      else
        left.push_back(part.integral(end++));
    }
    return left;
  }

  const ManyRun &many_;
  const std::unique_ptr<engine::ManyLineEngine> engine_;
  const Goal goal_;
  const std::int64_t memory_;
  const decltype(WayOnDevice::make_feeder) make_rest_;
  std::unique_ptr<Feeder> rest_;
  engine::ManyLineResult found_;
  engine::ManyPhases phases_;
  const std::vector<double> zeros_;  ///< chi2: one estimate has none
  const std::vector<int> ones_;      ///< iterations
};

/// A step has neither regions, nor distances, nor the points of thorough probing.
bool serves(const ManyRequest &request, const engine::DeviceIntegrand &device) {
  const engine::HostFunction &host = request.common.host;
  const Options &options = request.common.options;
  const Goal goal = goal_of(options);
  return engine::device_takes_line_steps(device) && host.domain == nullptr &&
         !host.takes_distances && options.log != 1 && goal.norm == ErrorNorm::component &&
         goal.mineval <= 3 * rule::kronrod_points && goal.maxeval >= algorithm::max_line_step &&
         probing_of(options) != Probing::thorough;
}

bool serves_auto(const ManyRequest &request, const engine::DeviceIntegrand &device) {
  return wants_trial(request.common) && serves(request, device) &&
         way_by_regions.serves(request, device);
}

void compile(const ManyRequest &request, const Run &run) {
  engine::compile_for_many_lines(run.setting.device, kinds_of_boxes(request).mapped);
}

std::unique_ptr<Feeder> make_feeder_auto(const ManyRun &many, std::int64_t memory) {
  return std::make_unique<LineFeeder>(many, memory, way_by_regions.make_feeder);
}

}  // namespace

const WayOnDevice way_by_line{Interface::points, serves,  compile, make_feeder<LineFeeder>,
                              line_chunk,        feeders, feeders};
const WayOnDevice way_by_line_and_regions{
    Interface::regions,
    serves_auto,
    compile,
    make_feeder_auto,
    line_chunk,
    feeders,
    feeders,
    "after a first step by line without probes between the points (option probing)"};

}  // namespace cuboid::router
