// What does not go with integrals of exp(f), the option log.
#pragma once

#include "api/handles.hpp"
#include "call/request.hpp"

namespace cuboid::api {

/// The integrand to take where the option is as there.
inline const cuboid_integrand &logarithmic(const cuboid_integrand &integrand,
                                           const Options &options) {
  return options.log == 1 && integrand.of_logarithms ? *integrand.of_logarithms : integrand;
}

/// Throws Failure(CUBOID_BAD_ARGUMENT) for what does not go with the option.
void check_logarithm(const cuboid_integrand &integrand, const router::Request &request);

/// The same for limits; nullptr: there are none.  integral: its number in a list, -1: it is alone.
void check_rising(int ndim, const double *lower, const double *upper, std::int64_t integral);

}  // namespace cuboid::api
