// --csv: a file with a column for each parameter and a row for each integral.
#pragma once

#include <string>

#include "settings.hpp"

namespace command {

/// "-": the standard input.  Throws Refused with the line.
Settings read_parameters(const std::string &file);

}  // namespace command
