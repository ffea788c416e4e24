// The importance grid of one axis of a region of Suave.
#pragma once

namespace cuboid::algorithm::suave_parts {

inline constexpr int grid_bits = 6;
inline constexpr int grid_bins = 1 << grid_bits;

/// Least distance of the edges that the smooth refinement makes.
inline constexpr double grid_margin = 16 * 0x1p-52;

/// A grid is given by the upper edges of its bins, [grid_bins], relative to the region; the last is
/// 1.
void make_uniform(double *edge);

/// The grids of the two halves of a region that is bisected along this axis.  The part of the grid
/// that belongs to a half is stretched to grid_bins bins, each of them the same part of the old
/// bins.
void halve_grid(const double *edge, double *lower, double *upper);

/// Spreads a part of the samples, from 0 to 1, evenly over the axis: the density becomes that part
/// of 1 and the rest of what it was.
void spread_evenly(double *edge, double part);

}  // namespace cuboid::algorithm::suave_parts
