// Lists on a device: threads feed it with chunks of them, and what it leaves follows alone.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "batch/many_part.hpp"
#include "batch/many_run.hpp"
#include "engine/device/many_regions.hpp"

namespace cuboid::router {

/// What a thread that feeds the device works with.
class Feeder {
 public:
  virtual ~Feeder() = default;

  /// Integrals in a chunk.
  virtual std::int64_t room() const = 0;
  /// Carries out the integrals and stores them, but for those that are to follow alone, which it
  /// returns.
  virtual std::vector<std::int64_t> integrate(const ManyPart &part) = 0;
  /// What its time went into, if it knows.
  virtual engine::ManyPhases phases() const { return {}; }
};

/// A way to carry out the integrals of a list together on a device.
struct WayOnDevice {
  Interface interface;  ///< of the methods that go it
  /// Whether the device can.
  bool (*serves)(const ManyRequest &request, const engine::DeviceIntegrand &device);
  /// Makes the kernels, so that what follows does not take the time for it.
  void (*compile)(const ManyRequest &request, const Run &run);
  /// memory: of the device, at most; 0: what there is.  Throws Failure(CUBOID_OUT_OF_MEMORY).
  std::unique_ptr<Feeder> (*make_feeder)(const ManyRun &many, std::int64_t memory);
  std::int64_t chunk;  ///< integrals that a feeder has at once, at most
  int min_feeders;     ///< as many as there are cores between these two
  int max_feeders;
  const char *says = "";  ///< what single calls do and it does not, for the message
};

/// The feeder of a way, which is made of this.
template <class Made>
std::unique_ptr<Feeder> make_feeder(const ManyRun &many, std::int64_t memory) {
  return std::make_unique<Made>(many, memory);
}

/// Which of the list's boxes there are: finite ones, and others, which are mapped.
struct BoxKinds {
  bool finite = false, mapped = false;
};
BoxKinds kinds_of_boxes(const ManyRequest &request);

extern const WayOnDevice way_by_regions;
extern const WayOnDevice way_by_samples;
extern const WayOnDevice way_by_lattices;
/// The first step of line; and for what that does not settle of "auto", regions.
extern const WayOnDevice way_by_line;
extern const WayOnDevice way_by_line_and_regions;

/// nullptr: the integrals are carried out one by one.
const WayOnDevice *way_on_device(const ManyRequest &request, const Run &run);

void many_on_device(const ManyRun &many, const WayOnDevice &way);

}  // namespace cuboid::router
