// Which transform and which map suit an integrand: those with which the sums over random shifts of
// a small lattice differ least.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "algorithm/lattice/estimate.hpp"
#include "map/periodise.hpp"

namespace cuboid::algorithm {

/// What stands between lattice and integrand.
struct LatticeForm {
  map::Transform transform = map::Transform::none;
  bool smooth = false;                    ///< through the smooth map
  std::vector<map::Transform> axes = {};  ///< [ndim]: instead of transform; may be empty

  bool operator==(const LatticeForm &) const = default;
};

/// The transform of an axis.
inline map::Transform transform_of(const LatticeForm &form, int axis) {
  return form.axes.empty() ? form.transform : form.axes[static_cast<std::size_t>(axis)];
}

/// "korobov3, smooth map", "korobov3 but none on x[0] x[3]".
std::string form_text(const LatticeForm &form);

/// By the name that it has in options and messages.
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

/// A form to go on with.
struct KeptForm {
  LatticeForm form;
  double variation;  ///< relative, of the lattice with which it was tried
};

/// The forms to go on with, the best first: those whose errors are within the factor of the best;
/// all while the best is known to less than a tenth.  fall: [tried]: by how much their variations
/// are expected to be less for the lattice to come; empty: all by the same.
std::vector<KeptForm> best_forms(const std::vector<TriedForm> &tried, double factor,
                                 const std::vector<double> &fall = {});

/// As which power of n errors fall at most that a transform is given credit for: what korobov
/// transforms reach where the integrand is smooth, and what the others keep up in many dimensions.
double fastest_fall(map::Transform transform);

/// By how much variations fall over so many doublings, of which the last ones were `between`: as
/// they fell, but no farther ahead than these, no slower than by random points and no faster than
/// n^-fastest.  ncomp: components.
double expected_fall(double before, double now, int between, int doublings, double fastest,
                     int ncomp);

}  // namespace cuboid::algorithm
