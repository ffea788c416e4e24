#include "round_number.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace command {

nlohmann::ordered_json round_number(double number, int digits) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, number);
  const double rounded = std::strtod(text, nullptr);
  // A 0 instead of 0.0, of which there are many.
  if (rounded == 0) return 0;
  return rounded;
}

}  // namespace command
