// What somebody may have meant.
#pragma once

#include <string>
#include <vector>

namespace command {

/// "; did you mean 'epsrel'?", or "" where no name is like it.
std::string did_you_mean(const std::string &word, const std::vector<std::string> &names);

}  // namespace command
