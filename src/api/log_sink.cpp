#include "api/log_sink.hpp"

#include <cstdio>

namespace cuboid::api {

algorithm::Log::Sink stdout_sink() {
  return [](int, const std::string &text) {
    std::puts(text.c_str());
    std::fflush(stdout);
  };
}

algorithm::Log::Sink callback_sink(cuboid_log_function log, void *user) {
  if (log == nullptr) return stdout_sink();
  return [log, user](int level, const std::string &text) {
    for (std::size_t begin = 0;;) {
      const std::size_t end = text.find('\n', begin);
      log(user, level, text.substr(begin, end - begin).c_str());
      if (end == std::string::npos) return;
      begin = end + 1;
    }
  };
}

}  // namespace cuboid::api
