// What ranks hand each other of a step that they have shared out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/group/group.hpp"
#include "engine/samples.hpp"

namespace cuboid::engine::group {

/// What all ranks tell, as many things each, by rank.
template <class Thing>
std::vector<Thing> told_by_all(Group &ranks, const std::vector<Thing> &mine) {
  static_assert(std::is_trivially_copyable_v<Thing> && sizeof(Thing) % sizeof(std::uint64_t) == 0);
  const std::size_t bytes = mine.size() * sizeof(Thing);
  const std::size_t words_of_rank = bytes / sizeof(std::uint64_t);
  const auto size = static_cast<std::size_t>(ranks.size());
  std::vector<std::uint64_t> words(size * words_of_rank);
  std::memcpy(words.data() + static_cast<std::size_t>(ranks.rank()) * words_of_rank, mine.data(),
              bytes);
  ranks.gather(words,
               range_begins(ranks.size(), ranks.size(), static_cast<std::int64_t>(words_of_rank)));
  std::vector<Thing> all(size * mine.size());
  std::memcpy(static_cast<void *>(all.data()), words.data(), size * bytes);
  return all;
}

/// Each rank contributes its range, hears those of all, and reduces exactly: what comes out is the
/// same on all ranks, and has the bits of one rank that has done the whole step.
///
/// First all ranks name the same arrays, in the same order.  Then contribute() reads this rank's
/// part, hear() brings those of the others when all have met, and take() puts them where they
/// belong.  However many arrays there are, they come in one operation, and what is added up in
/// another.  A rank that fails in contribute() or take() must still come to hear().
///
/// Here the arrays are in memory of the host; elsewhere, read() and write() get at them.
class Exchange {
 public:
  explicit Exchange(Group &ranks) : ranks_(ranks) {}
  virtual ~Exchange() = default;
  Exchange(const Exchange &) = delete;
  Exchange &operator=(const Exchange &) = delete;

  /// Begins anew, without arrays.
  virtual void clear();

  /// Of each row, rank r has the elements from first[r] to before first[r + 1].  stride: of rows.
  template <class T>
  void range(T *array, std::vector<std::int64_t> first, std::size_t rows = 1,
             std::size_t stride = 0) {
    static_assert(std::is_trivially_copyable_v<T>);
    add_range(reinterpret_cast<std::byte *>(array), sizeof(T), std::move(first), rows, stride);
  }

  /// Each rank has all of the values.  merge(mine, theirs) puts those of another rank to those of
  /// this one; the order of ranks makes no difference to it.
  template <class T, class Merge>
  void merge(T *values, std::size_t count, Merge merge) {
    static_assert(std::is_trivially_copyable_v<T>);
    add_merged(reinterpret_cast<std::byte *>(values), count * sizeof(T),
               [merge](std::uint64_t *mine, const std::uint64_t *theirs) {
                 merge(reinterpret_cast<T *>(mine), reinterpret_cast<const T *>(theirs));
               });
  }

  /// Each rank has all of the numbers, which are added up modulo 2^64.
  template <class T>
  void sum(T *numbers, std::size_t count) {
    static_assert(std::is_integral_v<T> && sizeof(T) == sizeof(std::uint64_t));
    sums_.push_back({numbers, count});
    arrays_.push_back(numbers);
  }

  /// The one with the smallest number of those that ranks may have found.  ndim: of its place.
  void first(std::optional<SamplesNonfinite> &found, int ndim);

  virtual void contribute();
  virtual void hear();
  virtual void take();
  /// All of it, where the ranks have met.
  void run() {
    contribute();
    hear();
    take();
  }

 protected:
  /// Between the array and memory of the host.  What is read need not be there before wait().
  virtual void read(void *to, const void *array, std::size_t bytes) {
    std::memcpy(to, array, bytes);
  }
  virtual void wait() {}
  virtual void write(void *array, const void *from, std::size_t bytes) {
    std::memcpy(array, from, bytes);
  }

  Group &ranks_;
  std::vector<const void *> arrays_;  ///< that were named

 private:
  using Merge = std::function<void(std::uint64_t *mine, const std::uint64_t *theirs)>;

  /// Something that lies in the words of each rank.
  struct Part {
    std::function<std::size_t(std::size_t rank)> words;
    std::function<void(std::uint64_t *mine)> read;
    std::function<void(std::size_t rank, const std::uint64_t *theirs)> take;
    std::function<void()> end;  ///< when those of all ranks are taken; or nothing
  };
  struct Summed {
    void *numbers;
    std::size_t count;
  };

  void add_range(std::byte *array, std::size_t bytes_of_element, std::vector<std::int64_t> first,
                 std::size_t rows, std::size_t stride);
  void add_merged(std::byte *values, std::size_t bytes, Merge merge);
  void lay_out();

  std::vector<Part> parts_;
  std::vector<Summed> sums_;
  std::vector<std::uint64_t> words_;        ///< of all ranks, and of each its parts
  std::vector<std::int64_t> first_;         ///< [ranks + 1]: where those of a rank begin
  std::vector<unsigned long long> summed_;  ///< numbers of this rank, and then of all
};

}  // namespace cuboid::engine::group
