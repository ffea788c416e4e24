// Names of the parameters of an expression.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cuboid::api {

inline constexpr std::size_t most_parameters = 1024;

/// "a, sigma": those that stand between the commas.  Throws Failure where there are too many.
std::vector<std::string> split_names(std::string_view list);

}  // namespace cuboid::api
