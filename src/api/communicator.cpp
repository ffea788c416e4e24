#include "api/communicator.hpp"

#include <unistd.h>

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "api/arguments.hpp"
#include "api/guard.hpp"
#include "base/environment.hpp"
#include "base/formatted.hpp"
#include "call/ranks.hpp"
#include "engine/mpi/communicator.hpp"

namespace cuboid::api {

namespace {

using Ranks = std::shared_ptr<engine::group::Transport>;

struct ProcessRanks {
  std::mutex mutex;
  std::optional<Ranks> used;  ///< nothing: nobody has asked yet
  bool is_told = false;       ///< why it cannot be what the environment asks for
};

/// Never destroyed: the plug-in may end MPI before.
ProcessRanks &process_ranks() {
  static auto *const ranks = new ProcessRanks;
  return *ranks;
}

Ranks from_environment() {
  const char *const value = environment_variable("CUBOID_MPI");
  if (value == nullptr || *value == '\0' || std::string_view(value) == "off") return nullptr;
  if (std::string_view(value) != "world")
    reject("CUBOID_MPI = \"" + std::string(value) + "\" in the environment must be world or off");
  return engine::mpi::open_communicator(nullptr, 0);
}

/// A program for Cuba may look at no status and no sentence, but who has set the variable has asked
/// for something: one line, once, on the standard error.
void tell_whoever_set_it(ProcessRanks &process, const Failure &failure) {
  if (std::exchange(process.is_told, true)) return;
  const std::string line = "cuboid: CUBOID_MPI is set, but " + failure.message() + "\n";
  [[maybe_unused]] const ssize_t count = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace

Ranks communicator_of_process() {
  ProcessRanks &process = process_ranks();
  const std::lock_guard lock(process.mutex);
  if (process.used) return *process.used;
  try {
    process.used = from_environment();
  } catch (const Failure &failure) {
    tell_whoever_set_it(process, failure);
    throw;
  }
  return *process.used;
}

Ranks communicator_of(const cuboid_options &options) {
  return options.ranks ? options.ranks : communicator_of_process();
}

Failure refused_by_ranks(const cuboid_options &options, const Failure &failure) {
  try {
    return router::told_to_ranks(communicator_of(options), options.values.rank_timeout, failure);
  } catch (const Failure &) {
    return failure;  // Nobody has told whom to tell.
  }
}

bool prints(const cuboid_options &options) {
  try {
    return prints(communicator_of(options));
  } catch (const Failure &) {
    return true;  // Nobody has told which rank this is.
  }
}

}  // namespace cuboid::api

extern "C" {

int cuboid_use_communicator(const void *comm, size_t size) {
  return cuboid::api::guarded([&] {
    auto ranks = comm != nullptr ? cuboid::engine::mpi::open_communicator(comm, size) : nullptr;
    auto &process = cuboid::api::process_ranks();
    const std::lock_guard lock(process.mutex);
    process.used = std::move(ranks);
    return CUBOID_CONVERGED;
  });
}

int cuboid_options_set_communicator(cuboid_options *options, const void *comm, size_t size) {
  return cuboid::api::change_handle(options, "options", [&](cuboid_options &changed) {
    changed.ranks = comm != nullptr ? cuboid::engine::mpi::open_communicator(comm, size) : nullptr;
  });
}

}  // extern "C"
