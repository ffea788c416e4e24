// Integrands that an expression describes, which need no compiler: docs/expressions.md.
#pragma once

#include <string>
#include <vector>

#include "handles.hpp"

namespace command {

/// The parameters of expressions, with their values.
struct Parameters {
  std::vector<std::string> names;
  std::vector<double> values;
  std::vector<std::string> lists;  ///< names that have more than one value, and so cannot be used

  std::string listed() const;  ///< "a, b"
};

/// The value of an expression without variables, as -1/3, 2*pi or inf.  Throws Refused with a
/// sentence that begins with `what`.
double constant(const std::string &what, const std::string &text, const Parameters &parameters);

/// How many variables an expression has, by the last one that it names; 0: it names none.
int variables_in(const std::string &text, const Parameters &parameters);

/// Whether an expression, or several with signs between them, have a name.
bool has_name(const std::string &text, const std::string &name);

/// Several expressions are components.  ncomp: how many the caller says there are, or 0; becomes
/// how many there are.  The parameters must live as long, and stay where they are.  Throws Refused.
Integrand integrand_of(const std::vector<std::string> &expressions, int ndim, int &ncomp,
                       Parameters &parameters);

/// The same with derivatives by parameters of these numbers behind them, over a region, or nullptr:
/// a box.  is_list: each integral has its own values.
Integrand gradient_of(const std::vector<std::string> &expressions, int ndim, int &ncomp,
                      Parameters &parameters, const std::vector<int> &wrt,
                      const cuboid_domain *region, bool is_list);

}  // namespace command
