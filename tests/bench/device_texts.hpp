// The integrands of a file as programs for a GPU, few enough for the compiler.
#pragma once

#include <string>
#include <vector>

#include "reference/integrals.hpp"

namespace cuboid_test {

/// The functions between the lines "namespace {" and "}  // namespace" of a file, as C.
std::string functions_in(const std::string &path);

/// One program with the functions of all integrals that have the dimensions and components of
/// `shape`.  Its function is called shape_name and takes the number of the integral among `all`
/// as userdata, a double.  So a shape is compiled once, and not every integrand.
inline constexpr const char *shape_name = "integrand_of_shape";
std::string text_of_shape(const std::string &functions, const ReferenceIntegral &shape,
                          const std::vector<ReferenceIntegral> &all);

}  // namespace cuboid_test
