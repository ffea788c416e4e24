#include "engine/cuda/compile/nvrtc.hpp"

#include <nvrtc.h>

#include <algorithm>

#include "base/failure.hpp"
#include "engine/cuda/compile/dynamic_library.hpp"

namespace cuboid::engine::cuda {

namespace {

struct Nvrtc {
  DynamicLibrary library{"the run-time compiler NVRTC",
                         {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"}};
  CUBOID_LIBRARY_FUNCTION(create, nvrtcCreateProgram);
  CUBOID_LIBRARY_FUNCTION(destroy, nvrtcDestroyProgram);
  CUBOID_LIBRARY_FUNCTION(compile, nvrtcCompileProgram);
  CUBOID_LIBRARY_FUNCTION(error_text, nvrtcGetErrorString);
  CUBOID_LIBRARY_FUNCTION(log_size, nvrtcGetProgramLogSize);
  CUBOID_LIBRARY_FUNCTION(log, nvrtcGetProgramLog);
  CUBOID_LIBRARY_FUNCTION(cubin_size, nvrtcGetCUBINSize);
  CUBOID_LIBRARY_FUNCTION(cubin, nvrtcGetCUBIN);
  CUBOID_LIBRARY_FUNCTION(ptx_size, nvrtcGetPTXSize);
  CUBOID_LIBRARY_FUNCTION(ptx, nvrtcGetPTX);
  CUBOID_LIBRARY_FUNCTION(lto_ir_size, nvrtcGetLTOIRSize);
  CUBOID_LIBRARY_FUNCTION(lto_ir, nvrtcGetLTOIR);
  CUBOID_LIBRARY_FUNCTION(add_name, nvrtcAddNameExpression);
  CUBOID_LIBRARY_FUNCTION(lowered_name, nvrtcGetLoweredName);
  CUBOID_LIBRARY_FUNCTION(version, nvrtcVersion);
  CUBOID_LIBRARY_FUNCTION(architecture_count, nvrtcGetNumSupportedArchs);
  CUBOID_LIBRARY_FUNCTION(architectures, nvrtcGetSupportedArchs);
};

/// Destroys the program at the end of a scope.
class Program {
 public:
  Program(const Nvrtc &nvrtc, const NvrtcInput &input) : nvrtc_(nvrtc) {
    std::vector<const char *> names;
    std::vector<const char *> texts;
    for (const auto &[name, text] : input.headers) {
      names.push_back(name.c_str());
      texts.push_back(text.c_str());
    }
    check(nvrtc.create(&program_, input.text.c_str(), "cuboid", static_cast<int>(names.size()),
                       texts.data(), names.data()));
    if (!input.kernel.empty()) check(nvrtc.add_name(program_, input.kernel.c_str()));
  }
  ~Program() { nvrtc_.destroy(&program_); }
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  void compile(const std::vector<std::string> &options) {
    std::vector<const char *> list;
    for (const auto &option : options) list.push_back(option.c_str());
    const auto result = nvrtc_.compile(program_, static_cast<int>(list.size()), list.data());
    if (result == NVRTC_SUCCESS) return;
    const std::string text = fetch(nvrtc_.log_size, nvrtc_.log);
    throw Failure(CUBOID_COMPILE_FAILED,
                  "the source of the integrand does not compile" +
                      (text.size() > 1 ? ":\n" + text : ": " + std::string(name_of(result))));
  }

  std::string lowered(const std::string &kernel) const {
    if (kernel.empty()) return {};
    const char *name = nullptr;
    check(nvrtc_.lowered_name(program_, kernel.c_str(), &name));
    return name;
  }

  template <class SizeFunction, class Function>
  std::string fetch(SizeFunction size_of, Function get) {
    std::size_t size = 0;
    check(size_of(program_, &size));
    std::string bytes(size, '\0');
    check(get(program_, bytes.data()));
    return bytes;
  }

 private:
  const char *name_of(nvrtcResult result) const { return nvrtc_.error_text(result); }

  void check(nvrtcResult result) const {
    if (result == NVRTC_ERROR_OUT_OF_MEMORY)
      throw Failure(CUBOID_OUT_OF_MEMORY, "NVRTC has not enough memory");
    if (result != NVRTC_SUCCESS)
      throw Failure(CUBOID_COMPILE_FAILED, std::string("NVRTC failed: ") + name_of(result));
  }

  const Nvrtc &nvrtc_;
  nvrtcProgram program_ = nullptr;
};

/// Without the zeros at the end that the sizes of texts count.
std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\0' || text.back() == '\n')) text.pop_back();
  return text;
}

}  // namespace

NvrtcImage nvrtc_compile(const NvrtcInput &input, NvrtcOutput output) {
  const Nvrtc &nvrtc = usable<Nvrtc>();
  Program program(nvrtc, input);
  try {
    program.compile(input.options);
  } catch (const Failure &failure) {
    throw Failure(failure.status(), trimmed(failure.message()));
  }
  const std::string kernel = program.lowered(input.kernel);
  if (output == NvrtcOutput::ptx)
    return {trimmed(program.fetch(nvrtc.ptx_size, nvrtc.ptx)) + '\n', kernel};
  if (output == NvrtcOutput::lto_ir)
    return {program.fetch(nvrtc.lto_ir_size, nvrtc.lto_ir), kernel};
  return {program.fetch(nvrtc.cubin_size, nvrtc.cubin), kernel};
}

const std::string &nvrtc_problem() {
  return opened<Nvrtc>().library.problem();
}

std::string nvrtc_version() {
  int major = 0;
  int minor = 0;
  usable<Nvrtc>().version(&major, &minor);
  return std::to_string(major) + "." + std::to_string(minor);
}

std::vector<int> nvrtc_architectures() {
  const Nvrtc &nvrtc = usable<Nvrtc>();
  int count = 0;
  nvrtc.architecture_count(&count);
  std::vector<int> list(count);
  nvrtc.architectures(list.data());
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace cuboid::engine::cuda
