// Decides, while it integrates, whether workers pay.
#pragma once

#include <array>
#include <functional>
#include <memory>

#include "base/clock.hpp"
#include "engine/cpu/points/serial.hpp"

namespace cuboid::engine::cpu {

/// What workers cost, in seconds.
struct WorkerCosts {
  int workers = 1;
  double start = 0;      ///< of all of them, with their end
  double per_batch = 0;  ///< messages, until the last result is there
  double per_point = 0;  ///< copies
};

/// Begins on the calling thread and measures the integrand there.  Workers are started once as much
/// time has been spent as their start costs, if they would then win that back should the
/// integration go on for as long again: the loss is small whenever it ends.  Stays serial after
/// that where they turn out not to help.
class AutomaticEvaluator final : public Evaluator {
 public:
  /// Makes the evaluator with workers; nullptr if that cannot be.
  using StartFunction = std::function<std::unique_ptr<Evaluator>()>;

  /// expected_points: most points of the whole integration; 0: not known.  clock: in seconds, of
  /// the calling thread.
  AutomaticEvaluator(const HostFunction &host, std::shared_ptr<SerialEvaluator> master,
                     const WorkerCosts &costs, std::int64_t expected_points, StartFunction start,
                     double (*clock)() = monotonic_seconds)
      : host_(host),
        master_(std::move(master)),
        costs_(costs),
        expected_points_(expected_points),
        start_(std::move(start)),
        clock_(clock),
        chunk_(host.nvec) {}

  void evaluate(const PointSet &points, double *f) override;

 private:
  double shared_seconds(std::int64_t points) const;
  bool sharing_pays(std::int64_t points) const;
  void evaluate_measured(const PointSet &points, double *f);
  std::int64_t evaluate_some(const PointSet &points, double *f);
  void evaluate_shared(const PointSet &points, double *f);
  void consider_workers(std::int64_t points);
  void note_cost(double seconds_per_point);
  void finish_comparison();

  const HostFunction host_;
  std::shared_ptr<SerialEvaluator> master_;
  const WorkerCosts costs_;
  const std::int64_t expected_points_;
  StartFunction start_;
  double (*const clock_)();
  std::unique_ptr<Evaluator> shared_;
  bool decided_against_ = false;

  std::int64_t chunk_;             ///< points evaluated between two decisions
  std::int64_t evaluated_ = 0;     ///< points so far
  std::int64_t next_measure_ = 0;  ///< number of points after which the clock is read again
  int measurements_ = 0;
  std::array<double, 3> last_costs_{};  ///< seconds per point, of the last measurements
  double cost_ = 0;  ///< their least: a single slow one may be due to another program

  /// Wall-clock time and points of one kind of evaluation.
  struct Stretch {
    double seconds = 0;
    std::int64_t points = 0;

    void add(double more_seconds, std::int64_t more_points) {
      seconds += more_seconds;
      points += more_points;
    }
    double cost() const { return seconds / static_cast<double>(points); }
  };

  Stretch with_workers_;     ///< since the last comparison
  double busy_seconds_ = 0;  ///< CPU time of the workers in it
  double comparison_interval_ = 0.02;
  bool comparing_ = false;  ///< a stretch on the calling thread is under way, to compare with
  Stretch without_workers_;
};

}  // namespace cuboid::engine::cpu
