// A null rule that sees the faces of a region.  The rules have no point between their outermost on
// the axes and the faces.  Points without weight in the rule are added there, and on each axis the
// divided difference in the squares of the coordinates is taken, which annuls the even polynomials
// of degree below twice the number of generators.
#pragma once

#include <cmath>
#include <vector>

namespace cuboid::rule {

/// So near to the faces that hardly a jump or kink across an axis fits in between.
constexpr double face_generator = .4999;

struct FaceWeights {
  double centre = 0;
  std::vector<double> axis;  ///< of the points with each generator
};

/// generators: of all points on the axes.  The absolute weights on one axis add up to one.
inline FaceWeights face_weights(int ndim, const std::vector<double> &generators) {
  FaceWeights weights;
  double centre = 1;
  double sum = 0;
  for (const double generator : generators) {
    const double square = generator * generator;
    centre /= square;
    double weight = -.5 / square;
    for (const double other : generators)
      if (other != generator) weight /= other * other - square;
    weights.axis.push_back(weight);
    sum += 2 * std::fabs(weight);
  }
  sum += centre;
  weights.centre = ndim * centre / sum;
  for (double &weight : weights.axis) weight /= sum;
  return weights;
}

}  // namespace cuboid::rule
