// What a state file of the native interface belongs to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "run/state_stream.hpp"

namespace cuboid::algorithm {

struct StateClaim {
  std::string method;
  std::vector<double> lower, upper;  ///< [ndim] of the box
  std::vector<std::string> options;  ///< those that the numbers depend on, as "name = value"
  std::vector<double> points;        ///< some, in the unit cube
  std::vector<double> values;        ///< of the integrand there; then the places of a region
  std::size_t of_region = 0;         ///< how many of these are such places, for the run alone
};

/// Options that the number of evaluations sets where nobody names them: such claims have none.
inline constexpr std::string_view options_of_maxeval[] = {"nstart", "nincrease"};

void put(StateWriter &writer, const StateClaim &claim);
/// Throws BadState.
StateClaim get_claim(StateReader &reader);

/// "" or in what the claim of a file differs from that of the run: what is to be said of the file.
/// Values may differ by the rounding of other processors, and of devices.
std::string difference(const StateClaim &file, const StateClaim &run);

}  // namespace cuboid::algorithm
