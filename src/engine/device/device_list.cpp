#include "engine/device/device_list.hpp"

#include <algorithm>
#include <charconv>

namespace cuboid::engine {

std::optional<DeviceList> read_device_list(std::string_view text, std::string &why) {
  DeviceList list;
  list.all = text == "all";
  for (std::size_t begin = 0; !list.all && begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    int ordinal = -1;
    const auto read = std::from_chars(text.data() + begin, text.data() + end, ordinal);
    if (read.ec != std::errc() || read.ptr != text.data() + end || ordinal < 0) {
      why = "must be numbers of devices with commas between them, or all";
      return std::nullopt;
    }
    if (std::find(list.ordinals.begin(), list.ordinals.end(), ordinal) != list.ordinals.end()) {
      why = "names device " + std::to_string(ordinal) + " twice";
      return std::nullopt;
    }
    list.ordinals.push_back(ordinal);
    begin = end + 1;
  }
  return list;
}

}  // namespace cuboid::engine
