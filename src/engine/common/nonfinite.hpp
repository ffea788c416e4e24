// Looks for NaN and infinity among the values of the integrand.
#pragma once

#include <cstdint>
#include <string>

#include "engine/engine.hpp"

namespace cuboid::engine {

/// Whether, call by call, the first point alone has values: those of a function of one point that
/// is given several, or of infinity times zero at the others.  f: [count][ncomp].
bool seems_of_one_point(std::int64_t count, int ncomp, std::int64_t nvec, const double *f);
/// Throws Failure(CUBOID_NONFINITE) if the second point, alone in a call, has the values f [ncomp].
void refuse_if_of_one_point(int ncomp, std::int64_t nvec, const double *f);

/// Applies a policy to the values of every batch and keeps the report.
class NonfiniteFilter {
 public:
  /// For the place in the report: domain: of the integrand; nullptr: none.  lower, upper: [ndim],
  /// of the box whose unit cube has the points, which live as long; nullptr: they are in the box.
  explicit NonfiniteFilter(Nonfinite policy, const domain::Domain *domain = nullptr,
                           const double *lower = nullptr, const double *upper = nullptr)
      : policy_(policy), domain_(domain), lower_(lower), upper_(upper) {}

  /// f: [points.count][ncomp].  Throws Failure(CUBOID_NONFINITE) with Nonfinite::stop.
  void apply(const PointSet &points, int ndim, double *f, int ncomp);

  void count_stepped_off(std::int64_t points) { report_.stepped_off += points; }

  const NonfiniteReport &report() const { return report_; }

 private:
  void count(const PointSet &points, int ndim, double *f, int ncomp);
  std::string text_of(const double *point, int ndim, int component, double value) const;

  Nonfinite policy_;
  const domain::Domain *domain_;
  const double *lower_, *upper_;
  NonfiniteReport report_;
};

}  // namespace cuboid::engine
