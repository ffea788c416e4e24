// The results of many integrations, which several threads write.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "batch/many.hpp"
#include "call/outcome.hpp"
#include "run/state_stream.hpp"
#include "run/task.hpp"

namespace cuboid::router {

class ManyResults {
 public:
  ManyResults(std::int64_t count, int ncomp);

  /// Each integral is stored once, and any thread may do it.
  void put(std::int64_t integral, int status, const std::string &message,
           const algorithm::Result &result);
  void put(std::int64_t integral, const Outcome &outcome) {
    put(integral, outcome.status, outcome.message, outcome.result);
  }
  /// One that ended with numbers alone.
  void put(std::int64_t integral, int status, const algorithm::Result &result);

  /// An integral got this method, which was chosen for it.  Any thread may say so.
  void count_method(const std::string &method);

  /// One that is known without being carried out, before the others are begun.
  void put_known(std::int64_t integral, int status, const algorithm::Result &result);

  /// Consecutive ones that have converged, as the arrays of a device hold them.
  struct Converged {
    std::int64_t first;  ///< integral
    std::int64_t count;
    const double *value, *error, *chi2;  ///< [count][ncomp]
    const int *iterations;               ///< [count], one more than degrees of freedom
    const long long *neval;              ///< [count]
  };
  void put(const Converged &range);

  /// Whether an integral was stored, or taken over from a state file.
  bool has(std::int64_t integral) const;
  /// Number of those.
  std::int64_t finished() const { return finished_.load(std::memory_order_relaxed); }

  /// Writes those that need not be done again.  Others may store results meanwhile.
  void save(algorithm::StateWriter &writer);
  /// Takes them over.  Throws StateReader::BadState.
  void restore(algorithm::StateReader &reader);
  /// Whether save() has written all integrals, or would.
  bool all_kept() const;
  /// Whether some were there before the others were begun.
  bool any_known() const { return known_ > 0; }
  std::int64_t restored_neval() const { return restored_neval_; }

  /// The integrals that were not stored end with this status.  reason: empty: that of the status.
  void leave_rest(int status, const std::string &reason);

  /// Sums up.  The results move into the outcome.
  ManyOutcome finish(const std::string &method, double seconds);

 private:
  void copy_numbers(std::int64_t first, std::int64_t count, const double *value,
                    const double *error, const double *chi2);
  void close(std::int64_t first, std::int64_t count, int status);
  void count_endings();
  void note(std::int64_t integral, int status, const std::string &message);
  int status_of(std::int64_t integral) const;
  void restore_one(std::int64_t integral, algorithm::StateReader &reader);
  std::string summary() const;

  ManyOutcome outcome_;
  std::atomic<std::int64_t> finished_ = 0;
  std::int64_t known_ = 0;
  std::int64_t restored_neval_ = 0;
  std::map<std::string, std::int64_t> chosen_;  ///< integrals by method
  std::mutex mutex_;  ///< guards chosen_ and the reasons of outcome_.endings
};

}  // namespace cuboid::router
