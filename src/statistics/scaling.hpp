// How the values of an iteration are scaled: by powers of 2, so that squares neither overflow nor
// vanish, and by how much the components weigh in what the map and the stratification follow.
#pragma once

#include <cmath>

#include "base/hd.hpp"
#include "base/magnitude.hpp"
#include "base/words.hpp"

namespace cuboid::statistics {

/// Values that are more times the usual size do not enlarge the unit of the histograms.
inline constexpr double max_usual_sizes = 32;

/// The exponent of the greatest weighted value of an iteration, or of max_usual_sizes times the
/// usual size |mean| + error sqrt(samples), if that is less: else single values in tails that the
/// map has thinned out, thousands of times the mean, would leave the others hardly a unit in the
/// histograms, and the map would follow the noise of what is left.
/// greatest: upper word of a normal number.  mean, error: of as many samples, weighted alike.
CUBOID_HD inline int scaling_exponent(uint32 greatest, double mean, double error, double samples) {
  const int exponent = static_cast<int>(greatest >> 20) - 1023;
  const double size = (mean < 0 ? -mean : mean) + error * ::sqrt(samples);
  const double most = max_usual_sizes * size;
  if (!(most > 0 && most < 0x1p1000)) return exponent;
  const int usual = ::ilogb(most);
  return usual < exponent ? usual : exponent;
}

/// The scale of the next iteration, so that the greatest weighted value that counts lies in [1, 2).
/// The rest as for scaling_exponent, of values with the old scale.
CUBOID_HD inline double next_scale(double scale, uint32 greatest, double mean, double error,
                                   double samples) {
  if (greatest < min_normal_word || greatest >= infinite_word) return scale;
  const double next = ::scalbn(scale, -scaling_exponent(greatest, mean, error, samples));
  return next < 0x1p-1000 ? 0x1p-1000 : next > 0x1p1000 ? 0x1p1000 : next;
}

/// What the squares of a component are multiplied by where several count together, so that relative
/// errors are alike.  A mean is taken for no smaller than it is known: an integral of 0 would else
/// have all of the weight in one iteration and none in the next, and the map would follow: of runs
/// with two such integrals and 500 samples an iteration, 5 % instead of 15 % are then not trusted.
CUBOID_HD inline double inverse_square(double mean, double error) {
  const double inverse = 1 / (mean * mean + error * error);
  return inverse <= 0x1.fffffffffffffp1023 ? inverse : 0;
}

/// The weight of a component's squares, from the sum of the inverse squares.
CUBOID_HD inline float component_weight(double inverse, double sum, int ncomp) {
  return sum > 0 ? static_cast<float>(inverse / sum) : 1.0f / static_cast<float>(ncomp);
}

}  // namespace cuboid::statistics
