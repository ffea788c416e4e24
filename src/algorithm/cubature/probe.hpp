// A probe at what lies between the points of the regions (rule/probe.hpp), before a result is
// called converged.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithm/cubature/region_store.hpp"
#include "rule/probe.hpp"
#include "run/task.hpp"
#include "simd/kernels.hpp"

namespace cuboid::algorithm {

/// What stands out of the smooth function that the rule of a region resolves.
struct Sight {
  std::int64_t region = 0;
  std::vector<double> x;       ///< [ndim] where most of it was seen
  std::vector<double> height;  ///< [ncomp] the largest
  std::vector<double> amount;  ///< [ncomp] that the integral over the region may lack

  /// Another one of the same region.
  void join(const Sight &other);
};

/// Joins it to that of the same region, if there is one.
void add_sight(std::vector<Sight> &sights, const Sight &sight);

/// One look.
class Probe {
 public:
  /// number: of the probe; each takes other points.  constant: [ncomp] what the values may be
  /// everywhere, as far as is known, or nothing.  If so, every other value stands out.
  Probe(const Task &task, RegionStore &regions, std::int64_t number, std::vector<double> constant);

  /// About so many points; one half spread evenly over the cube, the other over the regions.  At
  /// most one sight for a region.  Throws what the engine throws, after which evaluated() says how
  /// far it came.
  std::vector<Sight> take(std::int64_t npoints);

  std::int64_t evaluated() const { return evaluated_; }

  /// Whether every value was the constant, but for what was found.
  bool saw_a_constant() const { return !constant_.empty(); }

 private:
  struct Line {
    std::int64_t region;
    double volume;  ///< of the region that a point stands for
  };

  void add_lines(std::int64_t region, double volume, double share);
  void add_line(std::uint64_t key, const double *bounds);
  double drawn(std::uint64_t key, int number) const;
  void evaluate();
  void judge(const Line &line, const double *x, const double *f);
  void judge_all(const double *x, const double *f);
  void probe();
  bool is_usual(int component, const double *f) const;
  rule::StandingOut standing_out(int component, const double *f) const;
  Sight &sight_of(std::int64_t region);

  const Task &task_;
  RegionStore &regions_;
  const std::int64_t number_;
  std::vector<double> constant_;
  int points_of_line_ = 1;
  double part_of_width_[rule::max_line_points] = {};  ///< where they stand: rule::along_line
  std::vector<std::uint64_t> added_to_key_;           ///< by the number that is drawn
  // Of the lines that are evaluated together:
  std::size_t max_lines_ = 0;
  std::vector<Line> lines_;
  std::vector<simd::LineThrough> places_;
  std::vector<double> begin_;  ///< [lines][ndim], in widths of the region
  std::vector<Sight> sights_;
  std::int64_t evaluated_ = 0;
};

}  // namespace cuboid::algorithm
