// nvJitLink, the linker of device code at run time, opened when it is first needed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cuboid::engine::cuda {

/// What an image holds, in the words of nvJitLink.
enum class ImageKind { cubin, ptx, lto_ir, fatbin, unknown };

/// Tells the kind of an image by its first bytes.
ImageKind kind_of_image(std::string_view image);

/// One input of a link.  name: for messages.
struct LinkInput {
  std::string name;
  std::string_view image;
  ImageKind kind;
};

enum class LinkOf {
  intermediate_code,  ///< inlines across inputs of LTO-IR
  machine_code        ///< takes none, and a hundredth of the time
};

/// Links the inputs to a cubin.  architecture: as 90 for 9.0.  Throws
/// Failure: CUBOID_COMPILE_FAILED with the linker's log, CUBOID_NO_DEVICE if there is no nvJitLink.
std::string nvjitlink_link(const std::vector<LinkInput> &inputs, int architecture, LinkOf what);

/// Empty, or a sentence on why nvJitLink cannot be used.
const std::string &nvjitlink_problem();

/// "major.minor" of nvJitLink.
std::string nvjitlink_version();

}  // namespace cuboid::engine::cuda
