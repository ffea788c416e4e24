// What makes the text of an integrand in C acceptable to a compiler of C++.  Included after the
// kernels and before that text, so that its macros meet nothing else.
#pragma once

#include "engine/cuda/prelude/standard.cuh"

/// A void pointer that converts to other pointers without a cast, as in C.
struct cuboid_void_pointer {
  void *address;

  __device__ cuboid_void_pointer(const void *pointer) : address(const_cast<void *>(pointer)) {}

  template <class T>
  __device__ operator T *() const {
    return static_cast<T *>(address);
  }
  __device__ explicit operator bool() const { return address != nullptr; }
  __device__ explicit operator long() const { return reinterpret_cast<long>(address); }
  __device__ explicit operator unsigned long() const {
    return reinterpret_cast<unsigned long>(address);
  }
};
__device__ inline bool operator==(const cuboid_void_pointer &a, const void *b) {
  return a.address == b;
}
__device__ inline bool operator!=(const cuboid_void_pointer &a, const void *b) {
  return a.address != b;
}

__device__ inline cuboid_void_pointer cuboid_malloc(size_t bytes) {
  return malloc(bytes);
}
__device__ inline cuboid_void_pointer cuboid_calloc(size_t count, size_t bytes) {
  void *memory = malloc(count * bytes);
  if (memory) memset(memory, 0, count * bytes);
  return memory;
}

__device__ inline size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length]) ++length;
  return length;
}
__device__ inline int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) ++a, ++b;
  return static_cast<unsigned char>(*a) - static_cast<unsigned char>(*b);
}
__device__ inline int memcmp(const void *a, const void *b, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) {
    const int difference =
        static_cast<const unsigned char *>(a)[i] - static_cast<const unsigned char *>(b)[i];
    if (difference) return difference;
  }
  return 0;
}

struct FILE;

typedef double cubareal;
typedef int (*integrand_t)(const int *ndim, const double x[], const int *ncomp, double f[],
                           void *userdata);

#define malloc(bytes) cuboid_malloc(bytes)
#define calloc(count, bytes) cuboid_calloc(count, bytes)
#define restrict __restrict__
#define _Bool bool
#define _Static_assert static_assert
#define _Noreturn
#define stdout 0
#define stderr 0
#define fprintf(stream, ...) printf(__VA_ARGS__)
#define fflush(stream) 0
#define puts(text) printf("%s\n", text)
#define exit(status) __trap()
#define abort() __trap()
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#ifndef assert
#define assert(condition) ((condition) ? (void)0 : __trap())
#endif
