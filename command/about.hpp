// What was integrated, where and when, for the head of a report.
#pragma once

#include <string>

#include "integrate.hpp"
#include "region.hpp"

namespace command {

/// A record of a trace, as a line.
std::string about(const IntegrateRequest &request, const Region &region,
                  const Parameters &parameters);

}  // namespace command
