// Sines and cosines that have the same bits on every processor: see functions.hpp.
#pragma once

namespace cuboid::elementary {

/// Error 0.8 units of the last place.
double sin(double x);
double cos(double x);

}  // namespace cuboid::elementary
