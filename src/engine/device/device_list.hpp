// Lists of devices, as users write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cuboid::engine {

/// "all", or numbers with commas between them, each once.
struct DeviceList {
  bool all = false;
  std::vector<int> ordinals;  ///< if not all

  /// Whether it names more than one, or may do so.
  bool several() const { return all || ordinals.size() > 1; }
};

/// Nothing if the text is no list; why: a sentence part that says what is wrong, such as "names
/// device 2 twice".
std::optional<DeviceList> read_device_list(std::string_view text, std::string &why);

/// What stands in the way of devices that are to have the same bits: they are of different compute
/// capability.  Empty: nothing.  architectures: of the devices, 90 for compute capability 9.0.
std::string why_unlike(const std::vector<int> &ordinals, const std::vector<int> &architectures);

}  // namespace cuboid::engine
