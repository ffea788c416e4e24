// What the iterations of an integral say so far, and whether that is enough.
#pragma once

#include <string>

#include "algorithm/common/convergence.hpp"
#include "algorithm/common/iterations.hpp"
#include "algorithm/vegas_plus/task.hpp"
#include "engine/samples.hpp"

namespace cuboid::algorithm {

class VegasPlusEstimate {
 public:
  /// result: is brought up to date, and must outlive this object.
  VegasPlusEstimate(const VegasPlusTask &task, const engine::SamplesProblem &problem,
                    VegasPlusResult &result);

  Iterations &iterations() { return iterations_; }
  const Iterations &iterations() const { return iterations_; }
  Convergence &convergence() { return convergence_; }
  const Convergence &convergence() const { return convergence_; }

  /// Forgets the iterations, but not the evaluations.
  void begin_anew();

  /// Counts the samples of an iteration or of a pilot.
  void count(const engine::SamplesResult &found);
  /// Whether somebody is to be told the result after every iteration; else it is brought up to date
  /// only now and then, as it is decided about.
  void set_listened_to(bool listened_to) { listened_to_ = listened_to; }
  /// Whether nobody needs the result before it has converged or there is no further iteration.
  void set_end_alone_counts(bool alone) { end_alone_counts_ = alone; }
  /// Adds an iteration.  ended: there will be no further one.
  /// Throws Failure(CUBOID_NONFINITE) where sums overflow.
  void add(engine::SamplesResult &&found, bool ended);
  /// The same without a new one.
  void update(bool ended);
  /// Puts the last iterations into the result.
  void close();

  /// Why an iteration with values that are not finite ends the integration.
  std::string nonfinite_sentence(const engine::SamplesResult &found) const;

 private:
  ConvergenceState combine();

  const VegasPlusTask &task_;
  const engine::SamplesProblem &problem_;
  VegasPlusResult &result_;
  Iterations iterations_;
  Convergence convergence_;
  bool listened_to_ = false;
  bool end_alone_counts_ = false;
  bool put_off_ = false;  ///< the result lacks the last iterations
};

}  // namespace cuboid::algorithm
