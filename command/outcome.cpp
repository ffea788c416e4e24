#include "outcome.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string_view>

#include "handles.hpp"
#include "number.hpp"
#include "table.hpp"

namespace command {

bool Manner::leaves_out() const {
  return std::any_of(remarks.begin(), remarks.end(),
                     [](const std::string &remark) { return !remark.empty(); });
}

ExitStatus exit_status(int status) {
  if (status == CUBOID_CONVERGED) return converged;
  if (status == CUBOID_CANCELLED) return interrupted;
  return status > 0 ? missed : failed;
}

void print(const std::string &text) {
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    throw Refused("the result cannot be written to the standard output");
}

std::string told(const std::string &message, const Manner &manner) {
  constexpr std::string_view between = "; ";
  std::string text;
  for (std::size_t begin = 0; begin < message.size();) {
    const std::size_t end = std::min(message.find(between, begin), message.size());
    std::string clause = message.substr(begin, end - begin);
    begin = end + between.size();
    // Nobody at a terminal has set a flag.
    if (clause == "the caller's cancel flag was set") clause = "interrupted";
    if (!text.empty()) text += manner.has_lines ? "\n  " : between;
    text += clause;
  }
  return text;
}

std::string in_words(const cuboid_result *result, double seconds, const Manner &manner) {
  std::string text;
  const int ncomp = cuboid_result_ncomp(result);
  for (int c = 0; c < ncomp; ++c) {
    if (!manner.names.empty())
      text += manner.names[static_cast<std::size_t>(c)] + ": ";
    else if (ncomp > 1)
      text += std::to_string(c + 1) + ": ";
    text += with_error(cuboid_result_value(result)[c], cuboid_result_error(result)[c]);
    const auto place = static_cast<std::size_t>(c);
    const bool is_whole = place >= manner.remarks.size() || manner.remarks[place].empty();
    text += is_whole ? "\n" : ", without moving jumps\n";
  }
  const bool reached = cuboid_result_status(result) == CUBOID_CONVERGED;
  const std::string reasons = manner.is_verbose ? cuboid_result_reasons(result) : "";
  text += std::string(reached ? "converged: " : "not converged: ") +
          told(cuboid_result_message(result) + (reasons.empty() ? "" : "; " + reasons), manner) +
          "\n";
  text += std::string(cuboid_result_method(result)) + ", " +
          brief(static_cast<double>(cuboid_result_neval(result))) + " evaluations in " +
          brief(seconds) + " s\n";
  return text;
}

std::string in_json(const cuboid_result *result, double seconds, const Manner &manner) {
  const int status = cuboid_result_status(result);
  const auto numbers = [&](const double *values) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (int c = 0; c < cuboid_result_ncomp(result); ++c)
      list.push_back(std::isfinite(values[c]) ? nlohmann::ordered_json(values[c]) : nullptr);
    return list;
  };
  nlohmann::ordered_json object = {{"value", numbers(cuboid_result_value(result))},
                                   {"error", numbers(cuboid_result_error(result))},
                                   {"status", cuboid_status_name(status)},
                                   {"converged", status == CUBOID_CONVERGED},
                                   {"message", told(cuboid_result_message(result), {})},
                                   {"reasons", cuboid_result_reasons(result)},
                                   {"method", cuboid_result_method(result)},
                                   {"neval", cuboid_result_neval(result)},
                                   {"probed", cuboid_result_probed(result)},
                                   {"nregions", cuboid_result_nregions(result)},
                                   {"trusted", cuboid_result_trusted(result) != 0},
                                   {"seconds", seconds}};
  if (!manner.names.empty()) object["components"] = manner.names;
  if (manner.leaves_out()) object["remarks"] = manner.remarks;
  // Texts of the library may quote a file name in any encoding.
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string in_csv(const cuboid_result *result) {
  const int ncomp = cuboid_result_ncomp(result);
  return csv_head({}, ncomp) + csv_line({}, ncomp, cuboid_result_value(result),
                                        cuboid_result_error(result), cuboid_result_status(result),
                                        cuboid_result_neval(result));
}

}  // namespace command
