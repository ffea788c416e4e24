// What callers of the native interface ask for, as the router takes it.
#pragma once

#include <cstdint>

#include "api/handles.hpp"
#include "call/request.hpp"

namespace cuboid::api {

/// Throws Failure(CUBOID_BAD_ARGUMENT) for limits that bound no interval.  lower, upper: [ndim].
/// integral: number of the box in a list, named in the sentence; negative: there is no list.
void check_box(int ndim, const double *lower, const double *upper, std::int64_t integral = -1);

/// That nothing stands beside a start which would lose it.  Throws Failure.
void check_start(const cuboid_options &options);

/// Throws Failure(CUBOID_BAD_ARGUMENT) where an expression misses its parameters.
void require_parameters(const engine::HostFunction &host);

/// Adds to a message what is to be known of the components.
void add_remarks(const cuboid_integrand &integrand, std::string &message);

/// Throws Failure for what cannot be used.
router::Request make_request(const cuboid_integrand &integrand, const double *lower,
                             const double *upper, const cuboid_options &options);

}  // namespace cuboid::api
