// The report: one page of HTML that shows what a trace holds.
#pragma once

#include <string>

namespace command {

/// Writes the page for the records of the trace, lines of JSON as docs/trace.md has them.  name: of
/// the trace, for the sentence.  Throws Refused if it is no trace, or the page cannot be written.
void write_report(const std::string &page, const std::string &records, const std::string &name);

/// `cuboid view`: the report of the trace in a file.
int view(const std::string &trace, const std::string &page);

}  // namespace command
