// What an integration ends with.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "algorithm/common/task.hpp"
#include "base/failure.hpp"
#include "base/goal.hpp"

namespace cuboid::router {

struct Outcome {
  explicit Outcome(int ncomp) : result(ncomp) {}

  int status = 0;
  std::string message;        ///< why it stopped, and what was chosen
  std::exception_ptr thrown;  ///< by a function of the caller's, if that is why
  std::string method;
  algorithm::Result result;
  std::int64_t nonfinite = 0;  ///< values that were NaN or infinite
  std::vector<double> grid;    ///< of the last iteration of Vegas
};

/// Status and message of a result that is there, by whether it converged.
void succeed(const Goal &goal, Outcome &outcome);

/// Status and message of a failure.  Values that are then not valid become NaN.
void fail(Outcome &outcome, const Failure &failure);

}  // namespace cuboid::router
