// Values of the integrand for the report, so that it shows the function itself.
#pragma once

#include <string>

#include "region.hpp"

namespace command {

/// Records of a trace: slices of a box, and a cloud of points of another region.  They cost some
/// ten thousand evaluations, and no more than about two seconds; with several ranks there are none.
/// seen: the integrand as it is integrated, on the unit cube where the region has a domain.
std::string pictures(const cuboid_integrand *integrand, const cuboid_integrand *seen, int ncomp,
                     const Region &region);

}  // namespace command
