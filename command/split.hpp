// Lists in one text.
#pragma once

#include <string>
#include <vector>

namespace command {

/// The parts between separators, of which those in brackets, as in max(1,2), are none.  What ends
/// with a separator has nothing behind it.
std::vector<std::string> split(const std::string &text, char separator);

}  // namespace command
