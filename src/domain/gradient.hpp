// An integrand's derivatives by parameters, over a region that moves with them.
#pragma once

#include <vector>

#include "domain/expression_map.hpp"
#include "expression/jumps.hpp"

namespace cuboid::domain {

/// f(x(t, p), p) times the Jacobian; map: nullptr: f itself.
expression::Expression over_map(const expression::Expression &f, const ExpressionMap *map);

/// The components, then those of their derivatives by the first of the parameters, by the second
/// ...  Of f over a map these are the derivatives of the integral (Leibniz' rule, with t fixed).
/// Throws Failure(CUBOID_BAD_ARGUMENT) as expression::derivatives does.
expression::Expression with_gradient(expression::Expression f, const std::vector<int> &parameters);

/// The jumps, kinks not among them, of f over the map whose place in t moves with the parameter.
/// values: of all parameters; nullptr: not known.  Where axes were cut at breaks, jumps are left
/// out of which some thousand points show none between the breaks.
std::vector<expression::Jump> left_out_jumps(const expression::Expression &f,
                                             const ExpressionMap *map, int parameter,
                                             const double *values);

}  // namespace cuboid::domain
