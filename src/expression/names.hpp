// What names in an expression stand for.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "expression/graph.hpp"
#include "expression/word_reader.hpp"

namespace cuboid::expression {

class Names {
 public:
  Names(Graph &graph, int ndim, const std::vector<std::string> &parameters);

  /// A constant, variable, parameter or local name.  Refuses other words with the nearest name.
  NodeIndex value_of(const Word &name) const;
  /// The variable or parameter number index.
  NodeIndex element_of(const Word &name, int index) const;
  /// Gives a node a name of its own.
  void define(const Word &name, NodeIndex node);
  /// nullptr: there is no such function.
  static const Function *function(std::string_view name);

  /// otherwise: what to do where no name is near.
  [[noreturn]] void refuse_unknown(const Word &name, const char *otherwise = "") const;

 private:
  std::string nearest(std::string_view name) const;

  Graph &graph_;
  int ndim_;
  int nparameters_;
  std::map<std::string, NodeIndex, std::less<>> local_;
  std::map<std::string, int, std::less<>> parameter_;
};

}  // namespace cuboid::expression
