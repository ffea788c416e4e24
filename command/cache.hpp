// Integrands that were compiled before, in a folder of the user's own.
#pragma once

#include <string>
#include <vector>

namespace command {

/// Whether what a compiler makes of a text depends on nothing but the text, the compiler and its
/// options: it includes headers of the language alone, and the folder `beside`, which is searched
/// first, has none.
bool is_self_contained(const std::string &text, const std::string &beside);

/// The compiler, the processor, the options and the text; "": such a text is not kept.
/// compiler: the words of $CC; version: what it says of itself.
std::string cache_key(const std::vector<std::string> &compiler, const std::string &version,
                      const std::vector<std::string> &options, const std::string &text);

/// The library that was kept under a key; "": there is none.  Folders and files of others, and
/// those that others may write to, are passed over.
std::string cached_library(const std::string &key);

/// Keeps the library in a file.  What cannot be kept is compiled again the next time.
void keep_library(const std::string &key, const std::string &library);

}  // namespace command
