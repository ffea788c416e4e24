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

/// A text that counts lines as the file does, and the function in it that is called.
struct Source {
  std::string text;
  std::string function;
};

/// The text of the file, with the macros in front, and what brings its function into the form that
/// is called behind it.  Throws Refused.
Source read_source(const SourceRequest &request);

/// For the host: compiles the text with $CC or cc ($CXX or c++ for a file in C++) into a library
/// that stays loaded.  What the compiler says goes to stderr.  Returns the address of the function.
/// Throws Refused.
void *compile_for_host(const SourceRequest &request, const Source &made);

}  // namespace command
