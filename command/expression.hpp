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

  std::string listed() const;  ///< "a, b"
};

/// Of "k=3" and "a=k/2", where a value may have the names before it.  Throws Refused.
Parameters parse_settings(const std::vector<std::string> &settings);

/// The value of an expression without variables, as -1/3, 2*pi or inf.  Throws Refused with a
/// sentence that begins with `what`.
double constant(const std::string &what, const std::string &text, const Parameters &parameters);

/// How many variables an expression has, by the last one that it names; 0: it names none.
int variables_in(const std::string &text, const Parameters &parameters);

/// Several expressions are components.  ncomp: how many the caller says there are, or 0.  The
/// parameters must live as long, and stay where they are.  Throws Refused.
Integrand integrand_of(const std::vector<std::string> &expressions, int ndim, int ncomp,
                       Parameters &parameters);

}  // namespace command
