// Integrands for devices, and their registration.
#include <mutex>
#include <set>
#include <sstream>
#include <string>

#include "api/arguments.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"
#include "base/formatted.hpp"
#include "engine/device/integrand.hpp"
#include "engine/device/registry.hpp"
#include "version.hpp"

namespace {

using cuboid::Failure;
using cuboid::reject;
using cuboid::api::require_pointer;
namespace engine = cuboid::engine;

/// Checks what all kinds have, and sets *integrand to what make returns.
template <class Make>
int make_integrand(cuboid_integrand **integrand, int ndim, int ncomp, void *userdata,
                   const Make &make) {
  return cuboid::api::make_handle(integrand, "integrand", [&] {
    cuboid::api::check_integrand_shape(ndim, ncomp);
    return std::make_unique<cuboid_integrand>(
        cuboid_integrand{{ndim, ncomp, nullptr, userdata, 1}, make()});
  });
}

/// Throws Failure(CUBOID_BAD_ARGUMENT) unless least <= bytes.
void check_bytes(int64_t bytes, const char *name, int64_t least) {
  if (bytes < least)
    reject("%s = %lld must be at least %lld", name, static_cast<long long>(bytes),
           static_cast<long long>(least));
}

/// Keeps a text for the life of the library.
const char *kept(std::string text) {
  static std::mutex mutex;
  static std::set<std::string> texts;
  const std::lock_guard lock(mutex);
  return texts.insert(std::move(text)).first->c_str();
}

}  // namespace

extern "C" {

int cuboid_integrand_from_cuda_source(cuboid_integrand **integrand, int ndim, int ncomp,
                                      const char *source, const char *function_name, void *userdata,
                                      int64_t userdata_bytes) {
  return cuboid::api::make_handle(integrand, "integrand", [&] {
    cuboid::api::check_integrand_shape(ndim, ncomp);
    require_pointer(source, "source");
    check_bytes(userdata_bytes, "userdata_bytes", 0);
    auto made = std::make_unique<cuboid_integrand>(
        cuboid_integrand{{ndim, ncomp, nullptr, userdata, 1}, nullptr});
    made->compile({source, cuboid::api::checked_function_name(function_name), userdata_bytes});
    return made;
  });
}

int cuboid_integrand_from_cuda_image(cuboid_integrand **integrand, int ndim, int ncomp,
                                     const void *image, int64_t image_bytes,
                                     const char *function_name, void *userdata,
                                     int64_t userdata_bytes) {
  return make_integrand(integrand, ndim, ncomp, userdata, [&] {
    require_pointer(image, "image");
    check_bytes(image_bytes, "image_bytes", 1);
    check_bytes(userdata_bytes, "userdata_bytes", 0);
    return engine::device_integrand_from_image(
        ndim, ncomp,
        std::string(static_cast<const char *>(image), static_cast<std::size_t>(image_bytes)),
        cuboid::api::checked_function_name(function_name), userdata_bytes);
  });
}

int cuboid_integrand_from_device_batch(cuboid_integrand **integrand, int ndim, int ncomp,
                                       cuboid_device_batch function, void *userdata) {
  return make_integrand(integrand, ndim, ncomp, userdata, [&] {
    require_pointer(function, "function");
    return engine::device_integrand_from_batch(ndim, ncomp, function);
  });
}

int cuboid_integrand_from_device_many_batch(cuboid_integrand **integrand, int ndim, int ncomp,
                                            cuboid_device_many_batch function, void *userdata) {
  return make_integrand(integrand, ndim, ncomp, userdata, [&] {
    require_pointer(function, "function");
    return engine::device_integrand_from_many_batch(ndim, ncomp, function);
  });
}

int cuboid_integrand_from_kernels(cuboid_integrand **integrand, int ndim, int ncomp,
                                  const void *functor, int64_t functor_bytes, const char *names,
                                  const void *kernels, const char *version) {
  return make_integrand(integrand, ndim, ncomp, nullptr, [&] {
    require_pointer(functor, "functor");
    require_pointer(names, "names");
    require_pointer(kernels, "kernels");
    require_pointer(version, "version");
    check_bytes(functor_bytes, "functor_bytes", 1);
    if (version != std::string(CUBOID_VERSION_TEXT))
      reject(std::string("the kernels around the functor are those of cuboid ") + version +
             ", but the library is " + CUBOID_VERSION_TEXT + "; compile the functor's file again");
    std::vector<std::pair<std::string, const void *>> entries;
    std::istringstream list(names);
    const auto *kernel = static_cast<const void *const *>(kernels);
    for (std::string name; std::getline(list, name);) entries.emplace_back(name, *kernel++);
    return engine::device_integrand_from_kernels(
        ndim, ncomp,
        std::string(static_cast<const char *>(functor), static_cast<std::size_t>(functor_bytes)),
        std::move(entries));
  });
}

int cuboid_register(cuboid_function host_function, const cuboid_integrand *integrand) {
  return cuboid::api::guarded([&] {
    require_pointer(host_function, "host_function");
    require_pointer(integrand, "integrand");
    if (!integrand->device) reject("integrand is a host function, not one for a device");
    engine::device_registry().add(host_function, integrand->device, integrand->host.userdata);
    return CUBOID_CONVERGED;
  });
}

int cuboid_unregister(cuboid_function host_function) {
  return cuboid::api::guarded([&] {
    require_pointer(host_function, "host_function");
    if (!engine::device_registry().remove(host_function))
      reject("nothing is registered for host_function");
    return CUBOID_CONVERGED;
  });
}

int cuboid_device(const char **description) {
  return cuboid::api::guarded([&] {
    if (description != nullptr) *description = nullptr;
    if (const std::string problem = engine::device_problem(); !problem.empty())
      throw Failure(CUBOID_NO_DEVICE, problem);
    if (description != nullptr) *description = kept(engine::device_description());
    return CUBOID_CONVERGED;
  });
}

}  // extern "C"
