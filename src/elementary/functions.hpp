// Elementary functions that have the same bits on every processor.  Those of the C library do not:
// glibc picks variants of log, exp and pow that round differently by what the processor offers.
#pragma once

#include <span>

namespace cuboid::elementary {

// Errors, in units of the last place, are the largest of two million arguments each; see
// tests/unit/elementary.  Special values are those of the C library.

/// Error 0.7.
double log(double x);
/// Of each, two at a time.
void logs(std::span<double> values);
/// Error 0.51.
double log2(double x);
/// Error 0.61.
double exp(double x);
/// Of each, two at a time.
void exps(std::span<double> values);
double exp2(double x);
/// Error 2.5.
double expm1(double x);
/// x >= 0; NaN below.  Error 0.61; exact where the result is a double.
double pow(double x, double y);
/// pow of each and of its y, two at a time.
void powers(std::span<double> values, const double *y);
/// x >= 0; NaN below.
float pow(float x, float y);
/// Each to the power of y, to a relative error of 2^-26: for 2^-900 < value < 2^900 and results
/// between 2^-900 and 2^900.
void coarse_powers(std::span<double> values, double y);

}  // namespace cuboid::elementary
