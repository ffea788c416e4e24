// Cores for processes that are measured beside each other.
#pragma once

#include <sched.h>

#include <fstream>
#include <string>

namespace bench {

/// Of the processors of one core, which share its units, the first.
inline bool is_first_of_core(int processor) {
  std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(processor) +
                     "/topology/thread_siblings_list");
  int first = processor;
  file >> first;
  return !file || first == processor;
}

/// Keeps this process on a core of its own, as mpirun does.  Where there are fewer cores than
/// ranks, the others go where they like.
inline void take_core(int rank) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  int cores = 0;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(processor, &allowed) || !is_first_of_core(processor)) continue;
    if (cores++ < rank) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    sched_setaffinity(0, sizeof one, &one);
    return;
  }
}

}  // namespace bench
