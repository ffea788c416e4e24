#include "engine/cuda/compile/program.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/failure.hpp"
#include "engine/cuda/compile/cache.hpp"
#include "engine/cuda/compile/embedded.hpp"
#include "engine/cuda/compile/nvjitlink.hpp"
#include "engine/cuda/compile/sha256.hpp"
#include "engine/cuda/compile/source.hpp"
#include "engine/cuda/ready/ready_kernels.hpp"

namespace cuboid::engine::cuda {

namespace {

constexpr std::array standard_headers = {
    "assert.h",  "ctype.h",  "errno.h",     "float.h",  "inttypes.h", "limits.h",  "math.h",
    "stdarg.h",  "stddef.h", "stdint.h",    "stdio.h",  "stdlib.h",   "stdbool.h", "string.h",
    "strings.h", "tgmath.h", "time.h",      "unistd.h", "cuba.h",     "cuboid.h",  "algorithm",
    "cmath",     "cfloat",   "climits",     "cstddef",  "cstdint",    "cstdio",    "cstdlib",
    "cstring",   "limits",   "type_traits", "utility"};

constexpr std::string_view standard = "engine/cuda/prelude/standard.cuh";

constexpr const char *relocatable = "--relocatable-device-code=true";

/// The fewest registers that a kernel leaves to a function that it calls, as its bounds of a launch
/// have it: samples_kernel, with 3 blocks of 256 threads.
constexpr int registers_of_ready_kernels = 80;

bool is_standard(std::string_view name) {
  return std::find(standard_headers.begin(), standard_headers.end(), name) !=
         standard_headers.end();
}

bool is_embedded(std::string_view name) {
  const auto headers = embedded_headers();
  return std::any_of(headers.begin(), headers.end(),
                     [&](const EmbeddedHeader &header) { return header.name == name; });
}

std::string include(std::string_view name) {
  return "#include \"" + std::string(name) + "\"\n";
}

std::string declaration(const std::string &name) {
  return "extern \"C\" __device__ int " + name +
         "(const int *, const double *, const int *, double *, void *);\n";
}

/// Names of headers in the user's text of which nothing is known: they are taken as empty.
std::vector<std::string> unknown_headers(const PreparedSource &source) {
  std::vector<std::string> unknown;
  for (const auto &name : source.included)
    if (!is_standard(name) && !is_embedded(name)) unknown.push_back(name);
  return unknown;
}

/// The digest of the texts of all embedded headers.
const std::string &embedded_digest() {
  static const std::string digest = [] {
    std::string all;
    for (const auto &[name, text] : embedded_headers()) {
      all += name;
      all += '\0';
      all += text;
      all += '\0';
    }
    return sha256(all);
  }();
  return digest;
}

/// The digest of all that decides what comes out of NVRTC, the linker and this library.
std::string cache_key(const NvrtcInput &input, const std::string &image,
                      const std::string &versions) {
  std::string all = versions;
  const auto add = [&all](std::string_view text) {
    all += std::to_string(text.size());
    all += ':';
    all += text;
  };
  add(CUBOID_LIBRARY_VERSION);
  add(embedded_digest());
  add(input.text);
  add(input.kernel);
  for (const auto &option : input.options) add(option);
  add(image);
  return sha256(all);
}

/// Those that this process has built: to put a program together in order to look it up takes longer
/// than a new handle may.
class KnownPrograms {
 public:
  using Image = std::shared_ptr<const std::string>;

  static KnownPrograms &of_process() {
    static KnownPrograms known;
    return known;
  }

  static std::string key(const DeviceFunction &function, const KernelPart &part, int architecture) {
    std::string all;
    const auto add = [&all](std::string_view text) {
      all += std::to_string(text.size());
      all += ':';
      all += text;
    };
    for (const int number : {function.ndim, function.ncomp, function.batched ? 1 : 0,
                             function.joined ? 1 : 0, part.variant, architecture})
      add(std::to_string(number));
    add(std::to_string(function.infinite_axes));
    for (const std::string *text :
         {&function.name, &function.source, &function.image, &part.header, &part.kernel})
      add(*text);
    for (const std::string &option : part.options) add(option);
    return all;
  }

  /// nullptr: not built yet.
  Image find(const std::string &key) {
    const std::lock_guard lock(mutex_);
    const auto found = images_.find(key);
    return found == images_.end() ? nullptr : found->second;
  }

