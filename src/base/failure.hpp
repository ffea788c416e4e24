// The one exception of the library: a status and the sentence that goes with it.
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "cuboid.h"

namespace cuboid {

/// Thrown by any layer, turned into a status by src/api/guard.hpp and by nothing else.
class Failure : public std::exception {
 public:
  Failure(int status, std::string message) : status_(status), message_(std::move(message)) {}

  int status() const noexcept { return status_; }
  const std::string &message() const noexcept { return message_; }
  const char *what() const noexcept override { return message_.c_str(); }

 private:
  int status_;
  std::string message_;
};

}  // namespace cuboid
