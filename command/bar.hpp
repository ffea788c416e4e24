// How far an integration is, on one line of a terminal.
#pragma once

#include "cuboid.h"

namespace command {

/// Draws on stderr if that is a terminal, else does nothing.
class Bar {
 public:
  explicit Bar(bool wanted);
  ~Bar();
  Bar(const Bar &) = delete;
  Bar &operator=(const Bar &) = delete;

  void watch(cuboid_options *options);
  /// Before something else is written.
  void clear();

 private:
  static int draw(void *self, const cuboid_progress *progress);

  bool shown_;
  bool drawn_ = false;
};

}  // namespace command
