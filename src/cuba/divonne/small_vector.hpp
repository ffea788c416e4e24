// Numbers that stand in the object itself while they are few.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>

namespace cuboid::algorithm::divonne_detail {

/// A vector that asks for memory only for more than in_place elements.  A region has nine of them,
/// and there are many regions: tests/bench/results/divonne.txt has what that saves.
template <class T, std::size_t in_place>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  SmallVector() = default;
  explicit SmallVector(std::size_t size, const T &value = T()) { assign(size, value); }
  SmallVector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  SmallVector(const SmallVector &other) { copy(other); }
  SmallVector(SmallVector &&other) noexcept { take(other); }
  SmallVector &operator=(const SmallVector &other) {
    if (this != &other) copy(other);
    return *this;
  }
  SmallVector &operator=(SmallVector &&other) noexcept {
    if (this != &other) take(other);
    return *this;
  }

  void assign(std::size_t size, const T &value) {
    make_room(size);
    std::fill_n(data(), size, value);
    size_ = size;
  }
  void assign(const T *first, const T *last) {
    make_room(static_cast<std::size_t>(last - first));
    std::copy(first, last, data());
    size_ = static_cast<std::size_t>(last - first);
  }
  void push_back(const T &value) {
    if (size_ == room_) grow();
    data()[size_++] = value;
  }
  void clear() { size_ = 0; }
  /// Keeps the first elements.
  void shorten(std::size_t size) { size_ = size; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T *data() { return more_ ? more_.get() : near_; }
  const T *data() const { return more_ ? more_.get() : near_; }
  T *begin() { return data(); }
  T *end() { return data() + size_; }
  const T *begin() const { return data(); }
  const T *end() const { return data() + size_; }
  T &operator[](std::size_t i) { return data()[i]; }
  const T &operator[](std::size_t i) const { return data()[i]; }
  T &front() { return data()[0]; }
  const T &front() const { return data()[0]; }
  T &back() { return data()[size_ - 1]; }

  friend bool operator==(const SmallVector &a, const SmallVector &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  /// What it held is lost.
  void make_room(std::size_t size) {
    if (size <= room_) return;
    more_ = std::make_unique_for_overwrite<T[]>(size);
    room_ = size;
  }
  void grow() {
    auto more = std::make_unique_for_overwrite<T[]>(2 * room_);
    std::copy_n(data(), size_, more.get());
    more_ = std::move(more);
    room_ *= 2;
  }
  /// The other is empty afterwards.
  void take(SmallVector &other) {
    if (other.more_) {
      more_ = std::move(other.more_);
      room_ = std::exchange(other.room_, in_place);
      size_ = std::exchange(other.size_, 0);
    } else {
      copy(other);
      other.size_ = 0;
    }
  }
  void copy(const SmallVector &other) {
    if (more_ || other.more_) return assign(other.begin(), other.end());
    // All of a small place: of a length that is known, that takes no call.
    constexpr std::size_t small = 128;
    if constexpr (sizeof near_ <= small)
      std::memcpy(near_, other.near_, sizeof near_);
    else
      std::copy_n(other.near_, other.size_, near_);
    size_ = other.size_;
  }

  std::size_t size_ = 0;
  std::size_t room_ = in_place;
  std::unique_ptr<T[]> more_;  ///< nullptr: the elements are in place
  T near_[in_place];
};

/// Coordinates along each axis; for so many axes in place as most integrals have at most.
using Coordinates = SmallVector<double, 8>;

}  // namespace cuboid::algorithm::divonne_detail
