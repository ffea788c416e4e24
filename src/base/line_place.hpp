// Places on a line that is integrated over.
#pragma once

namespace cuboid {

/// A limit, or a break between two.
struct LinePlace {
  double x = 0;
  bool is_singular = false;  ///< the integrand is, on a side of it that lies within the limits
};

}  // namespace cuboid
