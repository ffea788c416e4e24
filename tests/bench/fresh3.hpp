// Integrals that were written when those of fresh.hpp had been looked at: other formulas.
#pragma once

#include <vector>

#include "heldout.hpp"

namespace cuboid_test {

/// Their names begin with fresh3_.
const std::vector<HeldoutIntegral> &fresh3_integrals();

}  // namespace cuboid_test
