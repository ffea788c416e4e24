#include "simd/kernels.hpp"

namespace cuboid::simd {

namespace baseline {
extern const Kernels table;
}
#ifdef CUBOID_SIMD_X86
namespace x86_64_v3 {
extern const Kernels table;
}
namespace x86_64_v4 {
extern const Kernels table;
}
#endif

namespace {

struct Choice {
  const Kernels *usable[3];
  int count;
};

Choice choose() {
  Choice choice{{&baseline::table}, 1};
#ifdef CUBOID_SIMD_X86
  __builtin_cpu_init();
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  if (v3) choice.usable[choice.count++] = &x86_64_v3::table;
  if (v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    choice.usable[choice.count++] = &x86_64_v4::table;
#endif
  return choice;
}

const Choice &chosen() {
  static const Choice choice = choose();
  return choice;
}

}  // namespace

const Kernels &kernels() {
  return *chosen().usable[chosen().count - 1];
}

const Kernels *const *all_kernels(int *count) {
  *count = chosen().count;
  return chosen().usable;
}

}  // namespace cuboid::simd
