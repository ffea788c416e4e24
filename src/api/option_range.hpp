// The ranges that CUBOID_OPTIONS names.  check() throws Failure(CUBOID_BAD_ARGUMENT), which names
// the option and its value, for a value outside.
#pragma once

#include <cstdint>
#include <string>

namespace cuboid::api::option_range {

struct Any {
  template <class Value>
  void check(const Value &, const char *) const {}
};

/// Every number, but not NaN.
struct Number {
  void check(double value, const char *name) const;
};

struct Positive {
  void check(double value, const char *name) const;
};

struct DeviceListText {
  void check(const std::string &value, const char *name) const;
};

inline constexpr Any any;
inline constexpr Number number;
inline constexpr Positive positive;
inline constexpr DeviceListText device_list;

/// The bounds belong to the range; NaN never does.
class between {
 public:
  constexpr between(std::int64_t min, std::int64_t max) : min_(min), max_(max) {}
  void check(std::int64_t value, const char *name) const;
  void check(double value, const char *name) const;

 private:
  std::int64_t min_, max_;
};

class at_least {
 public:
  explicit constexpr at_least(std::int64_t min) : min_(min) {}
  void check(std::int64_t value, const char *name) const;
  void check(double value, const char *name) const;

 private:
  std::int64_t min_;
};

class less_than {
 public:
  /// what: the limit in words.
  constexpr less_than(double limit, const char *what) : limit_(limit), what_(what) {}
  void check(double value, const char *name) const;

 private:
  double limit_;
  const char *what_;
};

/// One value, which stands for a default, or a range.
class either {
 public:
  constexpr either(double value, between range) : value_(value), range_(range) {}
  void check(double given, const char *name) const {
    if (given != value_) range_.check(given, name);
  }
  void check(std::int64_t given, const char *name) const {
    if (static_cast<double>(given) != value_) range_.check(given, name);
  }

 private:
  double value_;
  between range_;
};

class one_of {
 public:
  /// names: with ", " between them.
  explicit constexpr one_of(const char *names) : names_(names) {}
  void check(const std::string &value, const char *name) const;

 private:
  const char *names_;
};

}  // namespace cuboid::api::option_range
