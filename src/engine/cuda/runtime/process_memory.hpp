// Device memory that other processes of the host read, and theirs that this one reads.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <vector>

namespace cuboid::engine::cuda {

/// Blocks of one device.  Others keep them mapped, so that they are never given back to the driver:
/// to open a block takes milliseconds, and to free one that is open elsewhere is not allowed.
class ProcessMemory {
 public:
  /// What a process tells the others of a block: a number of its own, and the driver's handle.
  using Name = std::array<std::uint64_t, 9>;

  /// A block of at least so many bytes, which nobody else takes.  nullptr: there is none.  The
  /// device's context is current, as in all that follows.
  void *take(std::int64_t bytes);
  /// When nothing on the device uses it any more.
  void give_back(void *block);

  /// Of a block that was taken.  Throws Failure.
  Name name_of(const void *block);
  /// That of a small block which holds the number of this process.
  Name name_of_probe();

  /// Where this device reads a block of another process.  Throws Failure where it cannot.
  const void *open(const Name &name);
  /// Whether it reads the right number in the other's small block.
  bool reads_probe(const Name &name);

 private:
  std::mutex mutex_;  ///< guards what follows
  std::map<const void *, std::int64_t> bytes_;
  std::vector<void *> idle_;
  std::map<const void *, Name> names_;
  std::map<Name, const void *> opened_;
  std::set<Name> probes_read_;
  void *probe_ = nullptr;
};

}  // namespace cuboid::engine::cuda
