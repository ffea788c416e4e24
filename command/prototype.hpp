// The form of a function in C, as its text shows it.
#pragma once

#include <string>

#include "source.hpp"

namespace command {

/// What is called of a text, which has a function of Cuba's form, or, with request.distances, of
/// theirs.
struct Entry {
  std::string function;  ///< its name
  std::string adapter;   ///< to be put behind the text; "": nothing
  bool has_macros;       ///< whether the settings are macros of the text
};

/// Finds the function in the text, without macros in front of it.  One that gives its value, double
/// f(const double *x) or double f(const double *x, const double *p), gets an adapter; p are the
/// settings.  Throws Refused for one that would be called with other arguments than it takes, as
/// far as the text shows that.
Entry entry_of(const std::string &text, const SourceRequest &request);

}  // namespace command
