// An integral of a list as a call of its own, by any method.
#pragma once

#include <cstdint>
#include <memory>

#include "batch/many_run.hpp"

namespace cuboid::router {

/// For one thread.
class ManyCall {
 public:
  /// alone: with as many threads or processes as one call has.
  ManyCall(const ManyRun &many, bool alone);

  void integrate(std::int64_t integral);
  /// The same with so much of the device's memory; 0: all that is free.  False: that was not
  /// enough, and nothing is stored.
  bool integrate_within(std::int64_t integral, std::int64_t memory_share);
  /// One that the first method has not settled with so many evaluations, and what cuhre knows of
  /// it; nullptr: it begins anew.  largest: value of the integrand among them.
  void choose(std::int64_t integral, std::int64_t used, double largest,
              std::shared_ptr<algorithm::StateMemory> known);

  Request &request() { return request_; }

 private:
  void prepare(std::int64_t integral);
  Outcome call(std::int64_t integral);
  Outcome by_cuhre(engine::LargestValue &largest);
  Outcome by_choice();
  void put(std::int64_t integral, const Outcome &outcome, std::int64_t counted = 0) const;

  const ManyRun &many_;
  Request request_;
};

/// The exception that is being handled is what became of the integral.
void put_caught(const ManyRun &many, std::int64_t integral);

}  // namespace cuboid::router
