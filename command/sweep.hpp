// One integral for each combination of the values of parameters.
#pragma once

#include "handles.hpp"
#include "limits.hpp"
#include "settings.hpp"

namespace command {

using Many = std::unique_ptr<cuboid_many, GiveBack<cuboid_many_free>>;

/// Integrates all in one call of the library, and prints a table, or a line of JSON for each.
/// Returns the exit status.  Throws Refused.
int sweep(const cuboid_integrand *integrand, const Limits &limits, const Settings &settings,
          const cuboid_options *options, bool json);

}  // namespace command
