#include "simd/kernels.hpp"

#include "simd/functions.hpp"

namespace cuboid::simd::CUBOID_SIMD {

#define CUBOID_TEXT(name) #name
#define CUBOID_NAME(name) CUBOID_TEXT(name)

extern const Kernels table;
#define CUBOID_SIMD_MEMBER(name) .name = name,
const Kernels table = {.name = CUBOID_NAME(CUBOID_SIMD), CUBOID_SIMD_KERNELS(CUBOID_SIMD_MEMBER)};
#undef CUBOID_SIMD_MEMBER

}  // namespace cuboid::simd::CUBOID_SIMD
