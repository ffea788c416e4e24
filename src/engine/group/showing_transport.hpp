// Ranks that see each other's memory.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "engine/group/transport.hpp"

namespace cuboid::engine::group {

/// A rank shows its words to all, waits until all have shown theirs, and reads those.
///
/// What is shown lies in one of two rooms, of operations with even and with odd numbers: who is in
/// an operation has read the words of the one before, and so those of the one before that can go
/// when all are in the next.
class ShowingTransport : public Transport {
 public:
  void gather(std::uint64_t *words, const std::int64_t *first) final;
  void gather_leading(std::uint64_t *words, const std::int64_t *first,
                      std::int64_t leading) override;
  void broadcast(std::uint64_t *words, std::int64_t count, int root) override;
  void sum(std::uint64_t *words, std::int64_t count) override;

 protected:
  /// The number of the last exchange.
  std::uint64_t operation() const { return operation_; }

 private:
  /// As `leading`: a rank that hands over another number of words is in another operation.
  static constexpr std::int64_t all_words = std::numeric_limits<std::int64_t>::max();

  using Words = std::span<const std::uint64_t>;

  /// Shows these words to all.
  virtual void show(std::uint64_t operation, Words words) = 0;
  /// Whether a rank has shown its words of an operation.  Throws Failure if it is gone.
  virtual bool has_shown(std::uint64_t operation, int rank) = 0;
  /// Those, when it has.
  virtual Words shown(std::uint64_t operation, int rank) = 0;

  void exchange(Words words);
  void take(int rank, std::uint64_t *words, std::int64_t count);

  std::uint64_t operation_ = 0;
};

}  // namespace cuboid::engine::group
