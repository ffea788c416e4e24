// Looks for NaN and infinity among the values of the integrand.
#pragma once

#include <cstdint>

#include "engine/engine.hpp"

namespace cuboid::engine {

/// Applies a policy to the values of every batch and keeps the report.
class NonfiniteFilter {
 public:
  explicit NonfiniteFilter(Nonfinite policy) : policy_(policy) {}

  /// f: [points.count][ncomp].  Throws Failure(CUBOID_NONFINITE) with Nonfinite::stop.
  void apply(const PointSet &points, int ndim, double *f, int ncomp);

  const NonfiniteReport &report() const { return report_; }

 private:
  void count(const PointSet &points, int ndim, double *f, int ncomp);

  Nonfinite policy_;
  NonfiniteReport report_;
};

}  // namespace cuboid::engine
