// By which power of 2 the values of an iteration are divided.
#pragma once

#include <cmath>

#include "base/hd.hpp"
#include "base/words.hpp"

namespace cuboid::statistics {

/// Values that are more times the usual size do not enlarge the unit of the histograms.
inline constexpr double most_usual_sizes = 32;

/// The exponent of the greatest weighted value of an iteration, or of most_usual_sizes times the
/// usual size |mean| + error sqrt(samples), if that is less: else single values in tails that the
/// map has thinned out, thousands of times the mean, would leave the others hardly a unit in the
/// histograms, and the map would follow the noise of what is left.
/// greatest: upper word of a normal number.  mean, error: of as many samples, weighted alike.
CUBOID_HD inline int scaling_exponent(uint32 greatest, double mean, double error, double samples) {
  const int exponent = static_cast<int>(greatest >> 20) - 1023;
  const double size = (mean < 0 ? -mean : mean) + error * ::sqrt(samples);
  const double most = most_usual_sizes * size;
  if (!(most > 0 && most < 0x1p1000)) return exponent;
  const int usual = ::ilogb(most);
  return usual < exponent ? usual : exponent;
}

}  // namespace cuboid::statistics
