// The integrand, from a file of C to something that the library can call.
#pragma once

#include <string>
#include <vector>

#include "handles.hpp"

namespace command {

struct SourceRequest {
  std::string file;                    ///< of C or C++; "-": the standard input, in C
  std::string function = "integrand";  ///< its name in the file
  std::vector<std::string> settings;   ///< "k=3": macros
  bool distances = false;              ///< it is a cuboid_distance_function
};

/// The text of a function, with the macros in front, that counts lines as the file
/// does.  Throws Refused.
std::string source_text(const SourceRequest &request);

/// For the host: compiles the text with $CC or cc ($CXX or c++ for a file in C++) into a library
/// that stays loaded.  What the compiler says goes to stderr.  Returns the address of the function.
/// Throws Refused.
void *compile_for_host(const SourceRequest &request, const std::string &text);

}  // namespace command