  Image keep(const std::string &key, Image image) {
    const std::lock_guard lock(mutex_);
    return images_.try_emplace(key, std::move(image)).first->second;
  }

 private:
  std::mutex mutex_;  ///< guards what follows
  std::unordered_map<std::string, Image> images_;
};

/// The newest architecture that NVRTC knows and devices of `architecture` run.
int known_architecture(int architecture) {
  int known = 0;
  for (const int each : nvrtc_architectures())
    if (each <= architecture) known = each;
  if (known == 0)
    throw Failure(CUBOID_NO_DEVICE,
                  "NVRTC " + nvrtc_version() + " makes no code for devices of compute capability " +
                      std::to_string(architecture / 10) + "." + std::to_string(architecture % 10));
  return known;
}

/// Adds to the compiler's log what may be the reason: the function was not found, or headers were
/// taken as empty.
[[noreturn]] void throw_with_reasons(const Failure &failure, const DeviceFunction &function) {
  std::string message = failure.message();
  const PreparedSource prepared = prepare_source(function.source, function.name);
  const auto unknown = unknown_headers(prepared);
  if (failure.status() == CUBOID_COMPILE_FAILED && !function.is_image()) {
    if (!prepared.defines_function)
      message = "the source has no function named " + function.name + "; " + message;
    if (!unknown.empty()) message += "\nHeaders unknown on a device were taken as empty:";
    for (const auto &name : unknown) message += " " + name;
  }
  throw Failure(failure.status(), message);
}

/// Without the declarations of textures, surfaces and CUDA's runtime, which take half of the time
/// that a short text takes to read.
NvrtcInput without_what_few_need(NvrtcInput input) {
  input.options.push_back("--minimal");
  return input;
}

NvrtcImage compile(const NvrtcInput &input, const DeviceFunction &function, NvrtcOutput output) {
  try {
    return nvrtc_compile(without_what_few_need(input), output);
  } catch (const Failure &) {
    // The text may need them, or NVRTC not know the option; else it is told what is wrong.
  }
  try {
    return nvrtc_compile(input, output);
  } catch (const Failure &failure) {
    throw_with_reasons(failure, function);
  }
}

/// As arguments of a template.
std::string shape_of(const DeviceFunction &function) {
  return std::to_string(function.ndim) + ", " + std::to_string(function.ncomp);
}

/// The kernel of a part around a template of ndim and ncomp, which a header defines.
void add_kernel_around(const char *integrand, const char *header, const DeviceFunction &function,
                       const KernelPart &part, NvrtcInput &input) {
  const std::string shape = shape_of(function);
  input.text = include(standard) + include(header) + include(part.header) +
               "using cuboid_integrand_type = " + integrand + "<" + shape + ">;\n";
  input.kernel = "cuboid::engine::cuda::" + part.kernel + "<cuboid_integrand_type, " + shape +
                 ", " + std::to_string(part.variant) + ">";
}

/// Adds the user's text or image, and who calls it.
void add_user_function(const DeviceFunction &function, NvrtcInput &input) {
  if (function.infinite_axes != 0) input.text += include("engine/cuda/prelude/tails.cuh");
  if (function.is_image()) {
    input.text += "namespace cuboid_user {\n" + declaration(function.name) + "}\n";
  } else {
    const PreparedSource prepared = prepare_source(function.source, function.name);
    for (const auto &name : unknown_headers(prepared)) input.headers.emplace_back(name, "");
    // It takes as long to read as a short text to compile.
    if (prepared.text.find("::cuboid::domain::") != prepared.text.npos)
      input.text += include("domain/maps.hpp");
    if (prepared.text.find("::cuboid::Dual<") != prepared.text.npos)
      input.text += include("engine/cuda/prelude/duals.cuh");
    input.text += include("engine/cuda/prelude/c_language.cuh") +
                  // Without a name, so that what is inlined is not there a second time.
                  "namespace cuboid_user {\nnamespace {\n#line 1 \"source\"\n" + prepared.text +
                  "\n}\n}\n";
  }
  const bool has_tails = function.infinite_axes != 0;
  const std::string parameters =
      "(const int *cuboid_ndim, const double *cuboid_x, const int *cuboid_ncomp, double *cuboid_f, "
      "void *cuboid_userdata) {\n";
  input.text += "#line 1 \"function_name\"\nstatic __device__ int " +
                std::string(has_tails ? "cuboid_call_once" : "cuboid_call_user_function") +
                parameters + "return cuboid_invoke<&cuboid_user::" + function.name +
                ">(&cuboid_user::" + function.name +
                ", cuboid_ndim, cuboid_x, cuboid_ncomp, cuboid_f, cuboid_userdata);\n}\n";
  if (has_tails)
    input.text += "static __device__ int cuboid_call_user_function" + parameters +
                  "return cuboid::kernel::call_with_tails<&cuboid_call_once, " +
                  std::to_string(function.infinite_axes) + "u, " + shape_of(function) +
                  ">(cuboid_x, cuboid_f, cuboid_userdata);\n}\n";
}

/// With all headers that a text may include.  C has no execution spaces: what has no mark is for
/// the device.
NvrtcInput empty_program() {
  NvrtcInput input;
  for (const auto &[name, text] : embedded_headers()) input.headers.emplace_back(name, text);
  for (const auto *name : standard_headers) input.headers.emplace_back(name, include(standard));
  input.options = {"-std=c++20", "--device-as-default-execution-space", "--disable-warnings"};
  return input;
}

}  // namespace

NvrtcInput make_program(const DeviceFunction &function, const KernelPart &part) {
  NvrtcInput input = empty_program();
  if (function.batched) {
    add_kernel_around("cuboid::engine::cuda::BatchedFunction",
                      "engine/cuda/kernel/batched_function.cuh", function, part, input);
  } else {
    // The user's text comes after the kernels, so that its macros do not reach them, and in a
    // namespace, so that it may use the names of functions that CUDA has and C has not.
    add_kernel_around("cuboid::kernel::UserFunction", "engine/cuda/prelude/integrand.cuh", function,
                      part, input);
    add_user_function(function, input);
  }
  input.options.insert(input.options.end(), part.options.begin(), part.options.end());
  return input;
}

NvrtcInput make_ready_program(int ndim, int ncomp, const KernelPart &part) {
  NvrtcInput input = empty_program();
  add_kernel_around("cuboid::kernel::JoinedFunction", "engine/cuda/prelude/joined.cuh",
                    {ndim, ncomp, "", "", ""}, part, input);
  input.options.push_back(relocatable);
  // Of functions within; kernels have the bounds of their launches.
  input.options.push_back("--maxrregcount=128");
  return input;
}

NvrtcInput make_text_program(const DeviceFunction &function) {
  NvrtcInput input = empty_program();
  const std::string ndim = std::to_string(function.ndim);
  const std::string ncomp = std::to_string(function.ncomp);
  // Before the text, whose macros are not to reach it.
  input.text = include("engine/cuda/prelude/joined_text.cuh") +
               "template __device__ cuboid::kernel::ValuesOfPoint<" + ncomp +
               "> cuboid::kernel::value_at<" + ndim + ", " + ncomp +
               ">(cuboid::kernel::PointByValue<" + ndim + ">, void *);\n";
  add_user_function(function, input);
  input.options.push_back(relocatable);
  input.options.push_back("--maxrregcount=" + std::to_string(registers_of_ready_kernels));
  return input;
}

namespace {

/// From the cache, or else from NVRTC.
std::shared_ptr<const std::string> find_or_read(const DeviceFunction &function,
                                                const KernelPart &part, int architecture) {
  NvrtcInput input = make_program(function, part);
  input.options.push_back("--gpu-architecture=sm_" +
                          std::to_string(known_architecture(architecture)));
  input.options.push_back("-dlto");
  return process_cache().find_or_make(cache_key(input, "", "nvrtc " + nvrtc_version()), [&] {
    return compile(input, function, NvrtcOutput::lto_ir).bytes;
  });
}

/// What the driver can load, and after it the name of the kernel.  A text ends with a zero.
std::string with_name(const std::string &image, const std::string &kernel) {
  return image + '\0' + kernel;
}

/// The machine code of the text alone.
std::shared_ptr<const std::string> find_or_compile_text(const DeviceFunction &function,
                                                        int architecture) {
  NvrtcInput input = make_text_program(function);
  input.options.push_back("--gpu-architecture=sm_" + std::to_string(architecture));
  return process_cache().find_or_make(cache_key(input, "", "nvrtc " + nvrtc_version()), [&] {
    return compile(input, function, NvrtcOutput::cubin).bytes;
  });
}

/// The kernel that the function is to be joined to; nullptr: there is none.
const ReadyKernel *ready_for(const DeviceFunction &function, const KernelPart &part,
                             int architecture) {
  if (!function.joined || !part.options.empty() || function.is_image() || function.batched ||
      function.ncomp != 1 || !nvjitlink_problem().empty())
    return nullptr;
  return find_ready_kernel(part.name(), function.ndim, architecture);
}

std::shared_ptr<const std::string> join_to(const ReadyKernel &ready,
                                           const DeviceFunction &function) {
  const auto text = find_or_compile_text(function, ready.architecture);
  const std::vector<LinkInput> inputs = {{"the kernel", ready.image, ImageKind::fatbin},
                                         {"the integrand", *text, ImageKind::cubin}};
  return std::make_shared<const std::string>(with_name(
      nvjitlink_link(inputs, ready.architecture, LinkOf::machine_code), std::string(ready.name)));
}

std::shared_ptr<const std::string> find_or_build(const DeviceFunction &function,
                                                 const KernelPart &part, int architecture) {
  if (const ReadyKernel *ready = ready_for(function, part, architecture))
    return join_to(*ready, function);
  NvrtcInput input = make_program(function, part);
  const int known = known_architecture(architecture);
  const bool linked = function.is_image();
  // Devices newer than NVRTC get PTX, which the driver compiles.
  const bool as_ptx = known != architecture && !linked;
  input.options.push_back((as_ptx ? "--gpu-architecture=compute_" : "--gpu-architecture=sm_") +
                          std::to_string(known));
  if (linked) input.options.push_back("-dlto");

  const std::string versions =
      "nvrtc " + nvrtc_version() + (linked ? " nvjitlink " + nvjitlink_version() : "");
  const std::string key = cache_key(input, function.image, versions);
  return process_cache().find_or_make(key, [&] {
    const NvrtcImage made = compile(input, function,
                                    linked   ? NvrtcOutput::lto_ir
                                    : as_ptx ? NvrtcOutput::ptx
                                             : NvrtcOutput::cubin);
    if (!linked) return with_name(made.bytes, made.kernel);
    return with_name(nvjitlink_link({{"kernels", made.bytes, ImageKind::lto_ir},
                                     {"the image", function.image, kind_of_image(function.image)}},
                                    known, LinkOf::intermediate_code),
                     made.kernel);
  });
}

}  // namespace

bool can_be_joined(const DeviceFunction &function, int architecture) {
  DeviceFunction joined = function;
  joined.joined = true;
  return ready_for(joined, {"", "points_kernel"}, architecture) != nullptr;
}

std::shared_ptr<const std::string> build_program(const DeviceFunction &function,
                                                 const KernelPart &part, int architecture) {
  KnownPrograms &known = KnownPrograms::of_process();
  const std::string key = KnownPrograms::key(function, part, architecture);
  if (auto found = known.find(key)) return found;
  return known.keep(key, find_or_build(function, part, architecture));
}

std::string kernel_of(const std::string &program) {
  return program.substr(program.rfind('\0') + 1);
}

void try_program(const DeviceFunction &function, const KernelPart &part, int architecture) {
  KnownPrograms &known = KnownPrograms::of_process();
  const std::string key = KnownPrograms::key(function, part, architecture) + "tried";
  if (known.find(key)) return;
  const bool read = !function.is_image() && !function.batched &&
                    prepare_source(function.source, function.name).shows_errors;
  const ReadyKernel *ready = ready_for(function, part, architecture);
  known.keep(key, !read   ? build_program(function, part, architecture)
                  : ready ? find_or_compile_text(function, ready->architecture)
                          : find_or_read(function, part, architecture));
}

void build_side_by_side(const DeviceFunction &function, std::span<const KernelPart> parts,
                        int architecture) {
  std::vector<const KernelPart *> missing;
  for (const KernelPart &part : parts)
    if (!KnownPrograms::of_process().find(KnownPrograms::key(function, part, architecture)))
      missing.push_back(&part);
  // One alone is built where it is needed.
  if (missing.size() < 2) return;
  const auto build = [&](const KernelPart &part) {
    try {
      build_program(function, part, architecture);
    } catch (...) {
      // Whoever needs the part tries once more, and is told.
    }
  };
  std::vector<std::jthread> others;
  try {
    for (std::size_t i = 1; i < missing.size(); ++i)
      others.emplace_back([&build, part = missing[i]] { build(*part); });
  } catch (const std::system_error &) {
    // There are no threads to be had.
  }
  build(*missing.front());
}

}  // namespace cuboid::engine::cuda
