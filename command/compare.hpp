// `cuboid compare`.
#pragma once

#include <string>

namespace command {

/// Whether the results in two files agree within their errors: lines of --json, or traces.  Returns
/// the exit status.  Throws Refused.
int compare(const std::string &first, const std::string &second);

}  // namespace command
