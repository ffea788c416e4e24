#include "number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace command {
namespace {

template <class... Numbers>
std::string printed(const char *format, Numbers... numbers) {
  char text[64];
  std::snprintf(text, sizeof text, format, numbers...);
  return text;
}

int exponent(double number) {
  return static_cast<int>(std::floor(std::log10(std::fabs(number))));
}

}  // namespace

std::string with_error(double value, double error) {
  if (!std::isfinite(value) || !std::isfinite(error) || error < 0)
    return printed("%.15g", value) + " +- " + printed("%.3g", error);
  if (error == 0) return printed("%.15g", value) + "(0)";
  const int last = exponent(error) - 1;
  const int first = value == 0 ? last + 1 : std::max(exponent(value), last + 1);
  constexpr int min_fixed = -4;
  constexpr int max_fixed = 6;
  if (first < min_fixed || first > max_fixed) {
    const double scale = std::pow(10.0, first);
    const int digits = first - last;
    return printed("%.*f(%.0f)", digits, value / scale, error / std::pow(10.0, last)) +
           printed("e%+03d", first);
  }
  if (last >= 0) return printed("%.0f(%.0f)", value, error);
  return printed("%.*f(%.0f)", -last, value, error * std::pow(10.0, -last));
}

std::string brief(double number) {
  constexpr double max_digits = 99999;
  return std::fabs(number) <= max_digits ? printed("%.4g", number) : printed("%.2e", number);
}

std::string counted(std::size_t count, const std::string &what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string shortest(double number) {
  char text[32];
  const std::to_chars_result end = std::to_chars(text, text + sizeof text, number);
  return std::string(text, end.ptr);
}

bool is_too_large(const std::string &text) {
  return text.find_first_of("0123456789") != std::string::npos;
}

}  // namespace command
