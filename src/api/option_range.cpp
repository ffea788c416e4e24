#include "api/option_range.hpp"

#include <cmath>
#include <string_view>

#include "base/failure.hpp"
#include "base/formatted.hpp"
#include "cuboid.h"
#include "engine/device/device_list.hpp"

namespace cuboid::api::option_range {

namespace {

/// Only made for values that are refused: options are checked in every call.
Failure refusal(const char *name, const std::string &value, const std::string &must_be) {
  return Failure(CUBOID_BAD_ARGUMENT, std::string(name) + " = " + value + " must be " + must_be);
}

std::string text(std::int64_t value) {
  return std::to_string(value);
}

std::string text(double value) {
  return formatted("%g", value);
}

template <class Value>
void check_bounds(Value value, const char *name, std::int64_t min, std::int64_t max) {
  if (value >= static_cast<Value>(min) && value <= static_cast<Value>(max)) return;
  throw refusal(name, text(value), "between " + text(min) + " and " + text(max));
}

template <class Value>
void check_min(Value value, const char *name, std::int64_t min) {
  if (value >= static_cast<Value>(min)) return;
  throw refusal(name, text(value), "at least " + text(min));
}

}  // namespace

void Number::check(double value, const char *name) const {
  if (std::isnan(value)) throw refusal(name, "nan", "a number");
}

void Positive::check(double value, const char *name) const {
  if (!(value > 0) || std::isinf(value)) throw refusal(name, text(value), "more than 0 and finite");
}

void DeviceListText::check(const std::string &value, const char *name) const {
  std::string why;
  if (!value.empty() && !engine::read_device_list(value, why))
    reject(std::string(name) + " = \"" + value.substr(0, 200) + "\" " + why);
}

void between::check(std::int64_t value, const char *name) const {
  check_bounds(value, name, min_, max_);
}

void between::check(double value, const char *name) const {
  check_bounds(value, name, min_, max_);
}

void at_least::check(std::int64_t value, const char *name) const {
  check_min(value, name, min_);
}

void at_least::check(double value, const char *name) const {
  check_min(value, name, min_);
}

void less_than::check(double value, const char *name) const {
  if (!(value < limit_))
    throw refusal(name, text(value), "less than " + text(limit_) + ", " + what_);
}

void one_of::check(const std::string &value, const char *name) const {
  for (std::string_view rest = names_;;) {
    const std::size_t end = rest.find(", ");
    if (rest.substr(0, end) == value) return;
    if (end == rest.npos) break;
    rest.remove_prefix(end + 2);
  }
  throw refusal(name, "\"" + value.substr(0, 200) + "\"", std::string("one of ") + names_);
}

}  // namespace cuboid::api::option_range
