// The records of a trace as the page of a report has them.
#pragma once

#include <string>

namespace command {

/// Fewer iterations, the last map alone, and numbers with as many digits as a picture shows.  What
/// is no record is left out.
std::string page_records(const std::string &records);

}  // namespace command
