// Carries out one integration: on several devices, by ranks, by the method asked for or one that is
// found.
#pragma once

#include "call/outcome.hpp"
#include "call/request.hpp"

namespace cuboid::router {

/// What goes wrong is in the outcome's status and message.  After a failure that leaves no valid
/// result, its values are NaN.  Nothing is thrown but what cannot be kept: the unwinding of a
/// thread that is being cancelled, and exceptions of other languages.
Outcome run(Request request);

}  // namespace cuboid::router
