#include "source.hpp"

#include <dlfcn.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <regex>
#include <sstream>

#include "files.hpp"
#include "temporary_folder.hpp"

extern char **environ;

namespace command {
namespace {

namespace fs = std::filesystem;

/// What is computed is computed before what stands around the name: k = 1 + 2 in k * x[0].  Names
/// of types, lists in braces and other text stay as they are.
std::string as_operand(const std::string &value) {
  constexpr const char *operators = "+-*/%<>?:&|^";
  const bool is_computed = value.find_first_of(operators) != std::string::npos &&
                           value.find_first_of("{\"") == std::string::npos &&
                           std::strchr(operators, value.back()) == nullptr;
  return is_computed ? "(" + value + ")" : value;
}

std::string macros(const std::vector<std::string> &settings) {
  std::string text;
  for (const std::string &setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string::npos)
      throw Refused("--set: '" + setting + "' is not NAME=VALUE");
    const std::string value = setting.substr(equals + 1);
    if (value.find_first_not_of(" \t") == std::string::npos)
      throw Refused("--set: '" + setting + "' has no value");
    text += "#define " + setting.substr(0, equals) + " " + as_operand(value) + "\n";
  }
  return text;
}

std::vector<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), std::istream_iterator<std::string>()};
}

bool run(const std::vector<std::string> &command) {
  std::vector<char *> arguments;
  for (const std::string &word : command) arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ);
  if (error != 0)
    throw Refused("the compiler '" + command[0] + "' cannot be run: " + std::strerror(error) +
                  "; set CC, or integrate on a GPU");
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0;
}

/// C knows a function of integers by this name, and would drop what follows the point.
const char *advice_on(const std::string &text) {
  static const std::regex absolute(R"(\babs\s*\()");
  return std::regex_search(text, absolute) ? "; abs is of integers in C: did you mean fabs?" : "";
}

bool is_cpp(const std::string &file) {
  const std::string extension = fs::path(file).extension().string();
  return extension == ".cpp" || extension == ".cc" || extension == ".cxx" || extension == ".cu";
}

}  // namespace

std::string source_text(const SourceRequest &request) {
  const std::string settings = macros(request.settings);
  return settings + "#line 1 \"" + request.file + "\"\n" + read_file(request.file);
}

cuboid_function compile_for_host(const SourceRequest &request, const std::string &text) {
  const bool cpp = is_cpp(request.file);
  const char *chosen = std::getenv(cpp ? "CXX" : "CC");
  std::vector<std::string> command = words(chosen != nullptr ? chosen : "");
  if (command.empty()) command.push_back(cpp ? "c++" : "cc");
  const TemporaryFolder folder;
  const std::string source = folder.file("integrand.c");
  const std::string library = folder.file("integrand.so");
  write_file(source, text);
  // Lines of the file are those of #line, and what it includes is looked for beside it.
  const std::string beside = (fs::current_path() / request.file).parent_path().string();
  // To C before 1999, what is declared nowhere is a function that returns an int.
  if (!cpp)
    for (const char *error : {"-Werror=implicit-function-declaration", "-Werror=absolute-value"})
      command.emplace_back(error);
  for (const std::string &word : {std::string("-O2"), std::string("-fPIC"), std::string("-shared"),
                                  "-I" + beside, std::string("-x"), std::string(cpp ? "c++" : "c"),
                                  source, std::string("-o"), library, std::string("-lm")})
    command.push_back(word);
  if (!run(command))
    throw Refused(std::string("the integrand could not be compiled for the host") +
                  (cpp ? "" : advice_on(text)));
  void *const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr)
    throw Refused(std::string("the compiled integrand cannot be loaded: ") + dlerror());
  void *const symbol = dlsym(handle, request.function.c_str());
  if (symbol == nullptr)
    throw Refused("there is no function '" + request.function + "' in '" + request.file +
                  "'; --function names another (in C++ it must be extern \"C\")");
  return reinterpret_cast<cuboid_function>(symbol);
}

}  // namespace command
