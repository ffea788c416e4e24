// The box of integration, as it is written on the command line.
#pragma once

#include <string>
#include <vector>

#include "expression.hpp"

namespace command {

struct Limits {
  std::vector<double> lower;  ///< one for each axis
  std::vector<double> upper;
};

/// "0,2*pi;-inf,inf": lower and upper limit of each axis, as numbers or expressions of the
/// parameters; one pair stands for all axes.  Empty text: the unit cube.  ndim: as many axes as the
/// caller names, or 0; then there are as many as pairs, or, where there is one pair or none, as
/// many as the integrand is seen to have.  Throws Refused.
Limits parse_limits(const std::string &text, int ndim, int seen, const Parameters &parameters);

}  // namespace command
