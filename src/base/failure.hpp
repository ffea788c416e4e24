// The one exception of the library: a status and the sentence that goes with it.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "cuboid.h"

namespace cuboid {

/// Thrown by any layer, turned into a status by src/api/guard.hpp and by nothing else.
class Failure : public std::exception {
 public:
  /// thrown: what a function of the caller's threw, if that is the reason.
  Failure(int status, std::string message, std::exception_ptr thrown = nullptr)
      : status_(status), message_(std::move(message)), thrown_(std::move(thrown)) {}

  int status() const noexcept { return status_; }
  const std::string &message() const noexcept { return message_; }
  const std::exception_ptr &thrown() const noexcept { return thrown_; }
  const char *what() const noexcept override { return message_.c_str(); }

 private:
  int status_;
  std::string message_;
  std::exception_ptr thrown_;
};

/// For a handler of what a function of the caller's throws: throws it as a Failure that keeps it.
/// subject: "the integrand".  The unwinding of a thread that is being cancelled, and exceptions of
/// other languages, of which nothing can be kept, go on as they are.
[[noreturn]] inline void throw_as_failure(const char *subject) {
  const std::exception_ptr thrown = std::current_exception();
  if (!thrown) throw;
  std::string sentence;
  try {
    try {
      throw;
    } catch (const std::exception &exception) {
      sentence = std::string(subject) + " threw an exception: " + exception.what();
    } catch (...) {
      sentence =
          std::string(subject) + " threw an exception that is not derived from std::exception";
    }
  } catch (const std::bad_alloc &) {
    sentence = "an exception";  // Short enough to need no memory.
  }
  throw Failure(CUBOID_EXCEPTION, std::move(sentence), thrown);
}

/// For a handler on a thread that works for another one: what was thrown, to be thrown there.
inline std::exception_ptr exception_for_another_thread() {
  if (std::exception_ptr thrown = std::current_exception()) return thrown;
  return std::make_exception_ptr(
      Failure(CUBOID_EXCEPTION, "the integrand threw an exception of another language than C++"));
}

}  // namespace cuboid
