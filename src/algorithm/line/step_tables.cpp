// What the first step of line has in common for all integrals.
#include <algorithm>

#include "algorithm/line/integration.hpp"
#include "engine/engine.hpp"

namespace cuboid::algorithm {

namespace line_parts {

rule::LineProbe Integration::first_probe() {
  rule::LineProbe probe;
  begin();
  if (pieces_.size() == 1) split_worst(1);
  const std::vector<Glimpse> known = known_points();
  choose_gaps(known);
  double range = 0;
  for (const Piece &piece : pieces_) range += piece.width();
  const double *const whole = split_.empty() ? nullptr : split_.front().values.data();
  for (const Glimpse &glimpse : with_gaps_filled(known)) {
    rule::LineGlimpse &next = probe.glimpses[probe.count++];
    next = {glimpse.at, glimpse.gap / range, static_cast<int>(glimpse.piece),
            glimpse.values == nullptr ? -1 : static_cast<int>(glimpse.values - whole)};
    probe.evaluated += next.whole < 0;
  }
  return probe;
}

}  // namespace line_parts

namespace {

/// Where the points lie does not depend on the values.
class Zeros final : public engine::PointsEngine {
 public:
  void evaluate(const engine::PointSet &points, double *f) override {
    std::fill(f, f + points.count, 0.0);
  }
  const engine::NonfiniteReport &nonfinite() const override { return none_; }

 private:
  engine::NonfiniteReport none_;
};

rule::LineProbe probe_between(double lower, double upper) {
  Zeros zeros;
  Task task;
  task.ndim = task.ncomp = 1;
  task.engine = &zeros;
  LineOptions options;
  options.places = {{lower}, {upper}};
  Result result(1);
  return line_parts::Integration(task, options, result).first_probe();
}

}  // namespace

rule::LineStepTables line_step_tables(Probing probing) {
  rule::LineStepTables tables{rule::kronrod_pair, {}, {}};
  if (probing == Probing::none) return tables;
  tables.direct = probe_between(0, 1);
  tables.mapped = probe_between(0, line_parts::infinity);
  return tables;
}

}  // namespace cuboid::algorithm
