// A part of the list of integrals, as a device is given it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "batch/many_run.hpp"
#include "engine/device/many_regions.hpp"

namespace cuboid::router {

/// Consecutive integrals, but for those that a state file has brought.
class ManyPart {
 public:
  ManyPart(const ManyRun &many, std::int64_t first, std::int64_t count);
  /// Those of the list, of which there is one at least.
  ManyPart(const ManyRun &many, std::vector<std::int64_t> integrals);
  ManyPart(const ManyPart &) = delete;
  ManyPart &operator=(const ManyPart &) = delete;

  const engine::IntegralList &list() const { return list_; }
  /// The number of the integral that is number i of the list.
  std::int64_t integral(std::size_t i) const {
    return left_.empty() ? first_ + static_cast<std::int64_t>(i) : left_[i];
  }
  /// Where those end that follow one another without gaps, from number begin of the list on and
  /// before end, and of whose numbers all hold.
  template <class Holds>
  std::size_t end_of_row(std::size_t begin, std::size_t end, const Holds &holds) const {
    std::size_t i = begin;
    while (i < end && integral(i) - integral(begin) == static_cast<std::int64_t>(i - begin) &&
           holds(i))
      ++i;
    return i;
  }

 private:
  ManyPart(const ManyRun &many, std::int64_t first);
  void take_left();
  void pack(const ManyRun &many);

  std::int64_t first_;
  std::vector<std::int64_t> left_;  ///< to be done; empty: all, in one row
  std::vector<double> lower_, upper_;
  std::vector<std::byte> userdata_;
  engine::IntegralList list_;
};

}  // namespace cuboid::router
