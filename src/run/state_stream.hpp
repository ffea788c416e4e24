// The contents of state files, as a row of numbers.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace cuboid::algorithm {

/// A vector or a text: preceded by the number of its elements.
template <class T>
concept StateRow = requires(T row) {
  row.assign(row.size(), *row.data());
};

/// Puts numbers one after the other.
class StateWriter {
 public:
  template <class T>
  void put(const T &value) {
    if constexpr (StateRow<T>) {
      put(static_cast<std::uint64_t>(value.size()));
      put(value.data(), value.size());
    } else {
      put(&value, 1);
    }
  }
  template <class T>
  void put(const T *values, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t end = bytes_.size();
    bytes_.resize(end + count * sizeof(T));
    if (count > 0) std::memcpy(bytes_.data() + end, values, count * sizeof(T));
  }
  const std::vector<unsigned char> &bytes() const { return bytes_; }

  // With the names that StateReader has: a function that is given either lists the members of a
  // state once.
  template <class... T>
  void fields(const T &...values) {
    (put(values), ...);
  }
  /// Flags and enums.
  template <class... T>
  void in_bytes(const T &...values) {
    (put(static_cast<std::uint8_t>(values)), ...);
  }
  template <class T, class Fields>
  void list(const std::vector<T> &values, const Fields &fields_of) {
    put(static_cast<std::uint64_t>(values.size()));
    for (const T &one : values) fields_of(one);
  }

 private:
  std::vector<unsigned char> bytes_;
};

/// Gets them in the same order.  Throws BadState when there are not enough.
class StateReader {
 public:
  struct BadState : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  explicit StateReader(std::vector<unsigned char> bytes) : bytes_(std::move(bytes)) {}

  template <class T>
  T get() {
    T value;
    get(&value, 1);
    return value;
  }
  template <class T>
  void get(T &value) {
    if constexpr (StateRow<T>) {
      const auto size = get<std::uint64_t>();
      require_left(size, sizeof(*value.data()));
      value.assign(size, {});
      get(value.data(), size);
    } else {
      get(&value, 1);
    }
  }
  template <class T>
  void get(T *values, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    require_left(count, sizeof(T));
    if (count > 0) std::memcpy(values, bytes_.data() + next_, count * sizeof(T));
    next_ += count * sizeof(T);
  }
  /// A number of things that have been counted: not negative, and safe to add to.
  std::int64_t get_count() {
    const auto count = get<std::int64_t>();
    require_counts({count});
    return count;
  }
  static constexpr std::int64_t max_count = std::int64_t{1} << 52;
  static void require_counts(std::initializer_list<std::int64_t> counts) {
    for (const std::int64_t count : counts) require(count >= 0 && count <= max_count);
  }
  /// Throws BadState unless all are finite.
  static void require_finite(const double *values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) require(std::isfinite(values[i]));
  }
  /// Throws BadState unless all are in [0, 1].
  static void require_in_cube(const double *values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) require(values[i] >= 0 && values[i] <= 1);
  }
  /// Throws BadState unless the condition holds.
  static void require(bool condition) {
    if (!condition) throw BadState("the state does not fit");
  }

  // What StateWriter has put by functions of these names.
  template <class... T>
  void fields(T &...values) {
    (get(values), ...);
  }
  template <class... T>
  void in_bytes(T &...values) {
    ((values = static_cast<T>(get<std::uint8_t>())), ...);
  }
  template <class T, class Fields>
  void list(std::vector<T> &values, const Fields &fields_of) {
    for (auto left = get<std::uint64_t>(); left > 0; --left) fields_of(values.emplace_back());
  }

  bool at_end() const { return next_ == bytes_.size(); }

  /// Said by who reads: the evaluations of the run that goes on.
  void resumes_at(std::int64_t evaluations) { evaluations_ = evaluations; }
  std::int64_t evaluations() const { return evaluations_; }

 private:
  void require_left(std::uint64_t count, std::size_t size) const {
    if (count > (bytes_.size() - next_) / size) throw BadState("the state is too short");
  }

  std::vector<unsigned char> bytes_;
  std::size_t next_ = 0;
  std::int64_t evaluations_ = 0;
};

}  // namespace cuboid::algorithm
