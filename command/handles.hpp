// The handles of cuboid.h, given back when they go out of scope.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "cuboid.h"

namespace command {

/// A failure that ends the command with status 2 and this sentence.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <auto give_back>
struct GiveBack {
  template <class Handle>
  void operator()(Handle *handle) const {
    give_back(handle);
  }
};

using Integrand = std::unique_ptr<cuboid_integrand, GiveBack<cuboid_integrand_free>>;
using Options = std::unique_ptr<cuboid_options, GiveBack<cuboid_options_free>>;
using Result = std::unique_ptr<cuboid_result, GiveBack<cuboid_result_free>>;

Options make_options();

/// Sets an option from its text, whatever its kind.  Throws Refused with the library's sentence.
void set_option(cuboid_options *options, const std::string &name, const std::string &value);

/// Throws Refused with the library's sentence if status < 0.
void check(int status);

}  // namespace command
