// Things to be done by whoever has time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace cuboid::engine::group {

/// Things that one rank has to do, of which others may do some: it takes them from the front, and
/// others from the back.  In one word, which all change by compare and exchange: the number of the
/// list, which tells a list from the one before, and what is left.
class WorkList {
 public:
  struct Piece {
    std::int64_t begin = 0, end = 0;

    std::int64_t size() const { return end - begin; }
  };

  /// Things that fit.
  static constexpr std::int64_t most = 0xffff;

  explicit WorkList(std::atomic<std::uint64_t> &word) : word_(word) {}

  /// Only its rank begins a list, when nobody looks for one with this number any more.
  void begin(std::uint64_t number, std::int64_t count) {
    word_.store(packed(number, {0, count}), std::memory_order_release);
  }

  /// What is left; nothing, too, where there is another list.
  Piece left(std::uint64_t number) const {
    const std::uint64_t word = word_.load(std::memory_order_acquire);
    return is_of(number, word) ? unpacked(word) : Piece{};
  }

  /// For the rank itself: a part of what is left, so that others can take some if it is held up.
  /// least: fewer are not worth a piece.
  Piece take_front(std::uint64_t number, std::int64_t least) {
    constexpr std::int64_t part = 4;
    return take(number, [least](Piece left) {
      const std::int64_t count = piece_of(left.size(), part, least);
      return Piece{left.begin, left.begin + count};
    });
  }

  /// For the others, of whom there are so many.  The last thing of a rank that has not begun is
  /// left to it: it is about to.
  Piece take_back(std::uint64_t number, std::int64_t least, std::int64_t others) {
    return take(number, [least, others](Piece left) {
      const std::int64_t count = piece_of(left.size(), others + 1, least);
      if (left.begin == 0 && count == left.size()) return Piece{};
      return Piece{left.end - count, left.end};
    });
  }

 private:
  static std::int64_t piece_of(std::int64_t count, std::int64_t parts, std::int64_t least) {
    return std::min(count, std::max((count + parts - 1) / parts, least));
  }

  static constexpr int bits = 16;
  static std::uint64_t packed(std::uint64_t number, Piece left) {
    return number << 2 * bits | static_cast<std::uint64_t>(left.begin) << bits |
           static_cast<std::uint64_t>(left.end);
  }
  static Piece unpacked(std::uint64_t word) {
    return {static_cast<std::int64_t>(word >> bits & most), static_cast<std::int64_t>(word & most)};
  }
  static bool is_of(std::uint64_t number, std::uint64_t word) {
    return number << 2 * bits >> 2 * bits == word >> 2 * bits;
  }

  template <class Choose>
  Piece take(std::uint64_t number, const Choose &choose) {
    std::uint64_t word = word_.load(std::memory_order_acquire);
    for (;;) {
      const Piece left = is_of(number, word) ? unpacked(word) : Piece{};
      if (left.size() == 0) return {};
      const Piece piece = choose(left);
      if (piece.size() == 0) return {};
      const Piece rest =
          piece.begin == left.begin ? Piece{piece.end, left.end} : Piece{left.begin, piece.begin};
      if (word_.compare_exchange_weak(word, packed(number, rest), std::memory_order_acq_rel,
                                      std::memory_order_acquire))
        return piece;
    }
  }

  std::atomic<std::uint64_t> &word_;
};

}  // namespace cuboid::engine::group
