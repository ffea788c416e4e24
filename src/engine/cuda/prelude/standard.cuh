// What NVRTC lacks of the standard headers: the names that integrands in C and the leaves of this
// library use.  Every standard header that a program includes is this file; mathematical functions,
// printf, malloc, memcpy, memset and clock are built into the compiler.
#pragma once

// <stddef.h>, <stdint.h>, <stdbool.h>
#ifndef NULL
#define NULL 0
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef long ptrdiff_t;
#define INT8_MAX 127
#define INT16_MAX 32767
#define INT32_MAX 2147483647
#define INT32_MIN (-INT32_MAX - 1)
#define INT64_MAX 9223372036854775807LL
#define INT64_MIN (-INT64_MAX - 1)
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX 4294967295U
#define UINT64_MAX 18446744073709551615ULL
#define SIZE_MAX 18446744073709551615UL
#define INT64_C(number) number##LL
#define UINT64_C(number) number##ULL

// <limits.h>, <float.h>
#define CHAR_BIT 8
#define INT_MAX INT32_MAX
#define INT_MIN INT32_MIN
#define UINT_MAX UINT32_MAX
#define LONG_MAX 9223372036854775807L
#define LONG_MIN (-LONG_MAX - 1)
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MAX INT64_MAX
#define LLONG_MIN INT64_MIN
#define ULLONG_MAX UINT64_MAX
#define DBL_DIG 15
#define DBL_MANT_DIG 53
#define DBL_MAX 1.7976931348623157e308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
#define DBL_MAX_EXP 1024
#define DBL_MIN_EXP (-1021)
#define FLT_DIG 6
#define FLT_MANT_DIG 24
#define FLT_MAX 3.40282347e38F
#define FLT_MIN 1.17549435e-38F
#define FLT_EPSILON 1.19209290e-7F

// <math.h>
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
#define HUGE_VAL __longlong_as_double(0x7ff0000000000000LL)
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

namespace std {

using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::int8_t;
using ::intptr_t;
using ::ptrdiff_t;
using ::size_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uint8_t;
using ::uintptr_t;
using nullptr_t = decltype(nullptr);

using ::abs;
using ::acos;
using ::acosh;
using ::asin;
using ::asinh;
using ::atan;
using ::atan2;
using ::atanh;
using ::cbrt;
using ::ceil;
using ::copysign;
using ::cos;
using ::cosh;
using ::erf;
using ::erfc;
using ::exp;
using ::exp2;
using ::expm1;
using ::fabs;
using ::fdim;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::frexp;
using ::hypot;
using ::ilogb;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::ldexp;
using ::lgamma;
using ::llrint;
using ::llround;
using ::log;
using ::log10;
using ::log1p;
using ::log2;
using ::logb;
using ::lrint;
using ::lround;
using ::memcpy;
using ::memset;
using ::modf;
using ::nearbyint;
using ::nextafter;
using ::pow;
using ::remainder;
using ::rint;
using ::round;
using ::scalbn;
using ::signbit;
using ::sin;
using ::sinh;
using ::sqrt;
using ::tan;
using ::tanh;
using ::tgamma;
using ::trunc;

template <class T>
__host__ __device__ constexpr const T &min(const T &a, const T &b) {
  return b < a ? b : a;
}

template <class T>
__host__ __device__ constexpr const T &max(const T &a, const T &b) {
  return a < b ? b : a;
}

template <class T>
struct numeric_limits;

template <>
struct numeric_limits<double> {
  static constexpr int digits = 53;
  __host__ __device__ static constexpr double min() { return DBL_MIN; }
  __host__ __device__ static constexpr double max() { return DBL_MAX; }
  __host__ __device__ static constexpr double lowest() { return -DBL_MAX; }
  __host__ __device__ static constexpr double epsilon() { return DBL_EPSILON; }
  __host__ __device__ static constexpr double denorm_min() { return 4.9406564584124654e-324; }
  __host__ __device__ static constexpr double infinity() {
    return __builtin_bit_cast(double, 0x7ff0000000000000LL);
  }
  __host__ __device__ static constexpr double quiet_NaN() {
    return __builtin_bit_cast(double, 0x7ff8000000000000LL);
  }
};

template <>
struct numeric_limits<int> {
  __host__ __device__ static constexpr int min() { return INT_MIN; }
  __host__ __device__ static constexpr int max() { return INT_MAX; }
};

template <>
struct numeric_limits<unsigned> {
  __host__ __device__ static constexpr unsigned min() { return 0; }
  __host__ __device__ static constexpr unsigned max() { return UINT_MAX; }
};

template <>
struct numeric_limits<long long> {
  __host__ __device__ static constexpr long long min() { return LLONG_MIN; }
  __host__ __device__ static constexpr long long max() { return LLONG_MAX; }
};

template <>
struct numeric_limits<unsigned long long> {
  __host__ __device__ static constexpr unsigned long long min() { return 0; }
  __host__ __device__ static constexpr unsigned long long max() { return ULLONG_MAX; }
};

}  // namespace std
