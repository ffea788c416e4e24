// Integrals that no constant of the library was chosen on or looked at: other shapes and other
// parameters than those of heldout.hpp and tuning.hpp.
#pragma once

#include <vector>

#include "heldout.hpp"

namespace cuboid_test {

/// Their names begin with fresh.
const std::vector<HeldoutIntegral> &fresh_integrals();

}  // namespace cuboid_test
