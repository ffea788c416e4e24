// The iterations of Vegas, one step at a time: Lepage, J. Comput. Phys. 27 (1978) 192, and
// CLNS-80/447, as Cuba does them.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "cuba/vegas/fill.hpp"
#include "cuba/vegas/vegas.hpp"
#include "rng/scrambled.hpp"
#include "run/task.hpp"
#include "statistics/weighted_mean.hpp"

namespace cuboid::algorithm::cuba {

/// What is summed up beside Cuba's sums: see VegasFill.
struct VegasSums {
  bool products = false;
  bool small = false;
};

/// Whoever drives it samples, estimates, and goes on to the next iteration for as long as it wants.
class VegasRun {
 public:
  /// Arguments as those of vegas().
  VegasRun(const Task &task, const Options &options, const VegasSums &sums,
           std::vector<double> &grid, Result &result);

  /// Begins, or goes on from the state file.  rest: reads what its own save() has put behind the
  /// state, that of so many iterations; without one it stays unread.  Returns whether the
  /// iterations before count.
  using ReadRest = std::function<void(StateReader &reader, std::int64_t iterations)>;
  bool begin(const ReadRest &rest = {});

  /// The number by which the points are scrambled from now on; without it they stand as they are.
  void scramble(std::uint32_t number) { generator_.scramble(number); }

  /// From now on; none: nobody.
  void listen(VegasFill::Listener listener) { fill_.listen(std::move(listener)); }

  /// Draws and evaluates the samples of an iteration.  What the engine throws in the first one
  /// leaves the result of the samples so far.
  void sample();
  /// Adds this iteration to the result.  Whether all components are accurate.
  bool estimate();
  /// Prints the iteration.
  void print() const;

  bool exhausted() const { return result_.neval >= task_.goal.maxeval; }
  /// Refines the grid and writes the state, where another iteration or another run may follow.
  /// Returns whether one does.
  /// damp: may change the sums of squares of an axis, [128].  rest: see begin().
  using Damp = std::function<void(std::vector<double> &marginal)>;
  using WriteRest = std::function<void(StateWriter &writer)>;
  bool go_on(const Damp &damp = {}, const WriteRest &rest = {});

  /// Draws samples through another grid, which count for no iteration, and refines it by them.
  void explore(std::vector<double> &grid, std::int64_t samples);
  /// Forgets all iterations, and goes on drawing with another grid.
  void begin_anew(std::vector<double> grid);

  const std::vector<double> &grid() const { return grid_; }
  std::int64_t drawn() const { return state_.drawn; }          ///< samples, of iterations or not
  std::int64_t iteration() const { return state_.iteration; }  ///< that are done
  std::int64_t samples() const { return state_.samples; }      ///< of this iteration
  std::int64_t next_samples() const;
  const VegasFill &sums() const { return fill_; }
  /// [2 ndim] Of the first and the last interval of each axis.
  std::vector<double> widths_at_ends() const;

 private:
  /// What goes on from iteration to iteration, and into the state file.
  struct State {
    std::int64_t iteration = 0;  ///< iterations that are done
    std::int64_t samples = 0;    ///< of the next iteration
    std::int64_t neval = 0;
    std::int64_t drawn = 0;  ///< points of the generator; those before a reset of the state count
    std::vector<statistics::WeightedMean> means;  ///< [ncomp]
  };

  StateIdentity identity() const { return {Routine::vegas, task_.ndim, task_.ncomp}; }
  bool restore(const ReadRest &rest);
  void save(const WriteRest &rest) const;
  void refine(std::vector<double> &grid, const std::vector<double> &integral, const Damp &damp);

  const Task &task_;
  const Options &options_;
  std::vector<double> &grid_;
  Result &result_;
  VegasFill fill_;
  rng::Scrambled generator_;
  State state_;
};

}  // namespace cuboid::algorithm::cuba
