// One integral for each combination of the values of parameters.
#pragma once

#include "bar.hpp"
#include "handles.hpp"
#include "limits.hpp"
#include "outcome.hpp"
#include "settings.hpp"

namespace command {

using Many = std::unique_ptr<cuboid_many, GiveBack<cuboid_many_free>>;

/// Integrates all in one call of the library, and prints a line for each.  limits: empty: the unit
/// cube.  Returns the exit status.  Throws Refused.
int sweep(const cuboid_integrand *integrand, const Limits &limits, const Settings &settings,
          const cuboid_options *options, Form form, const Manner &manner, Bar &bar);

}  // namespace command
