#include "cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

namespace command {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view headers_of_the_language[] = {
    "assert.h", "complex.h",  "ctype.h",  "errno.h",   "fenv.h",    "float.h",  "inttypes.h",
    "limits.h", "math.h",     "stdarg.h", "stdbool.h", "stddef.h",  "stdint.h", "stdio.h",
    "stdlib.h", "string.h",   "tgmath.h", "time.h",    "algorithm", "array",    "cfloat",
    "climits",  "cmath",      "complex",  "cstddef",   "cstdint",   "cstdio",   "cstdlib",
    "cstring",  "functional", "limits",   "numbers",   "numeric",   "string",   "tuple",
    "utility",  "vector"};

bool is_of_the_language(std::string_view header) {
  return std::find(std::begin(headers_of_the_language), std::end(headers_of_the_language),
                   header) != std::end(headers_of_the_language);
}

/// Variables that lead a compiler to other headers and programs.
constexpr const char *leading_elsewhere[] = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
                                             "COMPILER_PATH", "GCC_EXEC_PREFIX"};

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// A header behind the word include, without its brackets; "": something else is there.
std::string_view header_in(std::string_view rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  const std::size_t end = rest.find('>');
  return rest.starts_with('<') && end != rest.npos ? rest.substr(1, end - 1) : std::string_view();
}

/// Whether a folder that is searched first has headers, of which those of the language may include
/// one instead of their own.
bool hides_headers(const std::string &folder) {
  std::error_code error;
  for (const auto &entry : fs::directory_iterator(folder, error)) {
    const fs::path name = entry.path().filename();
    const bool is_of_the_system =
        name == "bits" || name == "sys" || name == "gnu" || name == "asm" || name == "linux";
    if (name.extension() == ".h" || is_of_the_system || is_of_the_language(name.string()))
      return true;
  }
  return static_cast<bool>(error);
}

std::string without_continued_lines(std::string text) {
  for (std::size_t at = 0; (at = text.find("\\\n", at)) != std::string::npos;) text.erase(at, 2);
  return text;
}

/// The folder of the library's kernels has one for texts.
std::string folder_of_texts() {
  const std::string chosen = variable("CUBOID_CACHE");
  if (chosen == "off") return "";
  if (chosen.starts_with('/')) return chosen + "/texts";
  if (const std::string cache = variable("XDG_CACHE_HOME"); cache.starts_with('/'))
    return cache + "/cuboid/texts";
  if (const std::string home = variable("HOME"); home.starts_with('/'))
    return home + "/.cache/cuboid/texts";
  return "";
}

/// Whether it is there, and nobody but this user can change it.
bool is_private(const std::string &path, mode_t kind) {
  struct stat status;
  return ::lstat(path.c_str(), &status) == 0 && (status.st_mode & S_IFMT) == kind &&
         status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// With the folder above it, in which others could put another in its place.
bool is_private_folder(const std::string &folder) {
  return !folder.empty() && is_private(folder, S_IFDIR) &&
         is_private(fs::path(folder).parent_path(), S_IFDIR);
}

void make_folder(const std::string &path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    ::mkdir(path.substr(0, end).c_str(), 0700);
    if (end == std::string::npos) return;
  }
}

/// 64 bits by FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo).  The whole key lies beside the library, so
/// that two of one name are told apart.
std::string name_of(const std::string &key) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : key) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  char name[17];
  std::snprintf(name, sizeof name, "%016llx", static_cast<unsigned long long>(hash));
  return name;
}

std::string content_of(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

/// In one step, for this user alone.
bool write_private(const std::string &path, const std::string &content) {
  std::string temporary = path + ".XXXXXX";
  const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) return false;
  std::size_t done = 0;
  while (done < content.size()) {
    const ssize_t count = ::write(file, content.data() + done, content.size() - done);
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  const bool is_whole = ::close(file) == 0 && done == content.size();
  if (is_whole && ::rename(temporary.c_str(), path.c_str()) == 0) return true;
  ::unlink(temporary.c_str());
  return false;
}

/// Its name and what it can do, for options such as -march=native in CC.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  std::string text;
  for (std::string line; std::getline(file, line) && !line.empty();)
    if (line.starts_with("model name") || line.starts_with("flags") || line.starts_with("Features"))
      text += line + "\n";
  return text;
}

}  // namespace

bool is_self_contained(const std::string &text, const std::string &beside) {
  for (const char *name : leading_elsewhere)
    if (!variable(name).empty()) return false;
  const std::string joined = without_continued_lines(text);
  // What else brings files or the time into a text.
  for (const char *word : {"embed", "incbin", "__DATE__", "__TIME__", "__TIMESTAMP__"})
    if (joined.find(word) != std::string::npos) return false;
  const std::string_view all = joined;
  const std::string_view word = "include";
  for (std::size_t at = all.find(word); at != all.npos; at = all.find(word, at + 1)) {
    const std::string_view header = header_in(all.substr(at + word.size()));
    if (!is_of_the_language(header)) return false;
  }
  return !hides_headers(beside);
}

std::string cache_key(const std::vector<std::string> &compiler, const std::string &version,
                      const std::vector<std::string> &options, const std::string &text) {
  if (version.empty()) return "";
  std::string key = "cuboid text 1\n" + version + processor();
  for (const std::string &word : compiler) {
    // Files and folders that an option names may change.
    if (word.starts_with('@') || word.starts_with("-I") || word.starts_with("-i") ||
        word.starts_with("-B") || word.starts_with("--"))
      return "";
    key += word + "\n";
  }
  for (const std::string &option : options) key += option + "\n";
  return key + text;
}

std::string cached_library(const std::string &key) {
  const std::string folder = folder_of_texts();
  if (key.empty() || !is_private_folder(folder)) return "";
  const std::string path = folder + "/" + name_of(key);
  if (!is_private(path + ".key", S_IFREG) || !is_private(path + ".so", S_IFREG)) return "";
  return content_of(path + ".key") == key ? path + ".so" : "";
}

void keep_library(const std::string &key, const std::string &library) {
  const std::string folder = folder_of_texts();
  if (key.empty() || folder.empty()) return;
  make_folder(folder);
  if (!is_private_folder(folder)) return;
  const std::string path = folder + "/" + name_of(key);
  // A key without its library would be that of the one before.
  ::unlink((path + ".key").c_str());
  if (write_private(path + ".so", content_of(library))) write_private(path + ".key", key);
}

}  // namespace command
