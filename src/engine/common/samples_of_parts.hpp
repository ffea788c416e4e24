// Samples of a cube that is cut into parts: each is a box with an engine of its own, whose map and
// hypercubes know nothing of the others, and has samples in proportion to what it adds to the
// error.
#pragma once

#include <memory>
#include <vector>

#include "engine/samples.hpp"

namespace cuboid::engine {

/// Of the engine of a part, which has random numbers of its own.
SamplesProblem samples_of_part(SamplesProblem whole, int part, const std::vector<double> &lower,
                               const std::vector<double> &upper);

class SamplesOfParts final : public SamplesEngine {
 public:
  using Parts = std::vector<std::shared_ptr<SamplesEngine>>;

  /// parts: as many as the problem has, with the problems of samples_of_part.
  SamplesOfParts(SamplesProblem problem, Parts parts);

  const SamplesProblem &problem() const override { return problem_; }
  std::int64_t max_intervals() const override { return parts_.front()->max_intervals(); }
  void set_grid(const SamplesGrid &grid, bool adaptive) override;
  void submit(const SamplesIteration &iteration) override;
  SamplesResult collect() override { return std::move(found_); }
  std::vector<std::uint64_t> edges() override;
  std::vector<double> deviations() override;
  SamplesMemory memory() override;
  void remember(const SamplesMemory &memory) override;
  void drain() noexcept override;

 private:
  void add(SamplesResult &&part);
  void put_together();
  void share_out();

  const SamplesProblem problem_;
  const Parts parts_;
  std::vector<double> share_;            ///< [parts] of the samples
  std::vector<SamplesResult> found_of_;  ///< [parts], of the iteration
  SamplesResult found_;
};

}  // namespace cuboid::engine
