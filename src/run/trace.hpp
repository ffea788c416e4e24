// What a method did, as records.  docs/trace.md describes them.
#pragma once

#include <cstdint>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "base/region_table.hpp"
#include "run/json_line.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

/// Edges of the intervals of an axis of a map, from 0 to 1; empty function: there is no map.
using MapEdges = std::function<std::vector<double>(int axis)>;

/// Adds to a record where a cell of the unit cube lies in the region of the integral; empty
/// function: that is a box.
using CellImage = std::function<void(const std::vector<double> &lower,
                                     const std::vector<double> &upper, JsonLine &line)>;

/// Takes records from the methods and makes lines of them, few enough to be read.
class Trace {
 public:
  /// Receives a line, without a newline.
  using Sink = std::function<void(const std::string &line)>;
  /// Where a coordinate of the unit cube lies in the box.
  using Place = std::function<double(int axis, double coordinate)>;

  struct Shape {
    int ndim = 0;
    int ncomp = 0;
    int ndim_of_samples = 0;       ///< coordinates of points where the integral is taken
    std::int64_t max_regions = 0;  ///< further ones are drawn together
    std::int64_t max_samples = 0;
  };

  Trace(const Shape &shape, Sink sink, Place place, CellImage image = {});

  /// That other methods have used: they count in the records as well.
  void set_evaluations_before(std::int64_t before) { before_ = before; }

  /// A record that is made elsewhere.
  void write(const JsonLine &line) { sink_(line.str()); }

  /// The state after an iteration (1, 2, ...): the first ones, and of thousands only those after
  /// which the evaluations have grown by a hundredth.
  void iteration(std::int64_t number, const Result &result, const MapEdges &map);

  /// In the iteration the region became two: the lower one keeps its number.
  void split(std::int64_t lower, std::int64_t upper, std::int64_t iteration);

  /// The regions at the end, and the worst of them.  Where the table does not say which iteration
  /// made them, split has told.
  void regions(RegionTable table);

  /// Samples that were drawn next, in the box or region: x[count][ndim_of_samples], weight[count],
  /// f[count][ncomp].  Of all of them every k-th is kept, with the k for which there are few
  /// enough.
  void samples(std::int64_t iteration, std::int64_t count, const double *x, const double *weight,
               const double *f);

  /// What is left to be written: the last iteration, if it was passed over, and the samples.
  void end(const Result &result);

 private:
  void write_iteration(std::int64_t number, const Result &result, const MapEdges &map);
  void write_map(JsonLine &line, const MapEdges &map) const;
  void add_box(JsonLine &line, const RegionTable &table, const double *lower,
               const double *upper) const;
  std::int64_t level_in_the_box(double lower, double upper) const;
  void write_group(const RegionTable &table, const std::vector<std::int64_t> &group);
  void thin_out_samples();
  void write_worst(const RegionTable &table, const std::vector<double> &share);

  struct Sample {
    std::int64_t iteration;
    std::vector<double> x, f;
    double weight;
  };

  const Shape shape_;
  Sink sink_;
  Place place_;
  CellImage image_;
  double started_;
  std::int64_t before_ = 0;
  std::int64_t passed_over_ = 0;    ///< the last iteration, if it was; else 0
  double next_evaluations_ = 0;     ///< from which on the next iteration is written
  double next_map_ = 0;             ///< iteration from which on the next map is written
  std::vector<std::int64_t> born_;  ///< [regions] iteration; 0: before this run
  std::vector<Sample> samples_;
  std::int64_t seen_ = 0;    ///< samples so far
  std::int64_t stride_ = 1;  ///< of those that are kept
};

/// Runs a method that keeps regions, and hands them to the trace, also where a failure ends it.
/// table: makes it.  trace: nullptr: there is none.
template <class Run, class Table>
void with_regions(Trace *trace, Run run, Table table) {
  const auto tell = [&] {
    try {
      if (trace) trace->regions(table());
    } catch (const std::bad_alloc &) {
      trace->write(JsonLine("note").text("text", "memory for a table of the regions is missing"));
    }
  };
  try {
    run();
  } catch (const Failure &) {
    try {
      tell();
    } catch (const Failure &) {
      // The first one counts.
    }
    throw;
  }
  tell();
}

}  // namespace cuboid::algorithm
