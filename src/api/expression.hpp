// Integrands of expressions.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "api/guard.hpp"
#include "api/handles.hpp"
#include "expression/graph.hpp"

namespace cuboid::api {

/// Of parameters, for expression::parse.  names: nullptr: p[0], p[1] ...
std::vector<std::string> names_of(const char *names);

/// By number, whether an expression has the parameter.
std::vector<bool> parameters_in(const expression::Expression &parsed);

/// nparameters: how many numbers the parameters are.
std::unique_ptr<cuboid_integrand> integrand_of(const expression::Expression &parsed, int ndim,
                                               std::size_t nparameters, void *parameters);

/// As make_handle, with the number of components, which is 0 where there is no integrand.
template <class Make>
int make_counted(cuboid_integrand **integrand, int *ncomp, const Make &make) {
  return make_handle(integrand, "integrand", [&] {
    if (ncomp != nullptr) *ncomp = 0;
    std::unique_ptr<cuboid_integrand> made = make();
    if (ncomp != nullptr) *ncomp = made->host.ncomp;
    return made;
  });
}

}  // namespace cuboid::api
