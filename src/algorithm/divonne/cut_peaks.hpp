// Whether a peak goes on behind a face of a region, where no sample has met it.
//
// The faces of regions stand where the integrand was seen to change, or in the middle of the cube,
// and may cut a narrow peak. The region on one side then knows it; the one on the other side, much
// larger, may have seen nothing but zeros, and adds nothing to the integral or to its error. So
// where a region has its greatest value, the integrand is asked for at the mirror images of that
// place behind its faces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithm/divonne/evaluations.hpp"
#include "algorithm/divonne/extremes.hpp"
#include "algorithm/divonne/region.hpp"

namespace cuboid::algorithm::divonne_detail {

class CutPeaks {
 public:
  /// regions: outlive this.
  CutPeaks(const std::vector<Region> &regions, std::size_t ncomp);

  /// Samples of a region: their extremes, and what of their estimate counts.
  void note(std::size_t region, const Extremes &extremes);
  void add(std::size_t region, std::size_t component, double integral) {
    integral_[region * ncomp_ + component] += integral;
  }
  /// Before a series of samples, which are to be added.
  void forget_integrals();

  /// [ncomp] what the regions behind the faces may lack, from no more than so many evaluations.
  /// The regions with the largest integrals are asked first.
  std::vector<double> hidden(std::int64_t most_evaluations, Evaluations &evaluations) const;

 private:
  /// A place behind a face.
  struct Image {
    std::size_t region, component;  ///< that has its greatest value before the face
    std::vector<double> x;
  };

  std::vector<std::size_t> by_integral() const;
  std::vector<Image> images(std::size_t most) const;
  bool knows(const double *x, std::size_t component, double value) const;

  const std::vector<Region> &regions_;
  const std::size_t ncomp_;
  std::vector<double> integral_;  ///< [regions][ncomp]
  std::vector<double> height_;    ///< [regions][ncomp] the greatest |value|
  std::vector<double> place_;     ///< [regions][ncomp][ndim] where it was
};

}  // namespace cuboid::algorithm::divonne_detail
