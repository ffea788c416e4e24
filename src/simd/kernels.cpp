#include "simd/kernels.hpp"

#include "simd/functions.hpp"

namespace cuboid::simd::CUBOID_SIMD {

#define CUBOID_TEXT(name) #name
#define CUBOID_NAME(name) CUBOID_TEXT(name)

extern const Kernels table;
const Kernels table = {CUBOID_NAME(CUBOID_SIMD),
                       exclusive_or,
                       vegas_place,
                       suave_place,
                       vegas_add,
                       philox_pairs,
                       map_points,
                       pair_values,
                       pair_terms,
                       histogram_units,
                       histogram_add,
                       cuhre_support_points,
                       cuhre_add,
                       cuhre_add_rule,
                       cuhre_null_rules,
                       cuhre_points,
                       fill,
                       all_finite,
                       box_points,
                       line_points,
                       judge_lines,
                       lattice_points,
                       lattice_add,
                       reflected_points,
                       first_outside,
                       damp_importance};

}  // namespace cuboid::simd::CUBOID_SIMD
