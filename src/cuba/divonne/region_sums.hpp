// Sums over the regions that follow every change at little cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "cuba/divonne/region.hpp"

namespace cuboid::algorithm::divonne_detail {

/// The sums of some regions that stand together, of some such groups that stand together, and so
/// on.  What changes in one region changes one group on each level, from there on, so that to bring
/// the whole up to date takes no pass over all regions.  The sums depend on the regions alone, and
/// not on what they were before.
class RegionSums {
 public:
  /// Of one component.
  struct Sum {
    double integral = 0;
    double spread = 0;   ///< root of the sum of squares, as is the next
    double error = 0;    ///< of the partitioning
    double largest = 0;  ///< spread
  };

  /// Of the first estimate of a region.
  using FirstError = std::function<double(const Region &region, std::size_t component)>;

  /// regions: outlives this.
  RegionSums(const std::vector<Region> &regions, std::size_t ncomp, FirstError first_error);

  /// A region has changed or is new.
  void touch(std::size_t region) { touched_.push_back(region); }

  Sum total(std::size_t component);

  /// Regions without an outcome, and the first of them.
  std::int64_t waiting();
  std::vector<std::size_t> first_waiting(std::size_t most);

  /// The region with the largest spread in a component, together with all whose spread there is
  /// above a part of it.  floor: [ncomp], the largest spread that is left in each component.
  std::vector<std::size_t> take_largest(std::size_t component, double part,
                                        std::vector<double> &floor);

 private:
  /// Groups of groups: of the level below, or, of the lowest level, of regions.  For each member
  /// the sums over those of its group up to it, so that those of a group are the ones of its last.
  struct Level {
    std::vector<Sum> sums;              ///< [members][ncomp]
    std::vector<std::int64_t> waiting;  ///< [members]
  };

  /// What take_largest looks for, and what it has found.
  struct Selection {
    std::size_t component;
    std::size_t largest;  ///< region
    double limit;
    std::vector<std::size_t> chosen;
    std::vector<double> &floor;
  };

  void refresh();
  void add_up(std::size_t level, std::size_t first, std::size_t end);
  Sum of_region(std::size_t region, std::size_t component) const;
  Sum sum_at(std::size_t level, std::size_t place, std::size_t component) const;
  double largest_at(std::size_t level, std::size_t place, std::size_t component) const;
  std::int64_t waiting_at(std::size_t level, std::size_t place) const;
  std::size_t size_at(std::size_t level) const;
  std::size_t last_member(std::size_t level, std::size_t group) const;
  std::size_t largest_region(std::size_t component) const;
  void collect_waiting(std::size_t level, std::size_t place, std::size_t most,
                       std::vector<std::size_t> &found) const;
  void select(std::size_t level, std::size_t place, Selection &selection) const;

  const std::vector<Region> &regions_;
  const std::size_t ncomp_;
  const FirstError first_error_;
  std::vector<std::size_t> touched_;  ///< regions
  std::vector<Level> levels_;         ///< from the groups of regions to one group of all
};

}  // namespace cuboid::algorithm::divonne_detail
