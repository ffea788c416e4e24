// Where to cut a region.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cuba/divonne/inquiry.hpp"
#include "cuba/divonne/region.hpp"

namespace cuboid::algorithm::divonne_detail {

/// Cuts around the major extreme, the one from which the mean is further away, at such distances
/// that the value on every cut is the same, and the box between the cuts and the rest of the region
/// have the same spread: with gamma the part of the volume that lies between the cuts, the value is
/// F(gamma) = major + (gamma - 1)(major - minor).  The positions follow from Newton's method.
/// Where the function gives nothing to go by, the region is halved.
class Cuts final : public Inquiry {
 public:
  explicit Cuts(const Region &region);

  void ask(std::vector<double> &x) override;
  void tell(std::size_t count, const double *x, const double *f) override;

  /// Whether it has got all the values it asked for.
  bool ended() const { return step_ == Step::ended; }

  /// The parts of the region, once it has ended: slabs, and last what is around the extreme.
  std::vector<Box> parts() const;

 private:
  struct Cut {
    std::uint32_t axis;
    bool upper;          ///< between the extreme and the upper face
    double whole;        ///< distance from the extreme to the face
    double distance;     ///< from the extreme to the cut
    double value;        ///< on the axis through the extreme, less that of the extreme
    double change;       ///< of the distance, as Newton's method gives it
    double tried;        ///< distance
    double tried_value;  ///< there
  };
  enum class Step { candidates, newton, halves, ended };

  double position(const Cut &cut, double distance) const;
  bool paired(std::size_t i) const;
  double left(std::size_t i, double Cut::*distance) const;
  double left_alone(const Cut &cut) const;
  double gamma(double Cut::*distance) const;
  void append_point(std::vector<double> &x, std::size_t axis, double coordinate) const;
  void choose_cuts();
  void begin_newton();
  void judge_newton(std::size_t count, const double *f);
  double residual(double Cut::*value, double Cut::*distance) const;
  void find_change();
  void choose_half(const double *f);

  const Region &region_;
  std::size_t component_;
  std::size_t ncomp_;
  const Coordinates &major_;
  double major_value_;
  double difference_;  ///< major less minor value
  Step step_ = Step::candidates;
  SmallVector<Cut, 16> cuts_;  ///< two for each axis
  double factor_ = 1;          ///< of the changes
  double squares_ = 0;         ///< of the residuals
  int rounds_ = 0;
  std::size_t half_axis_ = 0;
};

}  // namespace cuboid::algorithm::divonne_detail
