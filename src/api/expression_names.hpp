// Names of the parameters of an expression.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cuboid::api {

inline constexpr std::size_t max_parameters = 1024;

/// "a, sigma": those that stand between the commas.  Throws Failure where there are too many.
std::vector<std::string> split_names(std::string_view list);

/// Of so many parameters; names: nullptr: p[0], p[1] ..., whose names are empty.  Throws Failure
/// where there are not so many.
std::vector<std::string> checked_names(const char *names, int nparameters);

}  // namespace cuboid::api
