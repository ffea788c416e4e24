// The points of a rule, written out.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "rule/cuhre_rule.hpp"

namespace rule_test {

using cuboid::rule::CuhreOrbit;
using cuboid::rule::CuhreRule;
using cuboid::rule::make_cuhre_rule;

struct Choice {
  int ndim, key, degree;
};

/// Every rule up to 12 dimensions.
inline std::vector<Choice> all_rules() {
  std::vector<Choice> rules{{1, 0, 23}, {1, 7, 23},  {2, 13, 13},
                            {2, 0, 13}, {3, 11, 11}, {3, 0, 11}};
  for (int ndim = 2; ndim <= 12; ++ndim) {
    rules.push_back({ndim, 7, 7});
    rules.push_back({ndim, 9, 9});
  }
  rules.push_back({2, 11, 13});
  rules.push_back({3, 13, 11});
  rules.push_back({5, 13, 9});
  return rules;
}

struct Node {
  std::vector<double> x;  ///< in [-1/2, 1/2]^ndim
  std::size_t orbit;
};

/// The points as the tables of the rule place them, orbit by orbit.
inline std::vector<Node> nodes_of(const CuhreRule &rule) {
  std::vector<Node> nodes;
  const auto ndim = static_cast<std::size_t>(rule.ndim);
  for (std::size_t o = 0; o < rule.orbits.size(); ++o) {
    const CuhreOrbit &orbit = rule.orbits[o];
    if (orbit.diagonal) {
      const double value = rule.generators[static_cast<std::size_t>(rule.diagonal_generator[o])];
      for (std::size_t signs = 0; signs < std::size_t{1} << ndim; ++signs) {
        Node node{std::vector<double>(ndim), o};
        for (std::size_t d = 0; d < ndim; ++d) node.x[d] = signs >> d & 1 ? -value : value;
        nodes.push_back(node);
      }
      continue;
    }
    for (const cuboid::simd::Support &support : orbit.supports)
      for (int signs = 0; signs < 1 << orbit.nonzero; ++signs) {
        Node node{std::vector<double>(ndim, 0), o};
        for (int k = 0; k < orbit.nonzero; ++k) {
          const double value = rule.generators[support.generator[k]];
          node.x[support.axis[k]] = signs >> k & 1 ? -value : value;
        }
        nodes.push_back(node);
      }
  }
  return nodes;
}

}  // namespace rule_test
