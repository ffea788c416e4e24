#include "engine/device/device_list.hpp"

#include <algorithm>
#include <charconv>

namespace cuboid::engine {

namespace {

std::string capability(int architecture) {
  return std::to_string(architecture / 10) + "." + std::to_string(architecture % 10);
}

}  // namespace

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

std::string why_unlike(const std::vector<int> &ordinals, const std::vector<int> &architectures) {
  const auto other = std::find_if(architectures.begin(), architectures.end(),
                                  [&](int own) { return own != architectures.front(); });
  if (other == architectures.end()) return "";
  const auto number = static_cast<std::size_t>(other - architectures.begin());
  return "devices " + std::to_string(ordinals.front()) + " and " +
         std::to_string(ordinals[number]) + " are of different compute capability (" +
         capability(architectures.front()) + " and " + capability(*other) +
         "), on which the same numbers are not certain";
}

}  // namespace cuboid::engine
