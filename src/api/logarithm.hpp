// Integrals of exp(f): the option log.
#pragma once

#include "call/outcome.hpp"
#include "call/request.hpp"

namespace cuboid::api {

/// Throws Failure(CUBOID_BAD_ARGUMENT) for what does not go with the option.
void check_logarithm(const router::Request &request);

/// The same for limits; nullptr: there are none.  integral: its number in a list, -1: it is alone.
void check_rising(int ndim, const double *lower, const double *upper, std::int64_t integral);

/// The logarithms of the integrals of exp(f), with their errors.
///
/// Methods integrate exp(f) 2^-k, with a whole number k for each component.  They begin with the
/// largest of some values of f; if exp(f) 2^-k becomes too large, they begin again with that
/// value's k.  A power of 2 changes no digit of a sum or a ratio, so that the result has the same
/// bits whatever k it is found with, as long as nothing that counts is below the range of double.
router::Outcome run_logarithm(const router::Request &request);

}  // namespace cuboid::api
