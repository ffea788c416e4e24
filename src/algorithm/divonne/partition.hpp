// Exploring regions and splitting them.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "algorithm/divonne/divonne.hpp"
#include "algorithm/divonne/evaluations.hpp"
#include "algorithm/divonne/extremes.hpp"
#include "algorithm/divonne/region.hpp"
#include "algorithm/divonne/sampler.hpp"

namespace cuboid::algorithm::divonne_detail {

class Partitioner {
 public:
  /// first: the sampler of the partitioning.  given: points that the caller has named.
  Partitioner(const DivonneOptions &options, Evaluations &evaluations, Sampler &first,
              std::vector<Point> given)
      : options_(options), evaluations_(evaluations), first_(first), given_(std::move(given)) {}

  /// The cube, explored.
  Region whole();

  /// Splits explored regions, and their parts, to at most so many levels, side by side.  Returns
  /// the parts of each.  Parts stay as they are when, in the component that they are to serve,
  /// their spread is less than floor, or than that of another part of the same region that stays.
  /// scale: the error that is allowed, for each component.
  std::vector<std::vector<Region>> split(std::vector<Region> regions, int levels,
                                         const std::vector<double> &floor,
                                         const std::vector<double> &scale);

  /// Searches the extremes of regions once more, from the better of what they and the extremes
  /// know, and sets range and spread.
  void search_again(Phase phase, const std::vector<Region *> &regions,
                    const std::vector<Extremes *> &extremes);

  /// Evaluations that went into searching extremes and into finding cuts.
  std::int64_t in_search = 0;
  std::int64_t in_cuts = 0;

 private:
  struct Node {
    Region region;
    int levels;        ///< that it may still be split
    int parent;        ///< index; -1: none
    std::size_t root;  ///< of which of the regions it is a part
    bool leaf;
  };

  void explore(const std::vector<Region *> &regions, const std::vector<const Region *> &parents,
               const std::vector<double> &scale);
  void note_known(Extremes &extremes, const Region &region, const Region *parent);
  void search(Phase phase, const std::vector<Region *> &regions,
              const std::vector<Extremes *> &extremes, const std::vector<const Region *> &parents);
  bool stays(const Node &node, const std::vector<double> &floor) const;
  static void choose_component(Region &region, const Extremes &extremes,
                               const std::vector<double> &scale);
  std::vector<std::vector<Box>> find_cuts(const std::vector<const Region *> &regions);
  void correct(std::deque<Node> &nodes) const;

  const DivonneOptions &options_;
  Evaluations &evaluations_;
  Sampler &first_;
  std::vector<Point> given_;
};

}  // namespace cuboid::algorithm::divonne_detail
