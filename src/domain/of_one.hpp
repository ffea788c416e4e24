// Regions that are made of one other.
#pragma once

#include <string>
#include <utility>

#include "domain/domain.hpp"

namespace cuboid::domain {

/// What is said of a region holds for one that is made of it.
class OfOne : public Domain {
 public:
  bool texts_have_parameters() const override { return of_->texts_have_parameters(); }
  std::string emptiness(const double *parameters) const override {
    return of_->emptiness(parameters);
  }
  std::string note() const override { return of_->note(); }

 protected:
  /// more: numbers of each integral behind those of the other.
  OfOne(int cube_ndim, Pointer of, int more = 0)
      : Domain(cube_ndim, of->ndim()), of_(std::move(of)) {
    set_numbers_of_each(of_->numbers_of_each() + more);
  }

  const Domain &of() const { return *of_; }

 private:
  Pointer of_;
};

}  // namespace cuboid::domain
