#include "cuba/suave/grid.hpp"

#include <algorithm>

namespace cuboid::algorithm::suave_parts {

namespace {

double lower_edge(const double *edge, int bin) {
  return bin == 0 ? 0 : edge[bin - 1];
}

/// Where on the axis a place counted in bins is, 0 to grid_bins.
double position_of(const double *edge, double place) {
  const int bin = std::min(static_cast<int>(place), grid_bins - 1);
  const double low = lower_edge(edge, bin);
  return low + (place - bin) * (edge[bin] - low);
}

/// The place of the middle, counted in bins.
double place_of_middle(const double *edge) {
  const int bin = std::min(static_cast<int>(std::lower_bound(edge, edge + grid_bins, 0.5) - edge),
                           grid_bins - 1);
  const double low = lower_edge(edge, bin);
  return bin + (0.5 - low) / (edge[bin] - low);
}

}  // namespace

void make_uniform(double *edge) {
  for (int b = 0; b < grid_bins; ++b) edge[b] = (b + 1) / static_cast<double>(grid_bins);
}

void halve_grid(const double *edge, double *lower, double *upper) {
  const double middle = place_of_middle(edge);
  double last_lower = 0;
  double last_upper = 0;
  for (int k = 1; k < grid_bins; ++k) {
    const double below = 2 * position_of(edge, k * middle / grid_bins);
    const double above = 2 * position_of(edge, middle + k * (grid_bins - middle) / grid_bins) - 1;
    // Rounding must not give a bin a negative width.
    lower[k - 1] = last_lower = std::clamp(below, last_lower, 1.0);
    upper[k - 1] = last_upper = std::clamp(above, last_upper, 1.0);
  }
  lower[grid_bins - 1] = 1;
  upper[grid_bins - 1] = 1;
}

void spread_evenly(double *edge, double part) {
  double mixed[grid_bins];
  const auto probability_below = [&](int bin) {
    return (1 - part) * bin / grid_bins + part * lower_edge(edge, bin);
  };
  int bin = 0;
  for (int k = 1; k < grid_bins; ++k) {
    const double wanted = static_cast<double>(k) / grid_bins;
    while (bin + 1 < grid_bins && probability_below(bin + 1) < wanted) ++bin;
    const double below = probability_below(bin);
    const double within = (wanted - below) / (probability_below(bin + 1) - below);
    mixed[k - 1] = position_of(edge, bin + std::clamp(within, 0.0, 1.0));
  }
  std::copy_n(mixed, grid_bins - 1, edge);
}

}  // namespace cuboid::algorithm::suave_parts
