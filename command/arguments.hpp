// The arguments of the command.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "integrate.hpp"

namespace command {

void add_integrate(CLI::App &app, IntegrateRequest &request);

/// What stands in the arguments and is no subcommand or option, with what it may have meant; "":
/// there is nothing of this kind.
std::string unknown_word(const CLI::App &app, const std::vector<std::string> &words);

}  // namespace command
