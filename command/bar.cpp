#include "bar.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "handles.hpp"
#include "number.hpp"

namespace command {
namespace {

constexpr double seconds_between = 0.1;
constexpr std::size_t width = 24;

/// Clears from here to the end of the line (ECMA-48, EL).
constexpr const char *clear_line = "\r\033[K";

std::string bar_of(double share) {
  const auto done = static_cast<std::size_t>(std::lround(width * std::clamp(share, 0.0, 1.0)));
  std::string bar(width, '.');
  std::fill_n(bar.begin(), done, '#');
  return bar;
}

}  // namespace

Bar::Bar(bool wanted) : shown_(wanted && isatty(STDERR_FILENO) != 0) {}

Bar::~Bar() {
  clear();
}

void Bar::clear() {
  if (drawn_) std::fputs(clear_line, stderr);
  drawn_ = false;
}

void Bar::watch(cuboid_options *options) {
  if (shown_) check(cuboid_options_set_progress(options, draw, this, seconds_between));
}

int Bar::draw(void *self, const cuboid_progress *progress) {
  static_cast<Bar *>(self)->drawn_ = true;
  // Errors fall with a power of the evaluations: the share of maxeval that is used up, or of the
  // accuracy that is reached, whichever is nearer to the end.
  const double used = static_cast<double>(progress->evaluations) /
                      static_cast<double>(std::max<int64_t>(progress->maxeval, 1));
  const double reached = std::isfinite(progress->share) ? progress->share : 0;
  std::string line =
      "[" + bar_of(std::max(used, reached)) + "] " + progress->method + ", " + progress->phase;
  if (progress->ncomp > 0 && std::isfinite(progress->value[0]))
    line += ": " + with_error(progress->value[0], progress->error[0]);
  line += ", " + brief(static_cast<double>(progress->evaluations)) + " evaluations, " +
          brief(progress->rate) + "/s";
  if (std::isfinite(progress->seconds_left))
    line += ", " + brief(progress->seconds_left) + " s left";
  std::fprintf(stderr, "%s%s", clear_line, line.c_str());
  return 0;
}

}  // namespace command
