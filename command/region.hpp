// Where the integral is taken: a box, or another region of docs/regions.md.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "handles.hpp"
#include "limits.hpp"

namespace command {

/// As they are written on the command line; "": not given.
struct RegionRequest {
  std::string box;      ///< see parse_limits
  std::string limits;   ///< "0,1; x^3,x": limits that are functions of the coordinates before them
  std::string simplex;  ///< "0,0;1,0;0,1": its vertices
  std::string ball;     ///< "0,0;1": centre and radius, or inner and outer radius
  std::string points;   ///< "0.3,0.6;1,1": of a box, where the integrand is singular or has a peak
  std::string breaks;   ///< "0.3,0.5;;1": of a box, for each axis, where it has kinks or jumps
  std::string ends;     ///< "lower;both": of a box, for each axis, where it is singular
  std::string where;    ///< "x^2 + y^2 < 1": which of the points of any of these count
};

using Domain = std::unique_ptr<cuboid_domain, GiveBack<cuboid_domain_free>>;

struct Region {
  int ndim = 0;   ///< coordinates of the integrand
  Limits box;     ///< empty: it is no box
  Domain domain;  ///< empty: it is nothing but a box
  /// Maps and conditions that each integral of a list has of its own, by the values of all names.
  int of_each = 0;
  std::string text;  ///< in words
};

/// The names that limits and breaks may have.
struct Names {
  Parameters single;                ///< those with one value
  Parameters all;                   ///< with a value of each, the first one of lists
  std::vector<std::string> moving;  ///< by which the integral is differentiated
};

/// ndim: as many coordinates as the caller names, or 0; seen: as many as the integrand is seen to
/// have.  Throws Refused.
Region parse_region(const RegionRequest &request, int ndim, int seen, const Names &names);

}  // namespace command
