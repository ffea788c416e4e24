// What a caller who gives a wrong name of an option may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cuboid::api {

/// "; did you mean \"maxeval\"?", or "" if no name is near.
std::string option_hint(std::string_view wanted, std::span<const std::string_view> names);

}  // namespace cuboid::api
