// `cuboid integrate`.
#pragma once

#include <map>
#include <string>

#include "source.hpp"

namespace command {

struct IntegrateRequest {
  SourceRequest source;
  int ndim = 0;  ///< 0: as many as --box has pairs
  int ncomp = 1;
  std::string box;              ///< see parse_limits
  std::string device = "auto";  ///< auto, off, or what CUBOID_DEVICE may be
  std::string report;           ///< file of the report; "": none
  bool json = false;
  bool quiet = false;                          ///< no progress bar
  std::map<std::string, std::string> options;  ///< those of CUBOID_OPTIONS, as texts
};

/// Returns the exit status.  Throws Refused.
int integrate(const IntegrateRequest &request);

}  // namespace command
