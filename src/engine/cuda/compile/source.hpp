// Makes the text of an integrand in C ready for a compiler of CUDA C++.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cuboid::engine::cuda {

/// A prepared text, each line of which has the number it had.
struct PreparedSource {
  std::string text;
  std::vector<std::string> included;  ///< names in #include lines, each once
  bool defines_function = false;      ///< whether the function was found
  /// Whether all errors of the text show where it is read: it names nothing that it does not
  /// define, and has no assembly language and no memory of a block, of which there may be too much.
  bool shows_errors = false;
};

/// Leaves out the functions that the function of that name does not need, main() among them, and
/// lets its parameter userdata convert to other pointers without a cast.  A text that is not
/// understood is left as it is; the compiler then says what is wrong with it.
PreparedSource prepare_source(std::string_view source, std::string_view function_name);

}  // namespace cuboid::engine::cuda
