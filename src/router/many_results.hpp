// The results of many integrations, which several threads write.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "algorithm/common/task.hpp"
#include "router/many.hpp"
#include "router/outcome.hpp"

namespace cuboid::router {

class ManyResults {
 public:
  ManyResults(std::int64_t count, int ncomp);

  /// Each integral is put down once, and any thread may do it.
  void put(std::int64_t integral, int status, const std::string &message,
           const algorithm::Result &result);
  void put(std::int64_t integral, const Outcome &outcome) {
    put(integral, outcome.status, outcome.message, outcome.result);
  }
  /// One that ended with numbers alone.  value, error, chi2: [ncomp].
  void put(std::int64_t integral, int status, const double *value, const double *error,
           const double *chi2, std::int64_t dof, std::int64_t neval);

  /// The integrals that were not put down end with this status.
  void leave_rest(int status);

  /// Sums up.  The results move into the outcome.
  ManyOutcome finish(const std::string &method, double seconds);

 private:
  void note(std::int64_t integral, int status, const std::string &message);
  std::string summary() const;

  ManyOutcome outcome_;
  std::mutex mutex_;  ///< guards the reasons of outcome_.endings
};

}  // namespace cuboid::router
