// The box of integration, as it is written on the command line.
#pragma once

#include <string>
#include <vector>

namespace command {

struct Limits {
  std::vector<double> lower;  ///< one for each axis
  std::vector<double> upper;
};

/// "0,1;-inf,inf": lower and upper limit of each axis; one pair stands for all axes.  ndim 0: as
/// many as there are pairs.  Empty text: the unit cube.  Throws Refused.
Limits parse_limits(const std::string &text, int ndim);

}  // namespace command
