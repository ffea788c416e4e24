#include "files.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "handles.hpp"

namespace command {

std::string read_file(const std::string &name) {
  std::ifstream stream(name, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) throw Refused("the file '" + name + "' cannot be read: " + std::strerror(errno));
  return text;
}

void write_file(const std::string &name, const std::string &text) {
  errno = 0;
  std::ofstream stream(name, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw Refused("the file '" + name + "' cannot be written: " + std::strerror(errno));
}

}  // namespace command
