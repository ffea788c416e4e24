// What the command says of a result, and with which status it ends.
#pragma once

#include <string>
#include <vector>

#include "cuboid.h"

namespace command {

enum ExitStatus : int {
  converged = 0,
  missed = 1,        ///< a result that misses the request
  failed = 2,        ///< no result
  interrupted = 130  ///< Ctrl-C, as shells have it: 128 + SIGINT
};

/// How results are written: for people, as comma-separated values, or in lines of JSON.
enum class Form { words, csv, json };

/// How the library's messages are shown to people.
struct Manner {
  bool has_lines = false;               ///< a line for each clause, as terminals have them
  bool is_verbose = false;              ///< with the reasons of a result
  std::vector<std::string> names = {};  ///< of components; empty: numbers
  /// What derivatives leave out, a text for each component, "" for nothing; empty: there are none.
  std::vector<std::string> remarks = {};

  /// Whether a derivative is not that of the integral.
  bool leaves_out() const;
};

ExitStatus exit_status(int status);

/// Prints results.
void print(const std::string &text);

/// A message of the library, which consists of clauses.
std::string told(const std::string &message, const Manner &manner);

/// For people: a line for each component, and why the integration ended.
std::string in_words(const cuboid_result *result, double seconds, const Manner &manner);

/// For programs: one JSON object on one line; numbers that are not finite are null.
std::string in_json(const cuboid_result *result, double seconds, const Manner &manner);

/// For spreadsheets: a line of names, and a line of numbers.
std::string in_csv(const cuboid_result *result);

}  // namespace command
