// Keeps the trace of one integration, for a report, in a file, or both.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "cuboid.h"

namespace command {

class Recorder {
 public:
  /// file: "": none.  Throws Refused if it cannot be written.
  explicit Recorder(std::string file);

  /// Records of the command's own, lines of JSON, which follow the header.
  void say(const std::string &records) { own_ += records; }
  void listen(cuboid_options *options);

  /// Closes the file.  Where it does not have all records, as on a full disk, a line on stderr says
  /// so: the result stands.
  void finish();
  const std::string &records() const { return records_; }

 private:
  static void keep(const char *line, void *self);
  void add(const std::string &text);

  struct Close {
    void operator()(std::FILE *file) const { std::fclose(file); }
  };
  std::string name_;
  std::unique_ptr<std::FILE, Close> file_;
  std::string own_;
  std::string records_;
  int problem_ = 0;  ///< errno of the first write that failed
};

}  // namespace command
