#include "engine/mpi/plugin.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/environment.hpp"
#include "base/failure.hpp"

namespace cuboid::engine::mpi {

namespace {

/// What MPI_Get_library_version may write: MPI_MAX_LIBRARY_VERSION_STRING is 256 in Open MPI and
/// 8192 in MPICH.
constexpr int max_version_text = 1 << 14;

/// The library in this process whose name begins with libmpi, as do those of all flavours; "" for
/// none.  Python opens it where others do not see its functions.
std::string loaded_mpi() {
  std::string found;
  dl_iterate_phdr(
      [](dl_phdr_info *library, std::size_t, void *result) {
        const std::string_view path(library->dlpi_name);
        const std::string_view name = path.substr(path.find_last_of('/') + 1);
        const bool is_mpi = name.starts_with("libmpi.so") || name.starts_with("libmpich.so") ||
                            name.starts_with("libmpi_abi.so");
        if (is_mpi) *static_cast<std::string *>(result) = path;
        return is_mpi ? 1 : 0;
      },
      &found);
  return found;
}

/// What the MPI library of the process says of itself; "" if there is none.
std::string loaded_version() {
  void *function = dlsym(RTLD_DEFAULT, "MPI_Get_library_version");
  if (const std::string path = loaded_mpi(); function == nullptr && !path.empty())
    if (void *const library = dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD))
      function = dlsym(library, "MPI_Get_library_version");
  if (function == nullptr) return "";
  std::vector<char> text(max_version_text);
  int length = 0;
  reinterpret_cast<int (*)(char *, int *)>(function)(text.data(), &length);
  return text.data();
}

/// The flavours that come into question, the likeliest first.
std::vector<std::string> flavours() {
  // What has the standard ABI says by its version whose it is, and has not the ABI of those.
  if (loaded_mpi().find("libmpi_abi.so") != std::string::npos) return {"abi"};
  const std::string version = loaded_version();
  if (version.starts_with("Open MPI")) return {"openmpi"};
  if (!version.empty()) return {"mpich"};  // its relatives have its binary interface
  // Nobody has loaded one: mpirun tells which it is.
  if (environment_variable("OMPI_COMM_WORLD_SIZE") != nullptr) return {"openmpi"};
  if (environment_variable("PMI_SIZE") != nullptr) return {"mpich"};
  return {"openmpi", "mpich"};
}

/// The folder of this library, with a slash; "" if it is not known.
std::string own_folder() {
  Dl_info info;
  if (dladdr(reinterpret_cast<const void *>(&own_folder), &info) == 0 || info.dli_fname == nullptr)
    return "";
  const std::string path = info.dli_fname;
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

std::vector<std::string> candidates() {
  if (const char *const named = environment_variable("CUBOID_MPI_LIBRARY"); named && *named)
    return {named};
  std::vector<std::string> paths;
  for (const std::string &flavour : flavours()) {
    const std::string name = "libcuboid_mpi_" + flavour + ".so";
    if (const std::string folder = own_folder(); !folder.empty()) paths.push_back(folder + name);
    paths.push_back(name);
  }
  return paths;
}

/// The command that makes the plug-in of what is installed beside this library.
std::string command_for(const std::string &plugin) {
  // Also where a library lies in a folder for its architecture.
  for (const char *up : {"..", "../.."}) {
    const std::string prefix = own_folder() + up;
    const std::string source = prefix + "/share/cuboid/cuboid_mpi.c";
    if (::access(source.c_str(), R_OK) == 0)
      return "mpicc -fPIC -shared -I " + prefix + "/include -o " + plugin + " " + source;
  }
  return "mpicc -fPIC -shared -I include -o " + plugin + " mpi/cuboid_mpi.c";
}

const cuboid_transport &open_plugin() {
  std::string tried;
  for (const std::string &path : candidates()) {
    void *const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
      tried += (tried.empty() ? "" : "; ") + std::string(dlerror());
      continue;
    }
    const auto *const table =
        static_cast<const cuboid_transport *>(dlsym(library, "cuboid_transport_table"));
    if (table != nullptr && table->version == CUBOID_TRANSPORT_VERSION) return *table;
    tried += (tried.empty() ? "" : "; ") + path + " is no plug-in of this version of cuboid";
  }
  const std::string plugin = candidates().front();
  throw Failure(CUBOID_NOT_COMPILED, "the plug-in for MPI cannot be opened: build " + plugin +
                                         " by `" + command_for(plugin) +
                                         "`, or let CUBOID_MPI_LIBRARY name another (" + tried +
                                         ")");
}

}  // namespace

const cuboid_transport &plugin() {
  static std::mutex mutex;
  static const cuboid_transport *opened = nullptr;
  const std::lock_guard lock(mutex);
  if (opened == nullptr) opened = &open_plugin();
  return *opened;
}

}  // namespace cuboid::engine::mpi
