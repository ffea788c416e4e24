// The integrand handle.
#include "api/arguments.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"

extern "C" {

int cuboid_integrand_create(cuboid_integrand **integrand, int ndim, int ncomp,
                            cuboid_function function, void *userdata) {
  return cuboid::api::guarded([&] {
    cuboid::api::require_pointer(integrand, "integrand");
    *integrand = nullptr;
    cuboid::api::check_integrand_shape(ndim, ncomp);
    if (function == nullptr)
      throw cuboid::Failure(CUBOID_BAD_ARGUMENT, "function = NULL must be set");
    *integrand = new cuboid_integrand{{ndim, ncomp, function, userdata, 1}, nullptr};
    return CUBOID_CONVERGED;
  });
}

int cuboid_integrand_set_thread_safe(cuboid_integrand *integrand, int thread_safe) {
  return cuboid::api::guarded([&] {
    cuboid::api::require_pointer(integrand, "integrand");
    integrand->thread_safe = thread_safe != 0;
    return CUBOID_CONVERGED;
  });
}

void cuboid_integrand_free(cuboid_integrand *integrand) {
  delete integrand;
}

}  // extern "C"
