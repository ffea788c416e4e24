// Integrals with something small upon something smooth, with which the constants of the probes
// between the points are chosen, so that the families of heldout.hpp prove them.
#pragma once

#include <vector>

#include "heldout.hpp"

namespace cuboid_test {

/// Their names begin with tuning.
const std::vector<HeldoutIntegral> &tuning_integrals();

}  // namespace cuboid_test
