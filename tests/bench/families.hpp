// The families and groups that the names of the reference integrals tell.
#pragma once

#include <cctype>
#include <string>

namespace cuboid_test {

/// The name without dimensions and draw.
inline std::string family_of(const std::string &id) {
  for (std::size_t at = id.find("_d"); at != std::string::npos; at = id.find("_d", at + 1))
    if (at + 2 < id.size() && std::isdigit(static_cast<unsigned char>(id[at + 2])))
      return id.substr(0, at);
  return id;
}

/// The six families of Genz and those that were held out or are fresh each, and the suites of
/// others.
inline std::string group_of(const std::string &id) {
  const std::string family = family_of(id);
  const bool each =
      family.starts_with("genz_") || family.starts_with("heldout_") || family.starts_with("fresh_");
  return each ? family : family.substr(0, family.find('_'));
}

}  // namespace cuboid_test
