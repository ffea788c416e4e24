// The kernels in one instruction set.  The files that define them are compiled several times with
// different values of CUBOID_SIMD, the name of an instruction set.  Of the functions that other
// files define inline, only those with CUBOID_HD_INLINED may be used there: of the others the
// linker would keep one of the copies, and with it perhaps instructions that the processor does not
// have.
#pragma once

#include <type_traits>

#include "simd/kernels.hpp"

// clang-format off
/// The members of Kernels that are functions, in their order.
#define CUBOID_SIMD_KERNELS(X)                                                                     \
  X(exclusive_or) X(scramble) X(vegas_place) X(suave_place) X(vegas_add) X(philox_pairs)           \
  X(map_points) X(pair_values) X(pair_terms) X(histogram_units) X(histogram_add)                   \
  X(cuhre_support_points) X(cuhre_add) X(cuhre_add_rule) X(cuhre_null_rules) X(cuhre_points)       \
  X(fill) X(all_finite) X(box_points) X(line_points) X(judge_lines) X(lattice_points)              \
  X(lattice_add) X(reflected_points) X(first_outside) X(damp_importance)
// clang-format on

namespace cuboid::simd::CUBOID_SIMD {

// What they are given and do stands at the members of the same names in Kernels.
#define CUBOID_SIMD_DECLARE(name) std::remove_pointer_t<decltype(Kernels::name)> name;
CUBOID_SIMD_KERNELS(CUBOID_SIMD_DECLARE)
#undef CUBOID_SIMD_DECLARE

}  // namespace cuboid::simd::CUBOID_SIMD
