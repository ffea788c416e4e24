#include "report.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string_view>

#include "files.hpp"
#include "handles.hpp"
#include "outcome.hpp"
#include "page_records.hpp"

// The page with its scripts, made by CuboidReport.cmake, as it is.
asm(R"(
  .section .rodata
  .balign 16
  .globl cuboid_report_page
  .globl cuboid_report_page_end
cuboid_report_page:
  .incbin ")" CUBOID_REPORT_PAGE R"("
cuboid_report_page_end:
  .previous
)");
extern "C" const char cuboid_report_page[];
extern "C" const char cuboid_report_page_end[];

namespace command {
namespace {

/// The format of traces that the page understands.
constexpr int trace_format = 1;

void check_trace(const std::string &records, const std::string &name) {
  const std::string first = records.substr(0, records.find('\n'));
  const nlohmann::json header = nlohmann::json::parse(first, nullptr, false);
  if (!header.is_object() || header.value("record", "") != "header")
    throw Refused("'" + name + "' is no trace: its first line is not the record \"header\"");
  if (header.value("format", 0) != trace_format)
    throw Refused("the trace '" + name + "' has a format that this version does not know");
}

/// The records as they may stand within an element of HTML, which ends at "</script" and, after
/// "<!--<script", at a later one.  In JSON a "<" only occurs in strings.
std::string embedded(const std::string &records) {
  std::string text;
  for (const char letter : records)
    if (letter == '<')
      text += "\\u003c";
    else
      text += letter;
  return text;
}

}  // namespace

void write_report(const std::string &page, const std::string &records, const std::string &name) {
  check_trace(records, name);
  const std::string_view whole(
      cuboid_report_page, static_cast<std::size_t>(cuboid_report_page_end - cuboid_report_page));
  constexpr std::string_view mark = "@TRACE@";
  const std::size_t place = whole.find(mark);
  replace_file(page, std::string(whole.substr(0, place)) + embedded(page_records(records)) +
                         std::string(whole.substr(place + mark.size())));
}

int view(const std::string &trace, const std::string &page) {
  write_report(page, read_input(trace), trace);
  std::printf("%s\n", page.c_str());
  return converged;
}

}  // namespace command
