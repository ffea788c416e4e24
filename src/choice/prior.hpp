// What is known of each method before it has seen the integrand.
#pragma once

#include <cstdint>
#include <limits>

#include "router/methods.hpp"

namespace cuboid::router {

/// What is known of a method before it has seen the integrand.
struct Prior {
  Method method;
  double needed = 0;         ///< evaluations that it is expected to need
  double least = 0;          ///< evaluations without which it hardly ever converges
  std::int64_t opening = 0;  ///< evaluations that it begins with; 0: it is not looked at
  /// As which power of the evaluations its error is expected to fall at least, and may come to
  /// fall; that of samples.
  double power = 0.5, hoped_power = 0.5;
  bool power_rises = false;    ///< as what was seen says: see power_to_come
  double evaluation_cost = 0;  ///< nanoseconds of one, with a usual integrand
  double beginning_cost = 0;   ///< besides, once
  double certainty = 1;        ///< see Goal
  /// Samples of an iteration of its map (algorithm::LatticeTask); 0: by maxeval.
  std::int64_t map = 0;
  /// Samples of an iteration in the run that VEGAS+ begins anew where its opening, whose iterations
  /// have few, has met something narrow; 0: it goes on from the opening.
  std::int64_t samples_anew = 0;
  /// Evaluations that it is expected to need at most while little is known.
  double max_early = std::numeric_limits<double>::infinity();
  bool asks = false;     ///< see Candidate
  bool on_host = false;  ///< also where others run on a device
};

/// Methods are compared by what they need to this relative accuracy where a smaller one, or none,
/// is asked for: rounding hardly leaves more, and an infinite need cannot be compared.
inline constexpr double min_tolerance = 1e-13;

/// What VEGAS+ and Divonne begin with.  VEGAS+ tells nothing before its third iteration; with a
/// fourth one (7000) Cuba's tenth demonstration integrand takes 1.6 times the time of Cuhre
/// (tests/bench/results/auto_constants.txt).
inline constexpr std::int64_t opening_of_samples = 4500;

/// With the costs of its method.
Prior with_costs(Prior prior, int ndim, bool on_device);

/// Cubature begins with four regions of so many points, and at most so many evaluations in all.
Prior cuhre_prior(int ndim, std::int64_t points, std::int64_t most);
Prior lattice_prior(double tolerance, std::int64_t maxeval);
Prior vegas_plus_prior(double tolerance, const Options &options);
/// Goes to any number of dimensions and components.
Prior vegas_prior();
Prior divonne_prior(double tolerance, int ndim);
/// It is looked at before all others, and once.
Prior line_prior(std::int64_t maxeval, std::int64_t mineval);

/// The same where the whole method runs on a device.  most: evaluations that the trial may have.
Prior prior_on_device(Prior prior, std::int64_t most);

}  // namespace cuboid::router
