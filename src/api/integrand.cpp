// The integrand handle.
#include "api/arguments.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"

extern "C" {

int cuboid_integrand_create(cuboid_integrand **integrand, int ndim, int ncomp,
                            cuboid_function function, void *userdata) {
  return cuboid::api::make_handle(integrand, "integrand", [&] {
    cuboid::api::check_integrand_shape(ndim, ncomp);
    cuboid::api::require_pointer(function, "function");
    return std::make_unique<cuboid_integrand>(
        cuboid_integrand{{ndim, ncomp, function, userdata, 1}, nullptr});
  });
}

int cuboid_integrand_set_thread_safe(cuboid_integrand *integrand, int thread_safe) {
  return cuboid::api::change_handle(integrand, "integrand", [&](cuboid_integrand &changed) {
    changed.thread_safe = thread_safe != 0;
  });
}

void cuboid_integrand_free(cuboid_integrand *integrand) {
  delete integrand;
}

}  // extern "C"
