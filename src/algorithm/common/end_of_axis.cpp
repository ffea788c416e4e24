#include "algorithm/common/end_of_axis.hpp"

#include "run/remarks.hpp"

namespace cuboid::algorithm {

// The last interval of 2^-41 is 2^12 times as wide as what lies beyond the last number.  The
// intervals of a good map with 128 of them have a 128th of the integral each.  Of a power, (1 -
// t)^(b - 1), the last one is then 128^(-1/b) wide: as narrow as this for b = 0.17, of which 2^(-53
// b), 0.2 % of the integral, lies beyond, and a quarter of what is in the interval.  With b = 0.1
// and 0.05 (Honest.WhereTheWeightLiesBeyondTheLastNumberOfAnAxis) it is narrower.
void distrust_end_of_axis(Result &result, std::span<const double> widths, double least) {
  for (std::size_t d = 0; 2 * d < widths.size(); ++d) {
    if (widths[2 * d + 1] >= least) continue;
    result.trusted = false;
    add_remark(result, Remark::end_of_axis, {std::to_string(d)});
    return;
  }
}

std::vector<double> widths_at_ends(std::span<const std::uint64_t> edges, std::size_t intervals) {
  std::vector<double> widths;
  for (std::size_t from = 0; from < edges.size(); from += intervals + 1)
    for (const std::size_t i : {from, from + intervals - 1})
      widths.push_back(0x1p-32 * static_cast<double>(edges[i + 1] - edges[i]));
  return widths;
}

std::vector<double> nearest_to_ends(std::vector<double> widths, std::size_t intervals,
                                    std::int64_t samples) {
  for (double &one : widths) one *= static_cast<double>(intervals) / static_cast<double>(samples);
  return widths;
}

}  // namespace cuboid::algorithm
