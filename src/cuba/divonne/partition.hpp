// Exploring regions and splitting them.
#pragma once

#include <utility>
#include <vector>

#include "cuba/divonne/evaluations.hpp"
#include "cuba/divonne/extremes.hpp"
#include "cuba/divonne/known_points.hpp"
#include "cuba/divonne/region.hpp"
#include "cuba/divonne/sampler.hpp"
#include "cuba/divonne/splitting.hpp"

namespace cuboid::algorithm::divonne_detail {

class Partitioner {
 public:
  /// first: the sampler of the partitioning.
  Partitioner(Evaluations &evaluations, Sampler &first, KnownPoints known)
      : evaluations_(evaluations),
        first_(first),
        known_(std::move(known)),
        splitting_(evaluations, first, known_, spent) {}
  Partitioner(const Partitioner &) = delete;
  Partitioner &operator=(const Partitioner &) = delete;

  /// The cube, explored.
  Region whole();

  /// Splits explored regions, and their parts, to at most so many levels, side by side.  Returns
  /// the parts of each.  Parts stay as they are when, in the component that they are to serve,
  /// their spread is less than floor, or than that of another part of the same region that stays.
  /// scale: the error that is allowed, for each component.
  std::vector<std::vector<Region>> split(const std::vector<const Region *> &regions, int levels,
                                         const std::vector<double> &floor,
                                         const std::vector<double> &scale);

  /// Searches the extremes of regions once more, from the better of what they and the extremes
  /// know, and sets range and spread.
  void search_again(Phase phase, const std::vector<Region *> &regions,
                    const std::vector<Extremes *> &extremes);

  Spent spent;

 private:
  Evaluations &evaluations_;
  Sampler &first_;
  KnownPoints known_;
  Splitting splitting_;
};

}  // namespace cuboid::algorithm::divonne_detail
