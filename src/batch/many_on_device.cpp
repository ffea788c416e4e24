#include "batch/many_on_device.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <mutex>
#include <utility>

#include "choice/trial.hpp"
#include "engine/cpu/processes/fork_safety.hpp"
#include "engine/cpu/threads/thread_team.hpp"
#include "engine/device/chosen_device.hpp"
#include "engine/device/memory_share.hpp"

namespace cuboid::router {

namespace {

class Feeding {
 public:
  Feeding(const ManyRun &many, const WayOnDevice &way)
      : many_(many), way_(way), feeders_(number_of_feeders()) {}

  /// On so many threads, the first of which is the calling one.  Where one throws, the others get
  /// no further chunks, and it is thrown again in the end.
  void run() {
    engine::cpu::ThreadTeam team(feeders_);
    // That of the calling thread, which may have set it by CUDA itself: other threads know nothing
    // of that.
    const int device = engine::device_room().ordinal;
    team.run(feeders_, [&](int thread) {
      const engine::ChosenDevice chosen(device);
      try {
        feed(thread);
      } catch (const std::exception &) {
        const std::lock_guard lock(mutex_);
        if (!thrown_) thrown_ = std::current_exception();
        many_.queue.end(CUBOID_DEVICE_FAILED);
      }
    });
    if (thrown_) std::rethrow_exception(thrown_);
    many_.log.print(3, "%d threads fed the device; %zu integrals follow by themselves", feeders_,
                    left_out_.size());
    if (phases_.kernels > 0)
      many_.log.print(3,
                      "their seconds: %.4f copying in, %.4f in kernels, %.4f copying out, %.4f "
                      "storing",
                      phases_.copying_in, phases_.kernels, phases_.copying_out, phases_.storing);
    many_alone(many_, std::move(left_out_));
  }

 private:
  int number_of_feeders() const {
    // A batch function may expect the calling thread.
    if (many_.run.setting.device->is_many_batch()) return 1;
    const std::int64_t cores = many_.run.request.options.cores;
    const std::int64_t threads = std::clamp<std::int64_t>(
        cores >= 0 ? cores : engine::cpu::available_cpus(), way_.min_feeders, way_.max_feeders);
    return static_cast<int>(std::min(threads, (many_.request.count - 1) / way_.chunk + 1));
  }

  /// nullptr: for one that is not the first, and without which it works as well, there is no
  /// memory.
  std::unique_ptr<Feeder> make_feeder(int thread) const {
    try {
      return way_.make_feeder(many_, many_.run.request.options.memory_limit / feeders_);
    } catch (const Failure &failure) {
      if (thread == 0 || failure.status() != CUBOID_OUT_OF_MEMORY) throw;
      return nullptr;
    }
  }

  /// Takes chunks of the list until there are none.
  void feed(int thread) {
    const auto feeder = make_feeder(thread);
    if (!feeder) return;
    const std::int64_t room = feeder->room();
    for (std::int64_t first; (first = many_.queue.next(room)) >= 0;) {
      const ManyPart part(many_, first, std::min(room, many_.request.count - first));
      if (part.list().count == 0) continue;
      const std::vector<std::int64_t> more = feeder->integrate(part);
      if (thread == 0) many_.look();
      const std::lock_guard lock(mutex_);
      left_out_.insert(left_out_.end(), more.begin(), more.end());
    }
    const std::lock_guard lock(mutex_);
    phases_ += feeder->phases();
  }

  const ManyRun &many_;
  const WayOnDevice &way_;
  const int feeders_;
  std::mutex mutex_;           ///< guards what follows
  std::exception_ptr thrown_;  ///< by the first that throws
  std::vector<std::int64_t> left_out_;
  engine::ManyPhases phases_;
};

}  // namespace

BoxKinds kinds_of_boxes(const ManyRequest &request) {
  if (request.lower == nullptr) return {.finite = true};
  const int ndim = request.common.host.ndim;
  const auto is_mapped = [&](std::int64_t i) {
    for (int d = 0; d < ndim; ++d)
      if (std::isinf(request.lower_of(i)[d]) || std::isinf(request.upper_of(i)[d])) return true;
    return false;
  };
  BoxKinds kinds;
  for (std::int64_t i = 0; i < request.boxes() && !(kinds.finite && kinds.mapped); ++i)
    (is_mapped(i) ? kinds.mapped : kinds.finite) = true;
  return kinds;
}

const WayOnDevice *way_on_device(const ManyRequest &request, const Run &run) {
  if (run.plan.place == Place::host) return nullptr;
  if (run.plan.method == Method::line || (run.plan.ndim == 1 && wants_trial(request.common)))
    for (const WayOnDevice *way : {&way_by_line_and_regions, &way_by_line})
      if (way->serves(request, *run.setting.device)) return way;
  if (run.plan.place != Place::device) return nullptr;
  for (const WayOnDevice *way : {&way_by_regions, &way_by_samples, &way_by_lattices})
    if (run.plan.interface == way->interface && way->serves(request, *run.setting.device))
      return way;
  return nullptr;
}

void many_on_device(const ManyRun &many, const WayOnDevice &way) {
  Feeding(many, way).run();
}

}  // namespace cuboid::router
