// What a trace is made of: lines of JSON, and regions that are drawn together.
#include "run/trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>

#include "run/json_line.hpp"
#include "run/region_groups.hpp"

namespace {

using namespace cuboid;
using algorithm::JsonLine;

TEST(JsonLine, WritesWhatCanBeReadBack) {
  JsonLine line("kind");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double values[] = {0.1, -infinity, std::numeric_limits<double>::quiet_NaN(), 1e300};
  line.integer("n", -7).number("x", 1.0 / 3).flag("yes", true).numbers("list", values);
  line.begin_object("inner").text("a", "b").end_object();
  line.begin_list("lists").list_entry({values, 1}).list_entry({}).end_list();
  EXPECT_EQ(line.str(),
            R"({"record":"kind","n":-7,"x":0.3333333333333333,"yes":true,)"
            R"("list":[0.1,"-inf","nan",1e+300],"inner":{"a":"b"},"lists":[[0.1],[]]})");
}

TEST(JsonLine, TextIsAlwaysUtf8) {
  JsonLine line("t");
  line.text("a", "quote \" slash \\ line \n");
  line.text("b", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");  // Characters of 2, 3 and 4 bytes,
  line.text("c", "x\xff\xc3 \xed\xa0\x80 \xc0\xaf\xf4\x90\x80y");  // and bytes that are none.
  EXPECT_EQ(
      line.str(),
      "{\"record\":\"t\",\"a\":\"quote \\\" slash \\\\ line \\u000a\","
      "\"b\":\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\","
      "\"c\":\"x\\ufffd\\ufffd \\ufffd\\ufffd\\ufffd \\ufffd\\ufffd\\ufffd\\ufffd\\ufffdy\"}");
}

/// A table of boxes in the plane: lower corner, upper corner.
RegionTable table_of(const std::vector<std::array<double, 4>> &boxes) {
  RegionTable table{2, 1, {}, {}, {}, {}, {}};
  for (const auto &box : boxes) {
    table.add_box(box.data(), box.data() + 2);
    table.add_estimate(1, 1);
  }
  return table;
}

TEST(RegionGroups, CutGoesThroughNoRegion) {
  // Thirds, which no halving separates.
  const RegionTable table =
      table_of({{0, 0, 1, 0.3}, {0, 0.3, 0.7, 0.9}, {0.7, 0.3, 1, 0.9}, {0, 0.9, 1, 1}});
  const std::vector<double> weight{0, 5, 1, 0};
  EXPECT_EQ(algorithm::group_regions(table, weight, 1).size(), 1u);
  EXPECT_EQ(algorithm::group_regions(table, weight, 4).size(), 4u);
  auto groups = algorithm::group_regions(table, weight, 3);
  ASSERT_EQ(groups.size(), 3u);
  std::sort(groups.begin(), groups.end());
  // Both middle ones have weight, and the first is cut off on the way to them.
  EXPECT_EQ(groups, (std::vector<algorithm::RegionGroup>{{0}, {1, 2}, {3}}));
}

TEST(RegionGroups, WithoutACutStayTogether) {
  const RegionTable pinwheel = table_of({{0, 0, 0.6, 0.4},
                                         {0.6, 0, 1, 0.6},
                                         {0.4, 0.6, 1, 1},
                                         {0, 0.4, 0.4, 1},
                                         {0.4, 0.4, 0.6, 0.6}});
  EXPECT_EQ(algorithm::group_regions(pinwheel, {1, 1, 1, 1, 1}, 5).size(), 1u);
  EXPECT_TRUE(algorithm::group_regions(table_of({}), {}, 5).empty());
}

TEST(RegionGroups, WithoutWidthLeaveNoGroupEmpty) {
  // What is left of an axis whose halves end where two neighbouring numbers do.
  const auto sizes = [](const std::vector<std::array<double, 4>> &boxes) {
    std::vector<std::size_t> all;
    const std::vector<double> weight(boxes.size(), 1);
    for (const auto &group : algorithm::group_regions(table_of(boxes), weight, 9))
      all.push_back(group.size());
    std::sort(all.begin(), all.end());
    return all;
  };
  EXPECT_EQ(sizes({{0, 0, 1, 1}, {1, 0, 1, 1}}), (std::vector<std::size_t>{1, 1}));
  EXPECT_EQ(sizes({{0, 0, 0, 1}, {0, 0, 1, 1}}), (std::vector<std::size_t>{2}));
  EXPECT_EQ(sizes({{1, 0, 1, 1}, {1, 0, 1, 1}}), (std::vector<std::size_t>{2}));
  EXPECT_EQ(sizes({{0, 0, 0.5, 1}, {0.5, 0, 0.5, 1}, {0.5, 0, 1, 1}}),
            (std::vector<std::size_t>{1, 2}));
}

TEST(Trace, WritesTheLastStepThatWasPassedOver) {
  std::vector<std::string> lines;
  algorithm::Trace trace(
      {1, 1, 1, 10, 0}, [&](const std::string &line) { lines.push_back(line); },
      [](int, double t) { return t; });
  algorithm::Result result(1);
  for (int step = 1; step <= 1000; ++step) {
    result.neval = 10000 + step;
    trace.iteration(step, result, {});
  }
  const std::size_t before = lines.size();
  trace.end(result);
  ASSERT_EQ(lines.size(), before + 1);
  EXPECT_NE(lines.back().find("\"number\":1000,"), std::string::npos) << lines.back();
  EXPECT_EQ(before, 256u + 7u);
}

TEST(Trace, KeepsEveryKthSample) {
  std::vector<std::string> lines;
  algorithm::Trace trace(
      {1, 1, 1, 10, 10}, [&](const std::string &line) { lines.push_back(line); },
      [](int, double t) { return t; });
  const double one = 1;
  for (int i = 0; i < 100; ++i) {
    const double x = i;
    trace.samples(1, 1, &x, &one, &one);
  }
  trace.end(algorithm::Result(1));
  ASSERT_EQ(lines.size(), 7u);
  for (std::size_t i = 0; i < lines.size(); ++i)
    EXPECT_NE(lines[i].find("\"x\":[" + std::to_string(16 * i) + "]"), std::string::npos)
        << lines[i];
}

}  // namespace
