// Estimates of the integral over regions, from a fixed number of points in each.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cuba/divonne/evaluations.hpp"
#include "cuba/divonne/extremes.hpp"
#include "cuba/divonne/region.hpp"
#include "rng/generator.hpp"

namespace cuboid::algorithm::divonne_detail {

/// What samples are of.
enum class SampleKind {
  rule,          ///< a cubature rule: error from its null rules
  lattice,       ///< Korobov lattices, folded: the error is spread over number of points
  quasi_random,  ///< Sobol points: as for a lattice
  random         ///< pseudo-random points: error from the variance
};

struct RegionSample {
  SmallVector<Estimate, 1> estimate;  ///< length: ncomp
};

/// The points of the generator, one after the other over the whole integration.
class RandomPoints {
 public:
  /// The generator is made when it is first used.
  RandomPoints(int ndim, int seed, int level) : ndim_(ndim), seed_(seed), level_(level) {}

  /// The next count points, [count][ndim].
  void fill(std::int64_t count, double *x);

  bool quasi() const { return seed_ == 0; }
  std::int64_t drawn() const { return drawn_; }
  /// For one that has drawn nothing.
  void skip(std::int64_t count);

 private:
  rng::Generator &generator();

  int ndim_, seed_, level_;
  std::int64_t drawn_ = 0;
  std::unique_ptr<rng::Generator> generator_;
  std::vector<rng::Fraction> fractions_;
};

class PointSampler;

class Sampler {
 public:
  virtual ~Sampler() = default;

  SampleKind kind() const { return kind_; }
  /// Evaluations for one region.
  std::int64_t points() const { return points_; }
  /// The number of points that error estimates are made with.
  std::int64_t effective() const { return effective_; }

  /// Samples the regions.  The extremes are those of the same regions, to note the points in.
  /// Estimates: one of each region.
  virtual std::vector<RegionSample> sample(Phase phase, const std::vector<const Box *> &boxes,
                                           const std::vector<Extremes *> &extremes,
                                           Evaluations &evaluations) = 0;

  /// The same, if the points of a region follow from its bounds, so that it makes no difference who
  /// evaluates them and when; nullptr: they do not.
  virtual PointSampler *with_points_of_regions() { return nullptr; }

 protected:
  Sampler(SampleKind kind, std::int64_t points, std::int64_t effective)
      : kind_(kind), points_(points), effective_(effective) {}

 private:
  SampleKind kind_;
  std::int64_t points_, effective_;
};

bool is_rule(std::int64_t key, int ndim);

/// Whether a key is a factor of the number of points that the accuracy needs.
bool follows_accuracy(std::int64_t key, int ndim);

/// key: 7, 9, 11 (in three dimensions), 13 (in two): a cubature rule.  Else |key| points, and if
/// that is less than 40, |key| times base; of a lattice if the key is positive, of the generator if
/// it is negative.  most: evaluations for one region that must not be exceeded by lattices and
/// random points, if at least that of the smallest lattice.  lattices: 1 or 2 among which the
/// points are shared out.
std::unique_ptr<Sampler> make_sampler(const Task &task, std::int64_t key, std::int64_t base,
                                      std::int64_t most, int lattices, RandomPoints &random);

}  // namespace cuboid::algorithm::divonne_detail
