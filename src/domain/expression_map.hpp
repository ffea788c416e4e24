// Maps of regions as expressions, which can be differentiated by the parameters that move them.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "domain/domain.hpp"
#include "expression/graph.hpp"

namespace cuboid::domain {

/// From points t of a region to points x of another one.
struct ExpressionMap {
  /// In t and the parameters: the coordinates x, and then the Jacobian |dx/dt|.
  expression::Expression expression;
  std::vector<std::string> names;  ///< of the parameters, as those of expression::parse
  std::vector<int> parts;          ///< into how many each axis of t was cut, as part_at has them
  Pointer of;                      ///< of the points t; nullptr: the unit cube

  bool is_cut() const {
    return std::any_of(parts.begin(), parts.end(), [](int count) { return count > 1; });
  }
};

bool has_parameters(const ExpressionMap &map);

/// Between limits of each axis, with breaks in rising order between them, all as expressions in the
/// coordinates before.  Constants among the limits may be infinite.
std::shared_ptr<const ExpressionMap> map_between(
    const std::vector<std::vector<expression::Expression>> &places,
    const std::vector<std::string> &names);

/// To the points that coordinates have, as expressions in all of t.  Throws Failure where the
/// Jacobian has no end of terms.
std::shared_ptr<const ExpressionMap> map_to(const std::vector<expression::Expression> &coordinates,
                                            const std::vector<std::string> &names, Pointer of);

/// The region that a map goes to.  parameters: of all integrals; nullptr: each has its own.
Pointer image_by_expressions(std::shared_ptr<const ExpressionMap> map, const double *parameters);

/// One text, of one number, in the first coordinates, so many as variables.  what: its name in the
/// sentence of a Failure, as "lower[1]".
expression::Expression parse_coordinate(const std::string &text, int variables,
                                        const std::vector<std::string> &names,
                                        const std::string &what);

}  // namespace cuboid::domain
