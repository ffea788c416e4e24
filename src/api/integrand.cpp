// The integrand handle.
#include "algorithm/log.hpp"
#include "api/arguments.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"

extern "C" {

int cuboid_integrand_create(cuboid_integrand **integrand, int ndim, int ncomp,
                            cuboid_function function, void *userdata) {
  return cuboid::api::guarded([&] {
    cuboid::api::require_pointer(integrand, "integrand");
    *integrand = nullptr;
    if (ndim < 1 || ndim > cuboid::api::most_dimensions)
      throw cuboid::Failure(CUBOID_BAD_NDIM,
                            cuboid::algorithm::formatted("ndim = %d must be between 1 and %d", ndim,
                                                         cuboid::api::most_dimensions));
    if (ncomp < 1)
      throw cuboid::Failure(CUBOID_BAD_NCOMP,
                            cuboid::algorithm::formatted("ncomp = %d must be at least 1", ncomp));
    if (function == nullptr)
      throw cuboid::Failure(CUBOID_BAD_ARGUMENT, "function = NULL must be set");
    *integrand = new cuboid_integrand{{ndim, ncomp, function, userdata, 1}};
    return CUBOID_CONVERGED;
  });
}

void cuboid_integrand_free(cuboid_integrand *integrand) {
  delete integrand;
}

}  // extern "C"
