// Whole files, also through pipes that somebody has at the other end.
#pragma once

#include <string>

namespace command {

/// Throw Refused with the name and the reason.
std::string read_file(const std::string &name);
/// "-": the standard input.
std::string read_input(const std::string &name);
void write_file(const std::string &name, const std::string &text);

/// Whether replace_file would: leaves what there is as it is.
void check_writable(const std::string &name);
/// In one step: whoever ends the process leaves the old file or the new one.
void replace_file(const std::string &name, const std::string &text);

}  // namespace command
