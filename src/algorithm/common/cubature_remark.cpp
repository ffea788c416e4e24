#include "algorithm/common/cubature_remark.hpp"

namespace cuboid::algorithm {

std::string cubature_remark(const CubatureSights &sights) {
  std::string text;
  const auto say = [&](bool seen, const char *what) {
    if (!seen) return;
    if (!text.empty()) text += "; ";
    text += what;
  };
  say(sights.narrow,
      "a narrow peak or ridge that only few points saw makes up much of the error: try narrower "
      "limits "
      "around it, or method = vegas_plus");
  say(sights.cancelling,
      "positive and negative parts cancel nearly all of each other: only epsabs bounds the "
      "accuracy of a sum near zero");
  say(sights.slow && !sights.narrow,
      "splitting makes the regions hardly any smoother, as at jumps, along a ridge or in many "
      "dimensions: cut the box where the integrand jumps, turn the axes along the ridge, or try "
      "method = vegas_plus, or lattice if the integrand jumps and three digits are not enough");
  return text;
}

}  // namespace cuboid::algorithm
