#include "lists.hpp"

#include <cstdio>
#include <string>

#include "cuboid.h"
#include "outcome.hpp"

namespace command {
namespace {

std::string up_to(int most) {
  return most == INT32_MAX ? "any number of" : "up to " + std::to_string(most);
}

}  // namespace

int list_methods() {
  for (int i = 0; i < cuboid_methods_count(); ++i) {
    std::printf("%s: %s\n", cuboid_methods_name(i), cuboid_methods_help(i));
    std::printf("    %d to %d dimensions, %s components\n", cuboid_methods_min_ndim(i),
                cuboid_methods_max_ndim(i, 0), up_to(cuboid_methods_max_ncomp(i, 0)).c_str());
    if (cuboid_methods_max_ndim(i, 1) > 0)
      std::printf("    on a GPU %s dimensions, %s components\n",
                  up_to(cuboid_methods_max_ndim(i, 1)).c_str(),
                  up_to(cuboid_methods_max_ncomp(i, 1)).c_str());
    std::printf("    options: %s\n", cuboid_methods_options(i));
  }
  return converged;
}

int list_options() {
  for (const std::string level : {"basic", "method", "expert"}) {
    std::printf("%s:\n", level.c_str());
    for (int i = 0; i < cuboid_options_count(); ++i)
      if (level == cuboid_options_level(i))
        std::printf("  --%s (%s): %s\n", cuboid_options_name(i), cuboid_options_kind(i),
                    cuboid_options_help(i));
  }
  return converged;
}

int list_devices() {
  const char *description = "";
  if (cuboid_device(&description) == 0) {
    std::printf("%s\n", description);
    return converged;
  }
  std::printf("no GPU can be used: %s\n", cuboid_last_error());
  return missed;
}

}  // namespace command
