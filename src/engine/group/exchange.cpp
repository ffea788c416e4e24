#include "engine/group/exchange.hpp"

#include <algorithm>
#include <memory>

namespace cuboid::engine::group {

namespace {

std::size_t words_for(std::size_t bytes) {
  return (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
}

}  // namespace

void Exchange::add_range(std::byte *array, std::size_t bytes_of_element,
                         std::vector<std::int64_t> first, std::size_t rows, std::size_t stride) {
  struct Range {
    std::byte *array;
    std::size_t bytes_of_element;
    std::vector<std::int64_t> first;
    std::size_t rows, stride;

    std::size_t bytes(std::size_t rank) const {
      return static_cast<std::size_t>(first[rank + 1] - first[rank]) * bytes_of_element;
    }
    std::byte *row(std::size_t rank, std::size_t row) const {
      return array + (row * stride + static_cast<std::size_t>(first[rank])) * bytes_of_element;
    }
  };
  const auto range =
      std::make_shared<const Range>(Range{array, bytes_of_element, std::move(first), rows, stride});
  Part part;
  part.words = [range](std::size_t rank) { return range->rows * words_for(range->bytes(rank)); };
  const auto own = static_cast<std::size_t>(ranks_.rank());
  part.read = [this, range, own](std::uint64_t *mine) {
    const std::size_t bytes = range->bytes(own);
    for (std::size_t row = 0; row < range->rows && bytes > 0; ++row, mine += words_for(bytes))
      read(mine, range->row(own, row), bytes);
  };
  part.take = [this, range, own](std::size_t rank, const std::uint64_t *theirs) {
    const std::size_t bytes = rank == own ? 0 : range->bytes(rank);
    for (std::size_t row = 0; row < range->rows && bytes > 0; ++row, theirs += words_for(bytes))
      write(range->row(rank, row), theirs, bytes);
  };
  parts_.push_back(std::move(part));
  arrays_.push_back(array);
}

void Exchange::add_merged(std::byte *values, std::size_t bytes, Merge merge) {
  const auto merged = std::make_shared<std::vector<std::uint64_t>>(words_for(bytes));
  Part part;
  part.words = [merged](std::size_t) { return merged->size(); };
  part.read = [this, values, bytes](std::uint64_t *mine) { read(mine, values, bytes); };
  // This rank's come first.
  part.take = [merged, merge = std::move(merge), own = static_cast<std::size_t>(ranks_.rank())](
                  std::size_t rank, const std::uint64_t *theirs) {
    if (rank == own)
      std::copy_n(theirs, merged->size(), merged->begin());
    else
      merge(merged->data(), theirs);
  };
  part.end = [this, merged, values, bytes] { write(values, merged->data(), bytes); };
  parts_.push_back(std::move(part));
  arrays_.push_back(values);
}

void Exchange::first(std::optional<SamplesNonfinite> &found, int ndim) {
  // As doubles, which hold these numbers exactly: whether there is one, its sample, component and
  // value, and where it is.
  constexpr std::size_t head = 4;
  static_assert(sizeof(double) == sizeof(std::uint64_t));
  Part part;
  part.words = [ndim](std::size_t) { return head + static_cast<std::size_t>(ndim); };
  part.read = [&found](std::uint64_t *mine) {
    std::vector<double> numbers(head, 0);
    if (found) {
      numbers = {1, static_cast<double>(found->sample), static_cast<double>(found->component),
                 found->value};
      numbers.insert(numbers.end(), found->x.begin(), found->x.end());
    }
    std::memcpy(mine, numbers.data(), numbers.size() * sizeof(double));
  };
  part.take = [&found, ndim](std::size_t, const std::uint64_t *theirs) {
    std::vector<double> numbers(head + static_cast<std::size_t>(ndim));
    std::memcpy(numbers.data(), theirs, numbers.size() * sizeof(double));
    if (numbers[0] == 0 || (found && static_cast<double>(found->sample) <= numbers[1])) return;
    found = {static_cast<std::int64_t>(numbers[1]), static_cast<int>(numbers[2]), numbers[3],
             std::vector<double>(numbers.begin() + head, numbers.end())};
  };
  parts_.push_back(std::move(part));
}

void Exchange::clear() {
  parts_.clear();
  sums_.clear();
  arrays_.clear();
}

/// Also on a rank that has nothing to contribute, since the others expect as many words.
void Exchange::lay_out() {
  first_.assign(1, 0);
  for (int r = 0; r < ranks_.size(); ++r) {
    std::size_t words = 0;
    for (const Part &part : parts_) words += part.words(static_cast<std::size_t>(r));
    first_.push_back(first_.back() + static_cast<std::int64_t>(words));
  }
  words_.resize(static_cast<std::size_t>(first_.back()));
  std::size_t count = 0;
  for (const Summed &one : sums_) count += one.count;
  summed_.resize(count);
}

void Exchange::contribute() {
  lay_out();
  const auto own = static_cast<std::size_t>(ranks_.rank());
  std::uint64_t *mine = words_.data() + first_[own];
  for (const Part &part : parts_) {
    part.read(mine);
    mine += part.words(own);
  }
  unsigned long long *number = summed_.data();
  for (const Summed &one : sums_) {
    read(number, one.numbers, one.count * sizeof *number);
    number += one.count;
  }
  wait();
}

void Exchange::hear() {
  lay_out();
  if (!sums_.empty()) ranks_.sum(summed_);
  if (!parts_.empty()) ranks_.gather(words_, first_);
}

void Exchange::take() {
  const unsigned long long *number = summed_.data();
  for (const Summed &one : sums_) {
    write(one.numbers, number, one.count * sizeof *number);
    number += one.count;
  }
  const auto size = static_cast<std::size_t>(ranks_.size());
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t rank = (static_cast<std::size_t>(ranks_.rank()) + i) % size;
    const std::uint64_t *theirs = words_.data() + first_[rank];
    for (const Part &part : parts_) {
      part.take(rank, theirs);
      theirs += part.words(rank);
    }
  }
  for (const Part &part : parts_)
    if (part.end) part.end();
}

}  // namespace cuboid::engine::group
