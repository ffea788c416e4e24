// One integral for each combination of the values of parameters.
#pragma once

#include "bar.hpp"
#include "handles.hpp"
#include "limits.hpp"
#include "outcome.hpp"
#include "settings.hpp"

namespace command {

using Many = std::unique_ptr<cuboid_many, GiveBack<cuboid_many_free>>;

struct ListOfIntegrals {
  const cuboid_integrand *integrand;
  Limits limits;                 ///< empty: the unit cube
  int of_each;                   ///< see Region
  std::vector<char> leaves_out;  ///< which have derivatives that leave jumps out; empty: none
};

/// Integrates all in one call of the library, and prints a line for each.  Returns the exit status.
/// Throws Refused.
int sweep(const ListOfIntegrals &list, const Settings &settings, const cuboid_options *options,
          Form form, const Manner &manner, Bar &bar);

}  // namespace command
