#include "batch/devices.hpp"

#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/environment.hpp"
#include "base/failure.hpp"
#include "base/formatted.hpp"
#include "call/ranks.hpp"
#include "engine/cpu/threads/thread.hpp"
#include "engine/cpu/threads/worker_thread.hpp"
#include "engine/device/chosen_device.hpp"
#include "engine/group/samples.hpp"
#include "engine/group/thread_transport.hpp"
#include "router/setting.hpp"

namespace cuboid::router {

namespace {

using engine::DeviceList;

void require_no_ranks(const Request &request, const DeviceList &list, const std::string &what) {
  if (list.several() && request.ranks && request.ranks->size() > 1)
    reject(what + " names several devices, but with a communicator each rank has one");
}

std::vector<int> devices_of_option(const Request &request) {
  const std::string &value = request.options.devices;
  const std::string what = "devices = \"" + value.substr(0, 200) + "\"";
  if (!device_version(request))
    reject(what + " must be empty: the integrand has no version for a device");
  std::string why;
  const std::optional<DeviceList> list = engine::read_device_list(value, why);
  if (!list) reject(what + " " + why);
  require_no_ranks(request, *list, what);
  return engine::devices_of(*list, what);
}

/// One device is chosen where it is used.
std::vector<int> devices_of_environment(const Request &request) {
  const char *const text = environment_variable("CUBOID_DEVICE");
  if (text == nullptr || !device_version(request)) return {};
  std::string why;
  const std::optional<DeviceList> list = engine::read_device_list(text, why);
  if (!list || !list->several()) return {};
  if (request.host.is_set()) {
    Machine machine;
    machine.accelerators = engine::cpu::process_settings().current().accelerators;
    if (!reason_for_host(request.options, machine).empty() || !engine::device_problem().empty())
      return {};
  }
  const std::string what = std::string("CUBOID_DEVICE is ") + text;
  require_no_ranks(request, *list, what);
  return engine::devices_of(*list, what);
}

/// The seconds and everything that the caller sees are the first rank's affair.
void leave_caller_to_first(Request &request) {
  request.listeners.log = {};
  request.options.verbosity = 0;
  request.options.time_limit = 0;
  request.listeners.progress = {};
  request.listeners.cancel = nullptr;
  request.kept_workers = nullptr;
  request.cuba.announce_workers = false;
  if (request.listeners.receiver)
    request.listeners.receiver = [](const engine::SampleBatch &) { return false; };
}

std::vector<std::string> names_of(const std::vector<int> &devices) {
  std::vector<std::string> names;
  for (const int device : devices) names.push_back("device " + std::to_string(device));
  return names;
}

}  // namespace

std::vector<int> named_devices(const Request &request) {
  return request.options.devices.empty() ? devices_of_environment(request)
                                         : devices_of_option(request);
}

OthersBegin others_begin(const Request &request, const Plan &plan) {
  if (!may_meet_ranks()) return OthersBegin::never;
  const auto longest = traits_of(plan.method).longest_step;
  const std::int64_t evaluations =
      longest != nullptr ? longest(request, plan) : request.options.maxeval;
  if (plan.place != Place::device || evaluations < engine::group::samples_worth_sharing)
    return OthersBegin::never;
  return longest != nullptr ? OthersBegin::at_once : OthersBegin::when_needed;
}

Request request_of_rank(const Request &request, std::shared_ptr<engine::group::Transport> rank) {
  Request own = request;
  own.ranks = std::move(rank);
  if (own.ranks->rank() > 0) leave_caller_to_first(own);
  return own;
}

Outcome run_on_devices(const Request &request, const std::vector<int> &devices, OthersBegin begin,
                       const std::function<Outcome(Request)> &run) {
  auto ranks = engine::group::connect_threads(names_of(devices), "devices");
  // Waited for at the end, when this thread has let go of its own rank.
  std::vector<engine::cpu::Thread> threads;
  const Request own = request_of_rank(request, std::move(ranks[0]));
  const auto start = [&](bool late) {
    try {
      const engine::cpu::BlockedSignals blocked;
      for (std::size_t r = 1; r < devices.size(); ++r) {
        if (late) ranks[r]->be_late(own.ranks->past());
        threads.emplace_back(
            [run, device = devices[r], rank = request_of_rank(request, std::move(ranks[r]))] {
              const engine::ChosenDevice chosen(device);
              run(rank);
            });
      }
    } catch (const std::system_error &) {
      ranks.clear();  // Those that have begun hear that the others are gone.
      throw Failure(CUBOID_OUT_OF_MEMORY, "a thread for each of " + std::to_string(devices.size()) +
                                              " devices cannot be started");
    }
  };
  if (begin == OthersBegin::at_once)
    start(false);
  else
    own.ranks->start_others_by([&start] { start(true); });
  const engine::ChosenDevice chosen(devices[0]);
  return run(own);
}

}  // namespace cuboid::router
