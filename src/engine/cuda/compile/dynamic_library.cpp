#include "engine/cuda/compile/dynamic_library.hpp"

#include <dlfcn.h>

#include <utility>

#include "base/environment.hpp"

namespace cuboid::engine::cuda {

namespace {

std::vector<std::string> folders() {
  std::vector<std::string> result{""};
  for (const char *variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const char *value = environment_variable(variable); value && *value)
      result.push_back(std::string(value) + "/lib64/");
  result.push_back("/usr/local/cuda/lib64/");
  return result;
}

}  // namespace

DynamicLibrary::DynamicLibrary(std::string what, const std::vector<std::string> &names)
    : what_(std::move(what)) {
  for (const auto &folder : folders())
    for (const auto &name : names)
      if (!handle_) handle_ = dlopen((folder + name).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle_)
    problem_ = what_ + " (" + names.front() +
               ") cannot be opened; install the CUDA toolkit, or set CUDA_PATH to where it is";
}

void *DynamicLibrary::address(const char *name) {
  void *found = handle_ ? dlsym(handle_, name) : nullptr;
  if (!found && problem_.empty())
    problem_ = what_ + " has no function " + name + "; a newer CUDA toolkit is needed";
  return found;
}

}  // namespace cuboid::engine::cuda
