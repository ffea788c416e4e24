// Which transform and which map suit an integrand: those with which the sums over random shifts of
// a small lattice differ least.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithm/lattice/estimate.hpp"
#include "map/periodise.hpp"

namespace cuboid::algorithm {

/// What stands between lattice and integrand.
struct LatticeForm {
  map::Transform transform = map::Transform::none;
  bool smooth = false;  ///< through the smooth map

  bool operator==(const LatticeForm &) const = default;
};

/// "korobov3, smooth map".
std::string form_text(const LatticeForm &form);

/// The name of a transform in options and messages.
const char *transform_name(map::Transform transform);
std::optional<map::Transform> transform_named(const std::string &name);

/// All, the plainest first.  transform: the only one; nothing: any.  smooth: whether there is a
/// map.
std::vector<LatticeForm> all_forms(std::optional<map::Transform> transform, bool smooth);

/// A form that was tried.
struct TriedForm {
  LatticeForm form;
  LatticeEstimate estimate;
};

/// How much the estimate varies: the logarithm of the product of the components' errors, which are
/// taken to be no smaller than rounding.
double variation(const LatticeEstimate &estimate);

/// The same in proportion to the integral: that of the form whose relative error is least, unless
/// the two contradict each other, or the form finds less by more than its own error allows; and
/// then its own.  A form that meets next to nothing of a peak has small errors, and they are large
/// beside the little that it finds.
std::vector<double> relative_variations(const std::vector<TriedForm> &tried);

/// The forms to go on with, the best first: those whose errors are within the factor of the best;
/// all while the best is known to less than a tenth.
std::vector<LatticeForm> best_forms(const std::vector<TriedForm> &tried, double factor);

}  // namespace cuboid::algorithm
