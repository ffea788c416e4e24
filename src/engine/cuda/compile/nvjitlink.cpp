#include "engine/cuda/compile/nvjitlink.hpp"

#include <nvJitLink.h>

#include "base/failure.hpp"
#include "engine/cuda/compile/dynamic_library.hpp"

namespace cuboid::engine::cuda {

namespace {

/// The functions whose types the header gives; the library has them under these names, and under
/// names with the version for programs that are linked to it.
struct NvJitLink {
  DynamicLibrary library{"the run-time linker nvJitLink",
                         {"libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so"}};
  CUBOID_LIBRARY_FUNCTION(create, nvJitLinkCreate);
  CUBOID_LIBRARY_FUNCTION(destroy, nvJitLinkDestroy);
  CUBOID_LIBRARY_FUNCTION(add_data, nvJitLinkAddData);
  CUBOID_LIBRARY_FUNCTION(complete, nvJitLinkComplete);
  CUBOID_LIBRARY_FUNCTION(cubin_size, nvJitLinkGetLinkedCubinSize);
  CUBOID_LIBRARY_FUNCTION(cubin, nvJitLinkGetLinkedCubin);
  CUBOID_LIBRARY_FUNCTION(log_size, nvJitLinkGetErrorLogSize);
  CUBOID_LIBRARY_FUNCTION(log, nvJitLinkGetErrorLog);
  CUBOID_LIBRARY_FUNCTION(version, nvJitLinkVersion);
};

/// Destroys the linker at the end of a scope.
class Linker {
 public:
  Linker(const NvJitLink &nvjitlink, int architecture, LinkOf what) : nvjitlink_(nvjitlink) {
    const std::string target = "-arch=sm_" + std::to_string(architecture);
    const char *options[] = {target.c_str(), "-lto"};
    check(nvjitlink_.create(&handle_, what == LinkOf::machine_code ? 1 : 2, options),
          "the linker cannot be started");
  }
  ~Linker() {
    if (handle_) nvjitlink_.destroy(&handle_);
  }
  Linker(const Linker &) = delete;
  Linker &operator=(const Linker &) = delete;

  void add(const LinkInput &input) {
    check(nvjitlink_.add_data(handle_, type_of(input.kind), input.image.data(), input.image.size(),
                              input.name.c_str()),
          input.name + " cannot be read");
  }

  std::string link() {
    check(nvjitlink_.complete(handle_), "the integrand cannot be linked");
    std::size_t size = 0;
    check(nvjitlink_.cubin_size(handle_, &size), "the linked image cannot be had");
    std::string cubin(size, '\0');
    check(nvjitlink_.cubin(handle_, cubin.data()), "the linked image cannot be had");
    return cubin;
  }

 private:
  static nvJitLinkInputType type_of(ImageKind kind) {
    switch (kind) {
      case ImageKind::cubin:
        return NVJITLINK_INPUT_CUBIN;
      case ImageKind::ptx:
        return NVJITLINK_INPUT_PTX;
      case ImageKind::lto_ir:
        return NVJITLINK_INPUT_LTOIR;
      case ImageKind::fatbin:
        return NVJITLINK_INPUT_FATBIN;
      case ImageKind::unknown:
        break;
    }
    return NVJITLINK_INPUT_ANY;
  }

  void check(nvJitLinkResult result, const std::string &what) const {
    if (result == NVJITLINK_SUCCESS) return;
    std::string text;
    std::size_t size = 0;
    if (handle_ && nvjitlink_.log_size(handle_, &size) == NVJITLINK_SUCCESS && size > 1) {
      text.resize(size);
      nvjitlink_.log(handle_, text.data());
      while (!text.empty() && (text.back() == '\0' || text.back() == '\n')) text.pop_back();
    }
    throw Failure(
        CUBOID_COMPILE_FAILED,
        what + (text.empty() ? " (nvJitLink error " + std::to_string(result) + ")" : ":\n" + text));
  }

  const NvJitLink &nvjitlink_;
  nvJitLinkHandle handle_ = nullptr;
};

}  // namespace

ImageKind kind_of_image(std::string_view image) {
  if (image.starts_with("\x7f"
                        "ELF"))
    return ImageKind::cubin;
  if (image.starts_with("\x50\xed\x55\xba")) return ImageKind::fatbin;
  if (image.starts_with("\xed\x43\x4e\x7f")) return ImageKind::lto_ir;
  if (image.substr(0, 4096).find(".version") != image.npos) return ImageKind::ptx;
  return ImageKind::unknown;
}

std::string nvjitlink_link(const std::vector<LinkInput> &inputs, int architecture, LinkOf what) {
  Linker linker(usable<NvJitLink>(), architecture, what);
  for (const auto &input : inputs) linker.add(input);
  return linker.link();
}

const std::string &nvjitlink_problem() {
  return opened<NvJitLink>().library.problem();
}

std::string nvjitlink_version() {
  unsigned major = 0;
  unsigned minor = 0;
  usable<NvJitLink>().version(&major, &minor);
  return std::to_string(major) + "." + std::to_string(minor);
}

}  // namespace cuboid::engine::cuda
