// Whole files.
#pragma once

#include <string>

namespace command {

/// Throw Refused with the name and the reason.
std::string read_file(const std::string &name);
void write_file(const std::string &name, const std::string &text);

}  // namespace command
