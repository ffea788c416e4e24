// A point and a value of the integrand in words, for messages.
#pragma once

#include <charconv>
#include <cmath>
#include <string>

namespace cuboid {

/// The shortest decimal number that reads back as the same double.
inline std::string number_text(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, end.ptr);
}

/// "f[0] is nan at x = (0.5, 0.25)".  A value that is finite is
/// not where it is multiplied by the volume.
inline std::string point_text(const double *x, int ndim, int component, double value) {
  constexpr int max_coordinates = 40;
  std::string sentence = "f[" + std::to_string(component) + "] is ";
  if (std::isnan(value))
    sentence += "nan";
  else if (std::isinf(value))
    sentence += value > 0 ? "inf" : "-inf";
  else
    sentence += number_text(value) +
                ", and times the volume no number (scale the integrand or give narrower limits)";
  sentence += " at x = (";
  for (int d = 0; d < ndim; ++d) {
    if (d > 0) sentence += ", ";
    if (d == max_coordinates) {
      sentence += "...";
      break;
    }
    sentence += number_text(x[d]);
  }
  return sentence + ")";
}

}  // namespace cuboid
