// An integrand over a region.
#pragma once

#include <memory>

#include "api/handles.hpp"

namespace cuboid::api {

/// Throws Failure where the integrand has a region already, or one of the two has no version that
/// the other can use.
std::unique_ptr<cuboid_integrand> on_region(const cuboid_integrand &integrand,
                                            const domain::Pointer &region);

}  // namespace cuboid::api
