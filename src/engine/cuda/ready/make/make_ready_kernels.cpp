// Compiles the kernels of a number of dimensions that stand ready in the library, while that is
// built:
//   make_ready_kernels ndim architectures fatbinary folder
// with architectures as 80,90.  Writes ready_<ndim>.bin, the images one after the other, and
// ready_<ndim>.inc, lines of the table that has them.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "engine/cuda/compile/program.hpp"
#include "engine/cuda/ready/ready_kernels.hpp"

namespace cuboid::engine::cuda {

/// None, while they are made.
std::span<const ReadyKernel> ready_kernels() {
  return {};
}

namespace {

/// What a first call may need, quasi-random samples and lists of m_cubes apart: these are compiled
/// around the text.
std::vector<KernelPart> parts(int ndim) {
  std::vector<KernelPart> all = {{"engine/cuda/kernel/points.cuh", "points_kernel"},
                                 {"engine/cuda/kernel/lattice_many.cuh", "lattice_many_kernel"}};
  const auto add = [&all](const char *name, const char *kernel, const std::vector<int> &variants) {
    for (const int variant : variants)
      all.push_back({std::string("engine/cuda/kernel/") + name, kernel, variant});
  };
  add("regions_rule.cuh", "rule_kernel", {0, 1});
  add("regions_probe.cuh", "probe_kernel", {0, 1});
  add("regions_many.cuh", "many_kernel", {0, 1});
  add("lattice.cuh", "lattice_kernel", {0, 1, 2, 3, 4, 5, 6});
  // FillKind: boxed or not, adaptive or not, with a histogram or without; in lists adaptive alone.
  add("samples.cuh", "samples_kernel", {0, 1, 3, 4, 6, 7, 9, 10});
  add("samples_many.cuh", "samples_many_kernel", {1, 4, 7, 10});
  if (ndim == 1) add("line_many.cuh", "line_many_kernel", {0, 1});
  return all;
}

std::string content_of(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The image in a fatbin, where it takes a quarter of the bytes.
std::string compressed(const std::string &image, const std::string &architecture,
                       const std::string &fatbinary, const std::string &path) {
  std::ofstream(path + ".cubin", std::ios::binary) << image;
  const std::string command = "\"" + fatbinary + "\" --compress-mode=size --create=\"" + path +
                              ".fatbin\" --image3=kind=elf,sm=" + architecture + ",file=\"" + path +
                              ".cubin\"";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("this failed: " + command);
  std::string made = content_of(path + ".fatbin");
  std::remove((path + ".cubin").c_str());
  std::remove((path + ".fatbin").c_str());
  return made;
}

void make(const std::string &ndim, const std::string &architectures, const std::string &fatbinary,
          const std::string &folder) {
  const std::string path = folder + "/ready_" + ndim;
  std::ofstream images(path + ".bin", std::ios::binary);
  std::ofstream table(path + ".inc");
  std::size_t offset = 0;
  std::istringstream list(architectures);
  for (std::string architecture; std::getline(list, architecture, ',');)
    for (const KernelPart &part : parts(std::stoi(ndim))) {
      NvrtcInput input = make_ready_program(std::stoi(ndim), 1, part);
      input.options.push_back("--gpu-architecture=sm_" + architecture);
      const NvrtcImage made = nvrtc_compile(input, NvrtcOutput::cubin);
      const std::string image = compressed(made.bytes, architecture, fatbinary, path);
      images << image;
      table << "{\"" << part.name() << "\", " << ndim << ", " << architecture << ", \""
            << made.kernel << "\", {ready_" << ndim << " + " << offset << ", " << image.size()
            << "}},\n";
      offset += image.size();
    }
  if (!images.flush() || !table.flush())
    throw std::runtime_error("writing " + path + ".bin and " + path + ".inc failed");
}

}  // namespace

}  // namespace cuboid::engine::cuda

int main(int argc, char **argv) try {
  if (argc != 5) throw std::runtime_error("use: ndim architectures fatbinary folder");
  cuboid::engine::cuda::make(argv[1], argv[2], argv[3], argv[4]);
  return 0;
} catch (const cuboid::Failure &failure) {
  std::fprintf(stderr, "make_ready_kernels: %s\n", failure.message().c_str());
  return 1;
} catch (const std::exception &error) {
  std::fprintf(stderr, "make_ready_kernels: %s\n", error.what());
  return 1;
}
