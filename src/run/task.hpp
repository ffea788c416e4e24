// What every method is given, and what it gives.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/goal.hpp"
#include "engine/engine.hpp"
#include "run/log.hpp"
#include "run/state_file.hpp"

namespace cuboid::algorithm {

/// An integral over the unit cube, and when to stop.  The arguments have been checked: ndim and
/// ncomp are at least 1.
struct Task {
  int ndim = 0;
  int ncomp = 0;
  Goal goal;
  bool last_only = false;         ///< Cuba's flag 4
  std::int64_t memory_limit = 0;  ///< bytes of working memory
  std::int64_t nvec = 1;          ///< points in one call: batches are cut at multiples of it
  engine::PointsEngine *engine = nullptr;
  const Log *log = nullptr;
  StateFile *state = nullptr;
};

/// The best result so far.  A method brings it up to date after every step, so that it holds when
/// the engine throws.
struct Result {
  int ndim = 0;                  ///< for what is said of it; 0: several
  const char *method = "";       ///< that is not to be tried instead
  std::vector<double> integral;  ///< [ncomp], as are the others
  std::vector<double> error;     ///< one sigma for Monte Carlo, the rule's estimate for cubature
  /// [ncomp] of what may come to stand for the integral, once it is accurate: cubature's sparse
  /// grid; empty: there is nothing.
  std::vector<double> error_beside;
  std::vector<double> chi2;
  std::int64_t dof = 0;
  std::int64_t neval = 0;
  std::int64_t nregions = 0;
  std::int64_t niterations = 0;
  std::int64_t probed = 0;            ///< of neval, between the points of the rules of cubature
  std::int64_t counted_as_zero = 0;   ///< line: values that are not finite, nor beside their points
  std::int64_t missing = 0;           ///< Divonne: evaluations that the accuracy still needs, about
  const char *phase = "integration";  ///< what the method is doing, in a word or two
  bool converged = false;
  /// Of the components' integrals: [ncomp (ncomp + 1) / 2], rows up to the diagonal; empty: the
  /// method does not find it.  Infinite where squares of the errors leave the range of double.
  std::vector<double> covariance;
  /// Iterations at the beginning that are not part of the result, since they had missed a peak or
  /// would have made the error larger.
  std::int64_t left_out = 0;
  std::int64_t missed = 0;  ///< those of them that contradict the later ones
  /// False if the error estimate is not to be believed: iterations contradict each other, or hardly
  /// more than one sample makes up the error.  Such a result is never converged.
  bool trusted = true;
  bool only_zeros = false;  ///< of the integrand were seen; false in Cuba's calls
  /// [2 ndim] How far from the lower and the upper end of each axis of the cube the nearest sample
  /// is on average; empty: not known.
  std::vector<double> nearest;
  /// More evaluations cannot help, of this method or another one; the remark says why.
  bool refused = false;
  std::string remark;  ///< what was seen that the caller should know; may be empty

  explicit Result(int ncomp);

  /// [ncomp] probabilities of a smaller chi2; -999: not defined.
  std::vector<double> prob() const;
};

/// Of a method that weights samples and whose engines count, rather than report, what is not
/// finite.
struct SampledResult : Result {
  std::int64_t nonfinite = 0;   ///< samples with NaN or infinity, which count as zero
  std::string first_nonfinite;  ///< the first of them in words, if it is known

  explicit SampledResult(int ncomp) : Result(ncomp) { trusted = false; }
};

}  // namespace cuboid::algorithm
