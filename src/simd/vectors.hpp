// Vectors of numbers, in one instruction set.
#pragma once

#include <cstdint>

#include "simd/kernels.hpp"

namespace cuboid::simd::CUBOID_SIMD {

// Vectors of a compiler extension that gcc and clang share.
typedef double Double2 __attribute__((vector_size(16)));
typedef double Double4 __attribute__((vector_size(32)));
typedef std::uint64_t Word4 __attribute__((vector_size(32)));

// As many numbers as a register holds, where their order does not count; compilers make little of
// longer vectors.
#if defined(__AVX512F__)
typedef double Wide __attribute__((vector_size(64)));
typedef std::uint64_t WideWord __attribute__((vector_size(64)));
#elif defined(__AVX__)
typedef Double4 Wide;
typedef Word4 WideWord;
#else
typedef Double2 Wide;
typedef std::uint64_t WideWord __attribute__((vector_size(16)));
#endif
constexpr int wide = sizeof(Wide) / sizeof(double);

// The arrays are aligned for their elements only.
template <class Vector, class Element>
inline __attribute__((always_inline)) void load(Vector &vector, const Element *from) {
  __builtin_memcpy(&vector, from, sizeof vector);
}

template <class Vector>
inline __attribute__((always_inline)) void store(double *to, const Vector &vector) {
  __builtin_memcpy(to, &vector, sizeof vector);
}

// The vector number k of coordinates that are repeated point by point.
template <int ndim>
inline __attribute__((always_inline)) Wide repeated(const double *coordinate, int k) {
  Wide vector{};
  for (int lane = 0; lane < wide; ++lane) vector[lane] = coordinate[(k * wide + lane) % ndim];
  return vector;
}

// Leaves the absolute value.
template <class Word, class Vector>
inline __attribute__((always_inline)) void drop_sign(Vector &vector) {
  vector = reinterpret_cast<Vector>(reinterpret_cast<Word>(vector) & ~0x8000000000000000u);
}

// Numbers that are worked on at once: loops over so many without branches become vectors.
constexpr int block = samples_block;

}  // namespace cuboid::simd::CUBOID_SIMD
