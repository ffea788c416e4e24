// How many evaluations a method will need, from what it reached with few.
#pragma once

namespace cuboid::router {

/// What a method reached: share of the accuracy (1 is enough) after so many evaluations.
struct Reached {
  double evaluations = 0;
  double share = 0;
};

/// As which power of the evaluations the error fell from one to the other; 0 if that is not known.
double power_between(const Reached &earlier, const Reached &later);

/// Evaluations for the whole accuracy if the error goes on to fall like that power; infinite if
/// nothing was reached.
double needed_from(const Reached &reached, double power);

/// Share of the accuracy after so many evaluations.
double share_after(const Reached &reached, double power, double evaluations);

}  // namespace cuboid::router
