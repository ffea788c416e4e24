// Numbers in records of JSON, with fewer digits.
#pragma once

#include <nlohmann/json.hpp>

namespace command {

/// What is not finite is a text, as in traces.
nlohmann::ordered_json round_number(double number, int digits);

}  // namespace command
