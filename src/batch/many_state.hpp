// The state file of a call with many integrals: those that are finished.
#pragma once

#include <cstdint>

#include "batch/many.hpp"
#include "batch/many_results.hpp"
#include "router/run.hpp"
#include "run/log.hpp"
#include "run/save_schedule.hpp"
#include "run/state_file.hpp"

namespace cuboid::router {

/// For the calling thread.  What ended for lack of time, memory, a worker or a device is not kept,
/// and so is done by the next call.
class ManyState {
 public:
  /// run: of the first integral.  chosen: each integral has a method of its own.  All of them must
  /// outlive it.
  ManyState(const ManyRequest &request, const Run &run, bool chosen, const algorithm::Log &log,
            ManyResults &results);

  /// Takes over what an earlier call has finished.  Throws Failure where the file does not fit.
  void restore();
  /// Others may store results meanwhile.
  void save_if_due();
  void save();
  /// The call is over: the file goes where nothing is left to do, unless it is to be kept.
  void finish();

  const algorithm::StateFile &file() const { return file_; }

 private:
  algorithm::StateIdentity identity() const;
  algorithm::StateClaim claim() const;
  void add_values(algorithm::StateClaim &claim, std::int64_t integral) const;

  const ManyRequest &request_;
  const Run &run_;
  const bool chosen_;
  ManyResults &results_;
  algorithm::StateFile file_;
  algorithm::SaveSchedule schedule_;
};

}  // namespace cuboid::router
