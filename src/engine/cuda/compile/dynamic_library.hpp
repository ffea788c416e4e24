// Libraries that are opened when they are first needed.
#pragma once

#include <string>
#include <vector>

#include "base/failure.hpp"

namespace cuboid::engine::cuda {

/// A shared library and its functions.  It stays open until the process ends, as CUDA's libraries
/// do not all bear to be closed.
class DynamicLibrary {
 public:
  /// Opens the first of the names that can be opened, looking where the system looks, then below
  /// CUDA_PATH, CUDA_HOME and /usr/local/cuda.  what: what the library is for the user.
  DynamicLibrary(std::string what, const std::vector<std::string> &names);

  /// A function, if the library is open and has it; else nullptr, and what is missing is noted.
  template <class Function>
  Function *find(const char *name) {
    return reinterpret_cast<Function *>(address(name));
  }

  /// Empty, or a sentence on why the library cannot be used.
  const std::string &problem() const { return problem_; }

 private:
  void *address(const char *name);

  std::string what_;
  void *handle_ = nullptr;
  std::string problem_;
};

/// A member of a struct with a `library`: a function of it that a header declares.
#define CUBOID_LIBRARY_FUNCTION(member, function) \
  decltype(&::function) member = library.find<decltype(::function)>(#function)

/// The library of such a struct, opened when it is first asked for.
template <class Functions>
const Functions &opened() {
  static const Functions functions;
  return functions;
}

/// The same.  Throws Failure(CUBOID_NO_DEVICE) where it cannot be used.
template <class Functions>
const Functions &usable() {
  const std::string &problem = opened<Functions>().library.problem();
  if (!problem.empty()) throw Failure(CUBOID_NO_DEVICE, problem);
  return opened<Functions>();
}

}  // namespace cuboid::engine::cuda
