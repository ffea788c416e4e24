// Integrals of exp(f), of which f is given and the logarithm is asked for: the option log.
#pragma once

#include "call/outcome.hpp"
#include "call/request.hpp"

namespace cuboid::router {

/// The logarithms of the integrals of exp(f), with their errors, as integrate finds them.
///
/// It is asked for those of exp(f) 2^-k, with a whole number k for each component, the scale.  That
/// begins with the largest of some values of f, on any rank; if exp(f) 2^-k becomes too large, all
/// begin again with that value's k.  A power of 2 changes no digit of a sum or a ratio, so that the
/// result has the same bits whatever k it is found with, as long as nothing that counts is below
/// the range of double.  A state file has its k with it.
///
/// Derivatives come with the values.  That of the logarithm of an integral I is D / I with the
/// integral D of the derivative times exp(f).  Of both, integrate is asked for pairs (I, D), as the
/// parts of complex numbers of which the larger one counts, so that D has the accuracy that D / I
/// needs where it is small or zero; a pair (I, I) holds I to its own.
Outcome run_logarithm(const Request &request, Outcome (*integrate)(Request));

/// Components that integrate is asked for.
int components_of_logarithm(const Request &request);

}  // namespace cuboid::router
