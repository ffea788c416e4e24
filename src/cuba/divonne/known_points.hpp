// Points of a region at which the integrand is known before it is explored.
#pragma once

#include <utility>
#include <vector>

#include "cuba/divonne/divonne.hpp"
#include "cuba/divonne/evaluations.hpp"
#include "cuba/divonne/extremes.hpp"
#include "cuba/divonne/region.hpp"

namespace cuboid::algorithm::divonne_detail {

class KnownPoints {
 public:
  /// given: points that the caller has named.
  KnownPoints(const DivonneOptions &options, Evaluations &evaluations, std::vector<Point> given)
      : options_(options), evaluations_(evaluations), given_(std::move(given)) {}

  /// What the caller, the peak finder and the parent tell of.  parent: nullptr: there is none.
  Extremes in(const Box &box, const Region *parent);

 private:
  void ask_peak_finder(const Box &box, Extremes &extremes);

  const DivonneOptions &options_;
  Evaluations &evaluations_;
  std::vector<Point> given_;
};

}  // namespace cuboid::algorithm::divonne_detail
