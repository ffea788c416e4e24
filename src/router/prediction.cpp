#include "router/prediction.hpp"

#include <limits>

#include "elementary/functions.hpp"

namespace cuboid::router {

double power_between(const Reached &earlier, const Reached &later) {
  if (!(earlier.share > 0 && later.share > 0 && earlier.evaluations > 0 &&
        later.evaluations > earlier.evaluations))
    return 0;
  return elementary::log(later.share / earlier.share) /
         elementary::log(later.evaluations / earlier.evaluations);
}

double needed_from(const Reached &reached, double power) {
  if (!(reached.share > 0)) return std::numeric_limits<double>::infinity();
  return reached.evaluations * elementary::pow(reached.share, -1 / power);
}

double share_after(const Reached &reached, double power, double evaluations) {
  return reached.share * elementary::pow(evaluations / reached.evaluations, power);
}

}  // namespace cuboid::router
