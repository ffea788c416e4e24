// Integrals that no constant of the library was chosen on or looked at: other shapes and other
// parameters than those of heldout.hpp and tuning.hpp.
#pragma once

#include <vector>

#include "heldout.hpp"

namespace cuboid_test {

/// Their names begin with fresh_, and with fresh2_ those of further draws: what the first ones have
/// shown led to changes of the library.
const std::vector<HeldoutIntegral> &fresh_integrals();

}  // namespace cuboid_test
