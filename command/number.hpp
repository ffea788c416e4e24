// Numbers as people write them.
#pragma once

#include <cstddef>
#include <string>

namespace command {

/// The value with two digits of its error in brackets: 0.34134(12), 1.2346(31)e-09.
std::string with_error(double value, double error);

/// 1234567 as 1.23e+06, and small integers as they are.
std::string brief(double number);

/// "1 result", "2 results".
std::string counted(std::size_t count, const std::string &what);

/// With as many digits as tell it from all others: 0.1, 1e-07, inf.
std::string shortest(double number);

/// Whether a text that was read as infinity has digits, as 1e999 does.
bool is_too_large(const std::string &text);

}  // namespace command
