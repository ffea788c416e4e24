// Where the samples of Suave are kept.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace cuboid::algorithm::suave_parts {

/// Consecutive samples that were drawn together.  A set does not own its numbers.
struct SampleSet {
  std::int64_t count = 0;
  double *weight = nullptr;  ///< [count]; sum of weight times f estimates the region's integral
  double *x = nullptr;       ///< [count][ndim]
  double *f = nullptr;       ///< [count][ncomp]
};

/// Counts the bytes in use against a limit.
class MemoryBudget {
 public:
  /// limit: bytes; 0: none.
  explicit MemoryBudget(std::int64_t limit) : limit_(limit) {}

  /// Throws Failure(CUBOID_OUT_OF_MEMORY) if count objects of these bytes are too many.
  void take(std::int64_t count, std::int64_t bytes);
  void give_back(std::int64_t count, std::int64_t bytes) { used_ -= count * bytes; }

  std::int64_t used() const { return used_; }

 private:
  std::int64_t limit_;
  std::int64_t used_ = 0;
};

/// Owns all samples of an integration, in blocks of many sets.  They stay where they were drawn: a
/// bisection reorders each set, so that its halves become sets themselves.
class SampleStore {
 public:
  SampleStore(int ndim, int ncomp, MemoryBudget &budget)
      : bytes_per_sample_(static_cast<std::int64_t>(sizeof(double)) *
                          (1 + static_cast<std::int64_t>(ndim) + ncomp)),
        ndim_(ndim),
        ncomp_(ncomp),
        budget_(budget) {}

  /// A new set, of 8 (1 + ndim + ncomp) bytes a sample, not yet filled.
  SampleSet allocate(std::int64_t count);

  /// Gives up all samples.
  void clear();

  /// A set as two.
  struct Parts {
    SampleSet first;
    SampleSet second;
  };
  /// The first samples, and the others.
  Parts cut(const SampleSet &set, std::int64_t count) const;
  /// Brings the samples with x below the middle along the axis to the front; returns these and the
  /// others.
  Parts divide(const SampleSet &set, int axis, double middle) const;

 private:
  /// Numbers of a block, but for larger sets: 2 MiB.  C libraries give single sets back to the
  /// system when an integration ends, and the next one waits for their pages; what is as large as
  /// this they keep after the first time.
  static constexpr std::int64_t usual_size = std::int64_t{1} << 18;

  struct Block {
    std::unique_ptr<double[]> numbers;
    std::int64_t size;
  };

  void add_block(std::int64_t size);

  std::int64_t bytes_per_sample_;
  int ndim_;
  int ncomp_;
  MemoryBudget &budget_;
  std::int64_t samples_ = 0;
  std::vector<Block> blocks_;
  std::int64_t used_ = 0;  ///< numbers of the last block
};

}  // namespace cuboid::algorithm::suave_parts
