// The samples engine as its formulas stand, one sample after the other: what the tests hold the
// other engines against.  It shares the leaves with them and nothing else.
#pragma once

#include <deque>
#include <vector>

#include "base/words.hpp"
#include "engine/engine.hpp"
#include "engine/samples.hpp"
#include "map/importance_map.hpp"
#include "rng/philox.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::reference {

class ReferenceSamples final : public SamplesEngine {
 public:
  ReferenceSamples(SamplesProblem problem, const HostFunction &host);

  const SamplesProblem &problem() const override { return problem_; }
  std::int64_t max_intervals() const override { return 2048; }
  void set_grid(const SamplesGrid &grid, bool adaptive) override;
  void submit(const SamplesIteration &iteration) override;
  SamplesResult collect() override;
  std::vector<std::uint64_t> edges() override { return edges_; }
  std::vector<double> deviations() override;
  SamplesMemory memory() override { return {edges_, variance_, scale_, weight_}; }
  void remember(const SamplesMemory &memory) override;

  /// The squares per interval of the last iteration, and the variances per hypercube.
  const std::vector<uint64> &histogram() const { return histogram_; }
  const std::vector<float> &variance() const { return variance_; }

 private:
  /// All samples of an iteration.
  struct Samples {
    std::vector<double> place;          ///< [samples][ndim], in the unit cube
    std::vector<double> x;              ///< [samples][ndim], in the box
    std::vector<std::size_t> interval;  ///< [samples][ndim]: places in the histogram
    std::vector<double> volume;         ///< [samples]
    std::vector<double> weight;         ///< [samples]
    std::vector<float> density;         ///< [samples]: how many each stands for, in the mean 1
    std::vector<double> f;              ///< [samples][ncomp], as the integrand gives them
    std::vector<double> value;          ///< [samples][ncomp]: scaled, times the volume; finite
  };

  std::vector<uint64> allot() const;
  uint32 word(uint64 sample, std::size_t axis) const;
  void draw(uint64 sample, uint64 cube, uint64 cube_samples, Samples &all) const;
  void evaluate(Samples &all) const;
  void hand_out(const Samples &all) const;
  void weigh(Samples &all, SamplesResult &result);
  void fill_histogram(const Samples &all);
  std::size_t first_column(std::size_t row) const;
  double add_piece(uint64 first, uint64 end, uint64 cube_samples, const Samples &all,
                   std::vector<std::vector<double>> &sums);
  void sum(const std::vector<uint64> &cube_samples, const Samples &all, SamplesResult &result);
  void rescale(const SamplesResult &result);
  void refine();

  const SamplesProblem problem_;
  const HostFunction host_;
  const std::size_t ndim_, ncomp_;
  const rng::SampleKeys keys_;
  std::vector<std::uint64_t> edges_;
  std::vector<map::MapInterval> map_;
  uint64 nstrat_ = 1, nintervals_ = 2, ncube_ = 1;
  bool adaptive_ = false;
  SamplesIteration iteration_;
  statistics::Chunks chunks_{};
  std::vector<uint64> histogram_;
  std::vector<uint32> greatest_, greatest_part_;  ///< [ncomp] upper words
  std::vector<float> variance_, weight_;
  std::vector<double> scale_;
  std::vector<uint32> directions_;  ///< of Sobol points
  std::deque<SamplesResult> finished_;
  Samples kept_;
};

}  // namespace cuboid::engine::reference
