#include "limits.hpp"

#include <cmath>

#include "handles.hpp"
#include "number.hpp"
#include "split.hpp"

namespace command {
namespace {

double limit(const std::string &text, const Parameters &parameters) {
  const double number = constant("--box", text, parameters);
  if (std::isnan(number))
    throw Refused("--box: '" + text +
                  "' is no limit; limits are numbers, expressions such as 2*pi, inf or -inf");
  return number;
}

}  // namespace

Limits parse_limits(const std::string &text, int ndim, int seen, const Parameters &parameters) {
  Limits limits;
  for (const std::string &pair : split(text, ';')) {
    const std::vector<std::string> two = split(pair, ',');
    if (two.size() != 2)
      throw Refused("--box: '" + pair +
                    "' is no pair of limits; write \"lower,upper\" for each axis, and ; between");
    limits.lower.push_back(limit(two[0], parameters));
    limits.upper.push_back(limit(two[1], parameters));
  }
  const bool is_one_for_all = limits.lower.size() <= 1 && seen > 0;
  const std::size_t axes = ndim > 0         ? static_cast<std::size_t>(ndim)
                           : is_one_for_all ? static_cast<std::size_t>(seen)
                                            : limits.lower.size();
  if (axes == 0) throw Refused("--ndim is missing: of how many variables is the integrand?");
  if (limits.lower.empty()) return {std::vector<double>(axes, 0), std::vector<double>(axes, 1)};
  if (limits.lower.size() == 1)
    return {std::vector<double>(axes, limits.lower[0]), std::vector<double>(axes, limits.upper[0])};
  if (limits.lower.size() != axes)
    throw Refused("--box has " + counted(limits.lower.size(), "pair") +
                  " of limits and --ndim is " + std::to_string(axes));
  return limits;
}

}  // namespace command
