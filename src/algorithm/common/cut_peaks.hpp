// Whether a peak goes on behind a face of a region, where no sample has met it.
//
// The faces of regions stand where the integrand was seen to change, or in the middle of the cube,
// and may cut a narrow peak. The region on one side then knows it; the one on the other side, much
// larger, may have seen nothing but zeros, and adds nothing to the integral or to its error. So
// where a region has its greatest value, the integrand is asked for behind its faces, opposite of
// that place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "run/task.hpp"

namespace cuboid::algorithm {

class CutPeaks {
 public:
  /// A region of the unit cube: [ndim] numbers, which outlive this.
  struct Bounds {
    const double *lower, *upper;
  };

  /// Where the integrand is asked for.
  struct Places {
    /// Behind a face, in terms of the distance of the greatest value before it: with 1 its mirror
    /// image, with little the face itself.
    std::vector<double> distances;
    /// From this part of the greatest value on, what is there counts.
    double as_high;
  };

  CutPeaks(std::vector<Bounds> regions, int ndim, int ncomp, Places places);

  /// A sample of a region, with the value of a component.
  void note(std::size_t region, std::size_t component, double value, const double *x);
  /// The same for samples of which nobody knows any more where they were.
  void note_size(std::size_t region, std::size_t component, double size);
  /// What of an estimate counts.
  void add(std::size_t region, std::size_t component, double integral) {
    integral_[region * ncomp_ + component] += integral;
  }
  /// Before a series of samples, which are to be added.
  void forget_integrals();

  /// Fills f, [count][ncomp], at the points x, [count][ndim].
  using Evaluate = std::function<void(std::int64_t count, const double *x, double *f)>;
  /// [ncomp] what the regions behind the faces may lack, from no more than so many evaluations.
  /// The regions with the largest integrals are asked first.
  std::vector<double> hidden(std::int64_t max_evaluations, const Evaluate &evaluate) const;

 private:
  /// A place behind a face.
  struct Image {
    std::size_t region, component;  ///< that has its greatest value before the face
    std::vector<double> x;
  };

  std::vector<std::size_t> by_integral() const;
  std::vector<Image> images(std::size_t most) const;
  bool contains(std::size_t region, const double *x) const;
  bool knows(const double *x, std::size_t component, double value) const;

  const std::vector<Bounds> regions_;
  const Places places_;
  const std::size_t ndim_, ncomp_;
  std::vector<double> integral_;  ///< [regions][ncomp]
  std::vector<double> height_;    ///< [regions][ncomp] the greatest |value|
  std::vector<double> place_;     ///< [regions][ncomp][ndim] where it was
  std::vector<double> size_;      ///< [regions][ncomp] the greatest of all |values|
};

/// So many evaluations behind the faces are affordable at a success, after so many others.  They
/// are few at most: for each, the region that it lies in is looked for among all.
std::int64_t evaluations_behind_faces(std::int64_t evaluations);

/// Distrusts a result that would be accurate where the regions may lack more than the accuracy
/// asked for, which is its error then.  max_evaluations, evaluate: see CutPeaks::hidden.
void distrust_cut_peaks(const CutPeaks &peaks, const Goal &goal, std::int64_t max_evaluations,
                        Result &result, const CutPeaks::Evaluate &evaluate);

}  // namespace cuboid::algorithm
