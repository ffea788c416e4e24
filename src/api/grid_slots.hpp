// Cuba's gridno: Vegas grids that live from call to call.
#pragma once

#include <vector>

namespace cuboid::api {

/// Each kind of entry point has slots of its own.
enum class EntryKind { c, c_long, fortran, fortran_long };

/// The grid of slot |gridno| if it has this many dimensions; else empty, and the slot is emptied,
/// as it is for a negative gridno.  Numbers other than 1 to 10 name no slot.  Any thread may call
/// it.
std::vector<double> take_grid(EntryKind kind, int gridno, int ndim);

/// Puts a grid into slot |gridno|.
void keep_grid(EntryKind kind, int gridno, int ndim, std::vector<double> grid);

}  // namespace cuboid::api
