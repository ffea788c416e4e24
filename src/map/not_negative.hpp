// Least squares with weights that are not negative.
#pragma once

#include <array>
#include <cstddef>

namespace cuboid::map {

inline constexpr std::size_t fit_terms = 8;
using FitWeights = std::array<double, fit_terms>;

/// Normal equations: the products of the terms with each other, and with what is wanted.
struct NormalEquations {
  std::array<FitWeights, fit_terms> product{};
  FitWeights wanted{};
};

/// The weights, none below zero, with which the terms come nearest to what is wanted.  Of terms
/// that depend on each other, but for rounding, one is taken.  near: those of equations like these,
/// whose terms are tried first.
FitWeights not_negative_weights(const NormalEquations &equations, const FitWeights &near = {});

}  // namespace cuboid::map
