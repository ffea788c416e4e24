# cmake -D MODE=embed|join -D VERSION=<version> -D OUTPUT=<file> -D ROOT=<folder> -D HEADERS=<list>
#       -P CuboidEmbedHeaders.cmake
#
# Headers of the public folder, ../include, are known by their names alone.

# Compilers must accept string literals of 65536 bytes.
set(piece_length 16000)

# The text as string literals that the compiler joins.
function(literals out text)
  string(LENGTH "${text}" length)
  set(result "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} ${piece_length} piece)
    string(APPEND result "R\"embedded(${piece})embedded\"\n")
    math(EXPR at "${at} + ${piece_length}")
  endwhile()
  set(${out} "${result}" PARENT_SCOPE)
endfunction()

if(MODE STREQUAL "embed")
  set(entries "")
  foreach(header IN LISTS HEADERS)
    file(READ ${ROOT}/${header} text)
    literals(quoted "${text}")
    string(REGEX REPLACE "^\\.\\./include/" "" name ${header})
    string(APPEND entries "    {\"${name}\", ${quoted}},\n")
  endforeach()
  file(WRITE ${OUTPUT} "// Written by CuboidEmbedHeaders.cmake.
#include \"engine/cuda/compile/embedded.hpp\"

namespace cuboid::engine::cuda {

std::span<const EmbeddedHeader> embedded_headers() {
  static constexpr EmbeddedHeader headers[] = {
${entries}  };
  return headers;
}

}  // namespace cuboid::engine::cuda
")
else()
  # CUBOID_KERNELS(part, ...) in a header of kernels defines a function that lists them.
  set(joined "")
  set(calls "")
  foreach(header IN LISTS HEADERS)
    file(READ ${ROOT}/${header} text)
    string(REGEX MATCHALL "\nCUBOID_KERNELS\\([a-z_]+" definitions "${text}")
    foreach(definition IN LISTS definitions)
      string(REGEX REPLACE ".*\\(" "" part "${definition}")
      string(APPEND calls "  add_${part}_kernels<Integrand, ndim, ncomp>(add);\n")
    endforeach()
    string(REGEX REPLACE "#pragma once\n" "" text "${text}")
    string(REGEX REPLACE "\n#include \"[^\n]*" "" text "${text}")
    string(APPEND joined "\n// ---- ${header} ----\n\n${text}")
  endforeach()
  file(WRITE ${OUTPUT} "// The kernels of cuboid ${VERSION}, for cuboid.cuh.  Written by CuboidEmbedHeaders.cmake.
#pragma once

#define CUBOID_KERNELS_VERSION \"${VERSION}\"
${joined}
namespace cuboid::kernel {

/// Calls add(name, address) for each kernel around an integrand.
template <class Integrand, int ndim, int ncomp, class Add>
void add_kernels(Add &&add) {
${calls}}

}  // namespace cuboid::kernel
")
endif()
