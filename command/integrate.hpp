// `cuboid integrate`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "source.hpp"

namespace command {

struct IntegrateRequest {
  SourceRequest source;
  std::vector<std::string> expressions;  ///< none: there is a file
  int ndim = 0;                          ///< 0: see parse_limits
  int ncomp = 0;                         ///< 0: those of the expressions, and of a file 1
  std::string box;                       ///< see parse_limits
  std::string device = "auto";           ///< auto, off, or what CUBOID_DEVICE may be
  std::string report;                    ///< file of the report; "": none
  bool json = false;
  bool quiet = false;                          ///< no progress bar
  std::map<std::string, std::string> options;  ///< those of CUBOID_OPTIONS, as texts
};

/// Returns the exit status.  Throws Refused.
int integrate(const IntegrateRequest &request);

}  // namespace command
