/* cubacores, cubaaccel and cubaverbose take numbers, addresses of numbers, and NULL, as callers of
 * different releases of Cuba, and Fortran, pass them.  The program's own cuboid_cores, cuboid_accel
 * and cuboid_verbose stand before the library's and record what arrives. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#include "cuboid.h"

void cubacores(void);
void cubacores_(void);
void cubaaccel(void);
void cubaaccel_(void);
void cubaverbose(void);
void cubaverbose_(void);

static int first, second, calls, wrong;

void cuboid_cores(int n, int points) {
  first = n;
  second = points;
  ++calls;
}

void cuboid_accel(int n, int points) {
  cuboid_cores(n, points);
}

void cuboid_verbose(int level) {
  first = second = level;
  ++calls;
}

static void expect(const char *how, int n, int points) {
  if (calls != 1 || first != n || second != points) {
    printf("WRONG: %s: %d calls with %d, %d instead of %d, %d\n", how, calls, first, second, n,
           points);
    ++wrong;
  }
  calls = 0;
}

typedef void (*by_value)(int, int);
typedef void (*by_pointer)(const int *, const int *);
typedef void (*by_register)(uint64_t, uint64_t);

static void check_pair(void (*symbol)(void), int n, int points) {
  static int at_rest[2];
  int on_stack[2];
  at_rest[0] = on_stack[0] = n;
  at_rest[1] = on_stack[1] = points;

  ((by_value)symbol)(n, points);
  expect("by value", n, points);
  ((by_pointer)symbol)(&on_stack[0], &on_stack[1]);
  expect("by pointer to the stack", n, points);
  ((by_pointer)symbol)(&at_rest[0], &at_rest[1]);
  expect("by pointer to static data", n, points);
  ((by_register)symbol)((uint64_t)(int64_t)n, (uint64_t)(int64_t)points);
  expect("sign-extended", n, points);
  ((by_register)symbol)((uint32_t)n, (uint32_t)points);
  expect("zero-extended", n, points);
  ((by_register)symbol)(UINT64_C(0xdead000000000000) | (uint32_t)n,
                        UINT64_C(0x5eed000000000000) | (uint32_t)points);
  expect("with an undefined upper half", n, points);
  ((by_register)symbol)((uint32_t)n, (uint64_t)(uintptr_t)&on_stack[1]);
  expect("one of each", n, points);
}

static void check_level(void (*symbol)(void), int level) {
  ((void (*)(int))symbol)(level);
  expect("level by value", level, level);
  ((void (*)(const int *))symbol)(&level);
  expect("level by pointer", level, level);
  ((void (*)(const int *))symbol)(NULL);
  expect("level NULL", 0, 0);
}

int main(void) {
  static const int numbers[] = {0,     1,       2,       -1,         -2,      -100,   128,
                                10000, 1000000, 4194303, 1000000000, INT_MAX, INT_MIN};
  void (*const symbols[])(void) = {cubacores, cubacores_, cubaaccel, cubaaccel_};
  const unsigned count = sizeof numbers / sizeof *numbers;
  for (unsigned s = 0; s < sizeof symbols / sizeof *symbols; ++s) {
    for (unsigned i = 0; i < count; ++i)
      for (unsigned j = 0; j < count; ++j) check_pair(symbols[s], numbers[i], numbers[j]);
    ((by_pointer)symbols[s])(NULL, NULL);
    expect("NULL", 0, 0);
  }
  for (int level = -1; level <= 4; ++level) {
    check_level(cubaverbose, level);
    check_level(cubaverbose_, level);
  }
  return wrong != 0;
}
