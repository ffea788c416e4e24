// Libraries that are opened when they are first needed.
#pragma once

#include <string>
#include <vector>

namespace cuboid::engine::cuda {

/// A shared library and its functions.  It stays open until the process ends, as CUDA's libraries
/// do not all bear to be closed.
class DynamicLibrary {
 public:
  /// Opens the first of the names that can be opened, looking where the system looks, then below
  /// CUDA_PATH, CUDA_HOME and /usr/local/cuda.  what: what the library is for the user.
  DynamicLibrary(std::string what, const std::vector<std::string> &names);

  /// Sets a function pointer, if the library is open and has the function; else notes what is
  /// missing.
  template <class Pointer>
  void load(Pointer &pointer, const char *name) {
    pointer = reinterpret_cast<Pointer>(address(name));
  }

  /// Empty, or a sentence on why the library cannot be used.
  const std::string &problem() const { return problem_; }

 private:
  void *address(const char *name);

  std::string what_;
  void *handle_ = nullptr;
  std::string problem_;
};

}  // namespace cuboid::engine::cuda
