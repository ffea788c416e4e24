// NVRTC, the compiler of CUDA C++ at run time, opened when it is first needed.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace cuboid::engine::cuda {

/// A program and what NVRTC is told about it.
struct NvrtcInput {
  std::string text;
  std::vector<std::pair<std::string, std::string>> headers;  ///< names as in #include, and texts
  std::vector<std::string> options;
  std::string kernel = {};  ///< an instance of a template that is to be made; empty: none
};

struct NvrtcImage {
  std::string bytes;
  std::string kernel;  ///< its name there
};

enum class NvrtcOutput { cubin, ptx, lto_ir };

/// Compiles.  Throws Failure: CUBOID_COMPILE_FAILED with the compiler's log, CUBOID_NO_DEVICE if
/// there is no NVRTC.
NvrtcImage nvrtc_compile(const NvrtcInput &input, NvrtcOutput output);

/// Empty, or a sentence on why NVRTC cannot be used.
const std::string &nvrtc_problem();

/// "major.minor" of NVRTC.
std::string nvrtc_version();

/// The compute capabilities that NVRTC makes code for, as 90 for 9.0, rising.
std::vector<int> nvrtc_architectures();

}  // namespace cuboid::engine::cuda
