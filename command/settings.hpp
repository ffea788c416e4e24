// --set and --csv: parameters of an expression, with one value or a list of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "expression.hpp"

namespace command {

struct Settings {
  std::vector<std::string> names;
  std::vector<std::vector<double>> values;  ///< of each
  bool is_table = false;  ///< lists are columns of a table, whose rows belong together

  /// Those that have one value.
  Parameters single() const;
  /// All, with the first value of each.
  Parameters first() const;
  /// Whether there is an integral for each of several values.
  bool is_sweep() const { return is_table || count() > 1; }
  /// Rows, or combinations of all values; 1 where there are no lists.
  std::int64_t count() const;
  /// Of each of them the values of all, where those of the last name change fastest.
  std::vector<double> rows() const;
};

/// Of "k=3", "a=k/2", "b=1,2,5" and "c=0:1:0.25", which is 0 and all steps up to 1.  A value may
/// have the names before it that have one value.  Throws Refused.
///
/// known: those of a table, beside which a setting has one value, which has none of their names.
Settings parse_settings(const std::vector<std::string> &settings, Settings known = {});

}  // namespace command
