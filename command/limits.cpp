#include "limits.hpp"

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "handles.hpp"
#include "number.hpp"

namespace command {
namespace {

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

double limit(const std::string &text, const std::string &pair) {
  char *end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  while (*end == ' ') ++end;
  if (end == text.c_str() || *end != 0 || std::isnan(number))
    throw Refused("--box: '" + text + "' in '" + pair +
                  "' is no limit; limits are numbers, inf or -inf");
  if (std::isinf(number) && is_too_large(text))
    throw Refused("--box: '" + text + "' in '" + pair +
                  "' is beyond the largest number; an infinite limit is written inf");
  return number;
}

}  // namespace

Limits parse_limits(const std::string &text, int ndim) {
  Limits limits;
  for (const std::string &pair : split(text, ';')) {
    const std::vector<std::string> two = split(pair, ',');
    if (two.size() != 2)
      throw Refused("--box: '" + pair +
                    "' is no pair of limits; write \"lower,upper\" for each axis, and ; between");
    limits.lower.push_back(limit(two[0], pair));
    limits.upper.push_back(limit(two[1], pair));
  }
  const std::size_t axes = ndim > 0 ? static_cast<std::size_t>(ndim) : limits.lower.size();
  if (axes == 0) throw Refused("--ndim is missing: of how many variables is the integrand?");
  if (limits.lower.empty()) return {std::vector<double>(axes, 0), std::vector<double>(axes, 1)};
  if (limits.lower.size() == 1)
    return {std::vector<double>(axes, limits.lower[0]), std::vector<double>(axes, limits.upper[0])};
  if (limits.lower.size() != axes)
    throw Refused("--box has " + std::to_string(limits.lower.size()) +
                  " pairs of limits and --ndim is " + std::to_string(axes));
  return limits;
}

}  // namespace command
