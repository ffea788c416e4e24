// The contents of state files, as a row of numbers.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cuboid::algorithm {

/// Puts numbers one after the other.
class StateWriter {
 public:
  template <class T>
  void put(const T &value) {
    put(&value, 1);
  }
  template <class T>
  void put(const T *values, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t end = bytes_.size();
    bytes_.resize(end + count * sizeof(T));
    if (count > 0) std::memcpy(bytes_.data() + end, values, count * sizeof(T));
  }
  /// Preceded by the number of elements.
  template <class T>
  void put(const std::vector<T> &values) {
    put(static_cast<std::uint64_t>(values.size()));
    put(values.data(), values.size());
  }
  const std::vector<unsigned char> &bytes() const { return bytes_; }

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
  void get(T *values, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (count > (bytes_.size() - next_) / sizeof(T)) throw BadState("the state is too short");
    if (count > 0) std::memcpy(values, bytes_.data() + next_, count * sizeof(T));
    next_ += count * sizeof(T);
  }
  template <class T>
  void get(std::vector<T> &values) {
    const auto size = get<std::uint64_t>();
    if (size > (bytes_.size() - next_) / sizeof(T)) throw BadState("the state is too short");
    values.resize(size);
    get(values.data(), size);
  }
  /// A number of things that have been counted: not negative, and safe to add to.
  std::int64_t get_count() {
    const auto count = get<std::int64_t>();
    require(count >= 0 && count <= max_count);
    return count;
  }
  static constexpr std::int64_t max_count = std::int64_t{1} << 52;
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
  bool at_end() const { return next_ == bytes_.size(); }

  /// Said by who reads: the evaluations of the run that goes on.
  void resumes_at(std::int64_t evaluations) { evaluations_ = evaluations; }
  std::int64_t evaluations() const { return evaluations_; }

 private:
  std::vector<unsigned char> bytes_;
  std::size_t next_ = 0;
  std::int64_t evaluations_ = 0;
};

}  // namespace cuboid::algorithm
