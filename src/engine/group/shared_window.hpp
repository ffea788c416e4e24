// Memory in which ranks do parts of each other's work.
#pragma once

#include <atomic>
#include <cstdint>

namespace cuboid::engine::group {

/// What a rank shows in an exchange lies where all see it, and what others have done for it may be
/// put there beforehand.
class SharedWindow {
 public:
  virtual ~SharedWindow() = default;

  /// Words that a rank can show.
  virtual std::int64_t room() const = 0;

  /// The number of the next exchange, the same on all ranks.
  virtual std::uint64_t next_exchange() const = 0;

  /// Where the words of a rank will be in the next exchange, once that rank is out of the one
  /// before; and where they are after an exchange.  What is not of the rank's own words there
  /// stays.
  virtual std::uint64_t *next_words(int rank) = 0;
  virtual const std::uint64_t *last_words(int rank) const = 0;

  /// What a rank has to be done, see WorkList.
  virtual std::atomic<std::uint64_t> &work(int rank) = 0;
};

}  // namespace cuboid::engine::group
