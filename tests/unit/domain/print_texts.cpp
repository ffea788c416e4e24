// Prints, in C++, the function that each region has for a GPU, for texts_test.cpp to call here.
#include <cstdio>
#include <string>

#include "unit/domain/regions.hpp"

int main() {
  std::puts("#define __device__\n#include <math.h>\n#include \"domain/maps.hpp\"\nnamespace {");
  for (const auto &[name, region, numbers] : cuboid_test::all_regions())
    std::puts(region->device_text(std::string("region_") + name).c_str());
  std::puts(
      "}  // namespace\nextern double (*const region_texts[])(const double *, double *, "
      "const double *);\ndouble (*const region_texts[])(const double *, double *, const double *) "
      "= {");
  for (const auto &one : cuboid_test::all_regions()) std::printf("region_%s,\n", one.name);
  std::puts("};");
}
