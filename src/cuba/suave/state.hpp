// Regions of Suave in state files.
#pragma once

#include "cuba/suave/memory.hpp"
#include "cuba/suave/region.hpp"
#include "run/state_file.hpp"

namespace cuboid::algorithm::suave_parts {

void put_region(StateWriter &writer, const Region &region, int ncomp);

/// The samples go to the store.  Throws BadState for a region that cannot be.
Region get_region(StateReader &reader, int ndim, int ncomp, SampleStore &store);

}  // namespace cuboid::algorithm::suave_parts
