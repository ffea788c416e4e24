// Finding out what a region holds.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cuba/divonne/descent.hpp"
#include "cuba/divonne/extremes.hpp"
#include "cuba/divonne/inquiry.hpp"
#include "cuba/divonne/point_sampler.hpp"
#include "cuba/divonne/region.hpp"

namespace cuboid::algorithm::divonne_detail {

/// The searches for the least and the greatest value of each component in a region.
class Searches final : public Inquiry {
 public:
  /// From the extremes that are known, where these differ.  parent: with the extreme that a search
  /// has found there it is not begun again; nullptr: there is none.
  Searches(const Region &region, const Region *parent, bool inset, Extremes &extremes);

  void ask(std::vector<double> &x) override;
  /// Each search by itself.
  void group(std::size_t asked, std::vector<std::size_t> &groups) const override;
  void tell(std::size_t count, const double *x, const double *f) override;

 private:
  struct Search {
    Search(const Descent::Bounds &bounds, std::size_t component, Descent::Direction direction,
           Extremes &extremes, double *room)
        : descent(bounds, component, direction, extremes, room) {}

    Descent descent;
    std::size_t asked = 0;  ///< points; 0: it has ended
  };

  std::unique_ptr<double[]> numbers_;  ///< of all of them: there are many, and most are short
  std::vector<Search> all_;
  std::size_t next_ = 0;  ///< that has not been told what it asked for
};

/// The sample of a region, and then the searches.
class Exploration final : public Inquiry {
 public:
  /// known: what is before.  inset: see Descent.
  Exploration(Region &region, const Region *parent, bool inset, Extremes known)
      : region_(region), parent_(parent), inset_(inset), extremes_(std::move(known)) {}

  /// Asks for the sample, too.  Else it is to be there before the first question.
  void sample_by(PointSampler &sampler) { sampler_ = &sampler; }
  bool samples() const { return sampler_ != nullptr; }
  const Box &box() const { return region_.box; }
  Extremes &extremes() { return extremes_; }

  void ask(std::vector<double> &x) override;
  void group(std::size_t asked, std::vector<std::size_t> &groups) const override;
  void tell(std::size_t count, const double *x, const double *f) override;

  /// Puts what was found into the region.  A split is to serve the component with the largest
  /// spread in units of the error that is allowed, which is scale; without one, of the integral.
  void finish(const std::vector<double> &scale);

 private:
  Region &region_;
  const Region *parent_;
  bool inset_;
  Extremes extremes_;
  PointSampler *sampler_ = nullptr;  ///< until the sample is there
  std::optional<Searches> searches_;
};

/// Sets range and spread of a region by the extremes that are known now.
void set_range(Region &region, const Extremes &extremes);

}  // namespace cuboid::algorithm::divonne_detail
