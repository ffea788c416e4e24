// Splitting regions, their parts, and the parts of these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "cuba/divonne/cuts.hpp"
#include "cuba/divonne/evaluations.hpp"
#include "cuba/divonne/exploration.hpp"
#include "cuba/divonne/known_points.hpp"
#include "cuba/divonne/region.hpp"
#include "cuba/divonne/sampler.hpp"

namespace cuboid::algorithm::divonne_detail {

/// Evaluations that went into searching extremes and into finding cuts.
struct Spent {
  std::int64_t in_search = 0;
  std::int64_t in_cuts = 0;
};

/// Each part goes on when it is decided what becomes of it, beside all others, so that batches have
/// many points.  What is decided does not depend on who is sooner: it is what would come out if all
/// parts of a level were explored, and then all were cut, before those of the next.  Samples whose
/// points do not follow from the region are drawn so.
class Splitting {
 public:
  /// first: the sampler.
  Splitting(Evaluations &evaluations, Sampler &first, KnownPoints &known, Spent &spent);

  /// See Partitioner::split.
  std::vector<std::vector<Region>> run(const std::vector<const Region *> &regions, int levels,
                                       const std::vector<double> &floor,
                                       const std::vector<double> &scale);

 private:
  enum class State {
    explored,  ///< or being explored
    cut,       ///< or being cut
    stays
  };

  struct Node {
    Region region;
    int levels = 0;        ///< that it may still be split
    int parent = -1;       ///< index; -1: none
    std::size_t root = 0;  ///< of which of the regions it is a part
    State state = State::explored;
    std::unique_ptr<Exploration> exploration;  ///< while it goes on
    std::unique_ptr<Cuts> cuts;                ///< likewise
    std::size_t first_part = 0, parts = 0;     ///< among the nodes

    bool decided() const { return state != State::explored; }
    bool done() const { return decided() && !cuts; }
    bool leaf() const { return parts == 0; }
  };

  /// The nodes of one of the regions, level by level, as far as it is known which they are.
  struct Tree {
    std::vector<std::size_t> nodes;
    std::size_t expanded = 0;   ///< nodes whose parts are known
    std::size_t decided = 0;    ///< first nodes of which all are decided
    std::vector<double> floor;  ///< after these
  };

  Node &add_node(int levels, int parent, std::size_t root);
  bool ask();
  std::size_t room_for_questions() const;
  void answer();
  static Inquiry &inquiry_of(Node &node);
  void count(const Node &node, std::size_t points, const double *x);
  void end(std::size_t i);
  void decide(Tree &tree);
  void decide(Node &node, std::size_t i, const std::vector<double> &floor);
  bool stays(const Node &node, const std::vector<double> &floor) const;
  bool may_raise_floor(const Node &node) const;
  static void raise_floor(const Node &node, std::vector<double> &floor);
  bool begin_next_level();
  void make_parts(std::size_t i);
  void sample_alone(const std::vector<std::size_t> &nodes);
  void close();
  void correct();
  void find_leaves(std::size_t i, std::vector<std::size_t> &leaves);

  Evaluations &evaluations_;
  Sampler &first_;
  PointSampler *beside_;  ///< the sampler, if its points are asked for beside others
  KnownPoints &known_;
  Spent &spent_;

  // Of one run.
  std::vector<double> scale_;
  std::deque<Node> nodes_;  ///< parents come before their parts; behind them, room for more
  std::size_t nodes_in_use_ = 0;
  std::vector<Tree> trees_;
  std::vector<std::size_t> open_;  ///< nodes with questions
  std::vector<std::size_t> cut_;   ///< nodes whose parts wait for the end of the level

  // Kept, since new memory costs time.
  std::vector<std::size_t> asking_;          ///< nodes that have asked
  std::vector<std::size_t> groups_, asked_;  ///< of the batch: points of each group, and its node
  std::vector<double> x_, f_;
  std::vector<double> so_far_;      ///< a floor
  std::vector<std::size_t> below_;  ///< nodes below one
};

}  // namespace cuboid::algorithm::divonne_detail
