#include "engine/cpu/processes/fork_safety.hpp"

#include <dirent.h>
#include <dlfcn.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "base/environment.hpp"
#include "engine/cpu/processes/worker_process.hpp"

namespace cuboid::engine::cpu {

namespace {

bool has_other_threads() {
  DIR *tasks = opendir("/proc/self/task");
  if (!tasks) return true;  // Not known, so assume the worse.
  int threads = 0;
  while (const dirent *entry = readdir(tasks))
    if (entry->d_name[0] != '.') ++threads;
  closedir(tasks);
  return threads > 1;
}

/// The driver maps its device files when a context is made.
bool has_cuda_context() {
  FILE *maps = fopen("/proc/self/maps", "re");
  if (!maps) return false;
  char line[4096 + 128];
  bool found = false;
  while (!found && fgets(line, sizeof line, maps)) found = strstr(line, " /dev/nvidia") != nullptr;
  fclose(maps);
  return found;
}

bool uses_mpi() {
  for (const char *name : {"OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMIX_RANK"})
    if (environment_variable(name)) return true;
  const auto initialized = reinterpret_cast<int (*)(int *)>(dlsym(RTLD_DEFAULT, "MPI_Initialized"));
  int flag = 0;
  return initialized && initialized(&flag) == 0 && flag != 0;
}

}  // namespace

const char *reason_not_to_fork() {
  if (inside_worker_process()) return "this process is a worker itself";
  if (has_other_threads()) return "the process has other threads";
  if (uses_mpi()) return "the process takes part in an MPI job";
  if (has_cuda_context()) return "the process has a CUDA context";
  return nullptr;
}

int available_cpus() {
  // The kernel refuses a set that is smaller than its own.
  for (int most = 1024; most <= 1 << 20; most *= 4) {
    std::vector<cpu_set_t> set(static_cast<std::size_t>(most) / (8 * sizeof(cpu_set_t)));
    const std::size_t bytes = set.size() * sizeof(cpu_set_t);
    if (sched_getaffinity(0, bytes, set.data()) == 0)
      return std::max(CPU_COUNT_S(bytes, set.data()), 1);
  }
  return 1;
}

}  // namespace cuboid::engine::cpu
