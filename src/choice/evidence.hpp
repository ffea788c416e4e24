// What the steps of "auto" saw, and whether it speaks against the result that is returned.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/goal.hpp"

namespace cuboid::router {

/// What a method had found when its last step ended.
struct Evidence {
  std::string method;
  std::vector<double> value, error;  ///< [ncomp]
  double largest = 0;                ///< absolute value of the integrand that it met; 0: not known
};

/// What one step says against another.
struct Contradiction {
  std::size_t step = 0;           ///< number of the one that speaks
  std::size_t component = 0;      ///< of which
  bool by_larger_values = false;  ///< it met values that the other has seen nothing like
};

/// Whether one of the other steps contradicts the winner; the first of them.  Steps that found less
/// and met no larger values have missed what the winner found, and errors that are not finite say
/// nothing.
std::optional<Contradiction> contradiction(const Evidence &winner,
                                           std::span<const Evidence> others);

/// Whether the errors of one are the smaller ones for the accuracy asked for.  Of integrals that
/// are zero all errors are too large, and yet one is nearer.
bool is_nearer(const Evidence &one, const Evidence &other, const Goal &goal);

/// A contradiction in a sentence, with what to do.
std::string sentence_of(const Contradiction &found, const Evidence &winner,
                        std::span<const Evidence> others);

}  // namespace cuboid::router
