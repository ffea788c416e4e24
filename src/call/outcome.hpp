// What an integration ends with.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "base/goal.hpp"
#include "run/task.hpp"

namespace cuboid::router {

/// Of what integral a result is, for those that are to be put together.
struct Origin {
  int ndim = 0;
  std::vector<double> lower, upper;  ///< [ndim], or empty: the unit cube
  std::vector<std::int64_t> seeds;   ///< of its random numbers; empty: the method draws none
  Goal goal;                         ///< of which the accuracy counts
};

struct Outcome {
  explicit Outcome(int ncomp) : result(ncomp) {}

  int status = 0;
  std::string message;        ///< what to do, why it stopped, and where it ran
  std::string reasons;        ///< why auto chose what it did, and what the message has no room for
  std::exception_ptr thrown;  ///< by a function of the caller's, if that is why
  std::string method;
  algorithm::Result result;
  std::int64_t nonfinite = 0;  ///< values that were NaN or infinite
  Origin origin;
  std::vector<double> grid;  ///< of the last iteration of Vegas
  int grid_parts = 1;        ///< of the cube, each of which has a map in it
};

/// For the results of so many components, or for what finds them, there is no memory.
Failure missing_memory(int ncomp);

/// The exception of std that is being handled, as a failure.
Failure caught(int ncomp);

/// Status and message of a result that is there, by whether it converged.
void succeed(const Goal &goal, Outcome &outcome);

/// Adds a remark on a result that has a status and a message: in front where it is not converged,
/// since it says what to do.
void remark(Outcome &outcome, const std::string &remark);

/// Where the integrand was zero at all points, nothing is known of it: status and message say so,
/// unless the caller has said how many zeros are enough.
void doubt_zeros(const Goal &goal, Outcome &outcome);

/// Where mineval is above maxeval, no method calls its result converged: the message says so, and
/// nothing else where that alone is why.
void tell_mineval_beyond_maxeval(const Goal &goal, Outcome &outcome);

/// Values that were NaN or infinite and counted as zero leave a result that is no success: status
/// and message say so.  first: of them, in words; may be empty.
void tell_counted_as_zero(std::int64_t count, const std::string &first, Outcome &outcome);

/// Characters of the message of a result.
constexpr std::size_t max_message_size = 200;

/// Leaves in the message of a result the clauses that have room there, and hands the others on to
/// the reasons.  What is said of a failure is left whole.
void shorten(Outcome &outcome);

/// Status and message of a failure.  Values that are then not valid become NaN.
void fail(Outcome &outcome, const Failure &failure);

}  // namespace cuboid::router
