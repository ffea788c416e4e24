// `cuboid integrate`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "outcome.hpp"
#include "region.hpp"
#include "source.hpp"

namespace command {

struct IntegrateRequest {
  SourceRequest source;
  std::vector<std::string> expressions;  ///< none: there is a file
  int ndim = 0;                          ///< 0: see parse_limits
  int ncomp = 0;                         ///< 0: those of the expressions, and of a file 1
  RegionRequest region;
  std::string csv;              ///< file of parameters; "": none
  std::string gradient;         ///< "a,b": parameters by which derivatives are wanted
  std::string device = "auto";  ///< auto, off, or what CUBOID_DEVICE may be
  std::string report;           ///< file of the report; "": none
  std::string trace;            ///< file of the trace; "": none
  Form form = Form::words;
  bool quiet = false;                          ///< no progress bar
  bool verbose = false;                        ///< the reasons of a result, too
  std::vector<std::string> command;            ///< as it was typed
  std::map<std::string, std::string> options;  ///< those of CUBOID_OPTIONS, as texts
};

/// Returns the exit status.  Throws Refused.
int integrate(const IntegrateRequest &request);

}  // namespace command
