#include "algorithm/common/end_of_axis.hpp"

#include "run/remarks.hpp"

namespace cuboid::algorithm {

// The last interval of 2^-41 is 2^12 times as wide as what lies beyond the last number.  The
// intervals of a good map with 128 of them have a 128th of the integral each.  Of a power, (1 -
// t)^(b - 1), the last one is then 128^(-1/b) wide: as narrow as this for b = 0.17, of which 2^(-53
// b), 0.2 % of the integral, lies beyond, and a quarter of what is in the interval.  With b = 0.1
// and 0.05 (Honest.WhereTheWeightLiesBeyondTheLastNumberOfAnAxis) it is narrower.
void distrust_end_of_axis(Result &result, std::span<const double> last_widths, double least) {
  for (std::size_t d = 0; d < last_widths.size(); ++d) {
    if (last_widths[d] >= least) continue;
    result.trusted = false;
    add_remark(result, Remark::end_of_axis, {std::to_string(d)});
    return;
  }
}

}  // namespace cuboid::algorithm
