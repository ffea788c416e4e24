// An integrand's derivatives by parameters, over a region that moves with them.
#pragma once

#include <vector>

#include "domain/expression_map.hpp"
#include "expression/jumps.hpp"

namespace cuboid::domain {

/// What a map does to f(x(t, p), p), so that the integral over t is that of f: what is integrated
/// is f, which is multiplied by the Jacobian, or exp(f), and the logarithm of the Jacobian is
/// added.
enum class Integrated { values, exponentials };
/// map: nullptr: f itself.
expression::Expression over_map(const expression::Expression &f, const ExpressionMap *map,
                                Integrated what = Integrated::values);

/// The derivatives of the components by all parameters of the first row, then of the second ...; of
/// an empty one the components themselves.  rows: each in rising order.  Of f over a map these are
/// the derivatives of the integral (Leibniz' rule, with t fixed).  Throws
/// Failure(CUBOID_BAD_ARGUMENT) as expression::derivatives does.
expression::Expression with_derivatives(expression::Expression f,
                                        const std::vector<std::vector<int>> &rows);

/// The jumps, of f over the map, that a derivative by the parameters, one after the other, leaves
/// out: their place in t moves with the parameter.  Kinks jump in derivatives.  values: of all
/// parameters; nullptr: not known.  Where axes were cut at breaks, those do not count of which some
/// thousand points show none between the breaks.
std::vector<expression::Jump> left_out_jumps(expression::Expression f, const ExpressionMap *map,
                                             const std::vector<int> &parameters,
                                             const double *values);

}  // namespace cuboid::domain
