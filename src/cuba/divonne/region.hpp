// What is known of one region.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cuba/divonne/small_vector.hpp"

namespace cuboid::algorithm::divonne_detail {

/// So near to a face no point is placed: integrands have their singularities there.
inline constexpr double nearest_face = 0x1p-40;

struct Box {
  Coordinates lower, upper;

  std::size_t ndim() const { return lower.size(); }

  double width(std::size_t d) const { return upper[d] - lower[d]; }

  double volume() const {
    double product = 1;
    for (std::size_t d = 0; d < ndim(); ++d) product *= width(d);
    return product;
  }

  bool contains(const double *x) const {
    for (std::size_t d = 0; d < ndim(); ++d)
      if (!(x[d] >= lower[d] && x[d] <= upper[d])) return false;
    return true;
  }
};

/// A point and the integrand there.
struct Point {
  std::vector<double> x;
  std::vector<double> f;  ///< length: ncomp
};

/// Of one component, from one sample.
struct Estimate {
  double integral = 0;
  double error = 0;    ///< as the rule or the variance gives it; 0: it is not known
  double scatter = 0;  ///< deviation of two lattices from their mean
};

/// The range of one component.
struct Range {
  double low = 0;
  double high = 0;
};

struct Region {
  Box box;
  SmallVector<Estimate, 1> first;  ///< of the partitioning, for each component, as are the next
  SmallVector<Range, 1> range;
  SmallVector<double, 1> spread;  ///< volume times half the range, corrected

  /// The component that a split is to serve, and where it has its least and greatest value.
  std::size_t cut_component = 0;
  Coordinates lowest, highest;

  /// After the main integration, for each component.  Errors are standard deviations.
  struct Outcome {
    double integral = 0;
    double error = 0;
    double scatter = 0;  ///< deviation of two lattices from their mean, to be added to the error
    double scale = 0;    ///< what scatter is compared with among regions: spread over points
    double chi2 = 0;
    std::int64_t dof = 0;  ///< of chi2
  };
  SmallVector<Outcome, 1> outcome;  ///< empty until then
  SmallVector<Outcome, 1> before;   ///< of the samples before the last; may be empty

  /// All but the box, and keeps the memory.
  void forget() {
    first.clear();
    range.clear();
    spread.clear();
    cut_component = 0;
    lowest.clear();
    highest.clear();
    outcome.clear();
    before.clear();
  }
};

}  // namespace cuboid::algorithm::divonne_detail
