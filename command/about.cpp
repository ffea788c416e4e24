#include "about.hpp"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "number.hpp"

namespace command {
namespace {

std::string processor() {
  std::ifstream information("/proc/cpuinfo");
  std::string line;
  while (std::getline(information, line))
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "";
}

std::string machine() {
  const std::string cores = std::to_string(sysconf(_SC_NPROCESSORS_ONLN)) + " cores";
  const std::string name = processor();
  std::string text = name.empty() ? cores : name + ", " + cores;
  const char *description = "";
  if (cuboid_device(&description) == 0) text += std::string(", ") + description;
  return text;
}

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm time = {};
  localtime_r(&seconds, &time);
  char text[64];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M %Z", &time);
  return text;
}

std::string quoted(const std::string &word) {
  constexpr const char *plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char letter : word)
    if (letter == '\'')
      text += "'\\''";
    else
      text += letter;
  return text + "'";
}

std::string joined(const std::vector<std::string> &words, const char *between) {
  std::string text;
  for (const std::string &word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

}  // namespace

std::string about(const IntegrateRequest &request, const Region &region,
                  const Parameters &parameters) {
  std::vector<std::string> command, options, values;
  for (const std::string &word : request.command) command.push_back(quoted(word));
  for (const auto &[name, value] : request.options) options.push_back(name + " = " + value);
  for (std::size_t i = 0; i < parameters.names.size(); ++i)
    values.push_back(parameters.names[i] + " = " + shortest(parameters.values[i]));
  const std::string &file = request.source.file;
  const std::string integrand = request.expressions.empty()
                                    ? request.source.function + " in " + file
                                    : joined(request.expressions, ", ");
  const bool is_file = request.expressions.empty();
  const nlohmann::ordered_json record = {
      {"record", "about"},
      {"integrand", integrand},
      {"region", region.text},
      {"parameters", joined(is_file ? request.source.settings : values, ", ")},
      {"options", joined(options, ", ")},
      {"command", joined(command, " ")},
      {"machine", machine()},
      {"date", now()},
      {"mapped", region.domain != nullptr}};
  // Names of files may have any encoding.
  return record.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace command
