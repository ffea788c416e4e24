#include "source.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <sstream>

#include "cache.hpp"
#include "files.hpp"
#include "prototype.hpp"
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

/// actions: what becomes of its output; nullptr: nothing.
bool run(const std::vector<std::string> &command,
         const posix_spawn_file_actions_t *actions = nullptr) {
  std::vector<char *> arguments;
  for (const std::string &word : command) arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], actions, nullptr, arguments.data(), environ);
  if (error != 0)
    throw Refused("the compiler '" + command[0] + "' cannot be run: " + std::strerror(error) +
                  "; set CC, or integrate on a GPU");
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0;
}

/// What the compiler says of itself; "": nothing.  file: where it may say it.
std::string version_of(std::vector<std::string> compiler, const std::string &file) {
  compiler.emplace_back("--version");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  const bool has_ended_well = run(compiler, &actions);
  posix_spawn_file_actions_destroy(&actions);
  return has_ended_well ? read_file(file) : "";
}

/// C knows a function of integers by this name, and would drop what follows the point.
const char *advice_on(const std::string &text) {
  const auto belongs_to_a_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (std::size_t at = 0; (at = text.find("abs", at)) != std::string::npos; at += 3) {
    const std::size_t behind = text.find_first_not_of(" \t\n", at + 3);
    if (behind != std::string::npos && text[behind] == '(' &&
        (at == 0 || !belongs_to_a_name(text[at - 1])))
      return "; abs is of integers in C: did you mean fabs?";
  }
  return "";
}

bool is_cpp(const std::string &file) {
  const std::string extension = fs::path(file).extension().string();
  return extension == ".cpp" || extension == ".cc" || extension == ".cxx" || extension == ".cu";
}

/// The headers that were installed with this program, as an option; empty: there are none.
std::string installed_headers() {
  std::error_code trouble;
  const fs::path self = fs::read_symlink("/proc/self/exe", trouble);
  const fs::path headers = self.parent_path().parent_path() / "include";
  return fs::exists(headers / "cuboid_quad.h", trouble) ? "-I" + headers.string() : "";
}

}  // namespace

Source read_source(const SourceRequest &request) {
  const std::string settings = macros(request.settings);
  const std::string text = read_input(request.file);
  // A compiler passes it over, or takes it for the end.
  if (const std::size_t at = text.find('\0'); at != std::string::npos)
    throw Refused("'" + request.file + "' is no text: its byte " + std::to_string(at + 1) +
                  " is a NUL");
  const std::string name = request.file == "-" ? "<standard input>" : request.file;
  const Entry entry = entry_of(text, request);
  return {(entry.has_macros ? settings : "") + "#line 1 \"" + name + "\"\n" + text + entry.adapter,
          entry.function};
}

void *compile_for_host(const SourceRequest &request, const Source &made) {
  const std::string &text = made.text;
  const bool cpp = is_cpp(request.file);
  const char *chosen = std::getenv(cpp ? "CXX" : "CC");
  std::vector<std::string> compiler = words(chosen != nullptr ? chosen : "");
  if (compiler.empty()) compiler.push_back(cpp ? "c++" : "cc");
  // Lines of the file are those of #line, and what it includes is looked for beside it.
  const std::string beside = (fs::current_path() / request.file).parent_path().string();
  std::vector<std::string> options = {"-O2",         "-fPIC", "-shared",
                                      "-I" + beside, "-x",    cpp ? "c++" : "c"};
  if (const std::string headers = installed_headers(); !headers.empty()) options.push_back(headers);
  // To C before 1999, what is declared nowhere is a function that returns an int.
  if (!cpp)
    for (const char *error : {"-Werror=implicit-function-declaration", "-Werror=absolute-value"})
      options.emplace_back(error);
  const TemporaryFolder folder;
  std::string key;
  if (is_self_contained(text, beside))
    key = cache_key(compiler, version_of(compiler, folder.file("version")), options, text);
  void *handle = nullptr;
  if (const std::string kept = cached_library(key); !kept.empty())
    handle = dlopen(kept.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const std::string source = folder.file("integrand.c");
    const std::string library = folder.file("integrand.so");
    write_file(source, text);
    std::vector<std::string> command = compiler;
    command.insert(command.end(), options.begin(), options.end());
    for (const std::string &word : {source, std::string("-o"), library, std::string("-lm")})
      command.push_back(word);
    if (!run(command))
      throw Refused(std::string("the integrand could not be compiled for the host") +
                    (cpp ? "" : advice_on(text)));
    handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr)
      throw Refused(std::string("the compiled integrand cannot be loaded: ") + dlerror());
    keep_library(key, library);
  }
  void *const symbol = dlsym(handle, made.function.c_str());
  if (symbol == nullptr)
    throw Refused("there is no function '" + request.function + "' in '" + request.file +
                  "'; --function names another (in C++ it must be extern \"C\")");
  return symbol;
}

}  // namespace command
