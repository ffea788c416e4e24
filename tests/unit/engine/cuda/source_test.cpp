// The text of an integrand before it goes to the compiler.
#include "engine/cuda/compile/source.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using cuboid::engine::cuda::prepare_source;

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != text.npos;
}

auto lines(const std::string &text) {
  return std::count(text.begin(), text.end(), '\n');
}

const std::string program = R"(#include <math.h>
#include "cuba.h"
/* main( in a comment } */
static const double table[2] = {1, 2};
struct par { double a; };
static double helper(double u);
static void report(const char *text);
int f(const int *ndim, const double x[],
      const int *ncomp, double ff[], void *userdata) {
  ff[0] = helper(x[0]) + '{' + table[1];
  return 0;
}
double helper(double u) { if (u > 0) { return u; } return 0; }
static void report(const char *text) { puts(text); }
#define TWICE(v) twice(v)
double twice(double v) { return 2 * v; }
int main(void) {
#define LATER 5
  report("}");
  return 0;
}
)";

TEST(PrepareSource, KeepsWhatTheFunctionNeedsAndLeavesOutTheRest) {
  const auto prepared = prepare_source(program, "f");
  EXPECT_TRUE(prepared.defines_function);
  EXPECT_TRUE(contains(prepared.text, "double helper(double u) { if"));
  EXPECT_TRUE(contains(prepared.text, "table[2]"));
  EXPECT_TRUE(contains(prepared.text, "struct par"));
  EXPECT_FALSE(contains(prepared.text, "main(void)"));
  EXPECT_FALSE(contains(prepared.text, "report"));
}

TEST(PrepareSource, KeepsWhatMacrosName) {
  EXPECT_TRUE(contains(prepare_source(program, "f").text, "double twice(double v) { return"));
}

TEST(PrepareSource, KeepsDirectivesOfFunctionsThatGo) {
  EXPECT_TRUE(contains(prepare_source(program, "f").text, "#define LATER 5"));
}

TEST(PrepareSource, KeepsTheNumbersOfLines) {
  const auto prepared = prepare_source(program, "f");
  EXPECT_EQ(lines(prepared.text), lines(program));
  const auto line_of = [](const std::string &text, const std::string &part) {
    return std::count(text.begin(), text.begin() + text.find(part), '\n');
  };
  EXPECT_EQ(line_of(prepared.text, "ff[0] ="), line_of(program, "ff[0] ="));
  EXPECT_EQ(line_of(prepared.text, "double twice"), line_of(program, "double twice"));
}

TEST(PrepareSource, LetsUserdataConvert) {
  const auto prepared = prepare_source(program, "f");
  EXPECT_TRUE(contains(prepared.text, "cuboid_void_pointer userdata"));
  const auto as_const = prepare_source(
      "int f(const int *n, const double *x, const int *c, double *y, const void *u) { return 0; }",
      "f");
  EXPECT_TRUE(contains(as_const.text, "cuboid_void_pointer u)"));
}

TEST(PrepareSource, ListsIncludedHeaders) {
  const std::vector<std::string> expected{"cuba.h", "math.h"};
  EXPECT_EQ(prepare_source(program, "f").included, expected);
}

TEST(PrepareSource, LeavesATextAloneThatHasNoSuchFunction) {
  const auto prepared = prepare_source(program, "g");
  EXPECT_FALSE(prepared.defines_function);
  EXPECT_EQ(prepared.text, program);
}

TEST(PrepareSource, SeesThroughLinkageAndNamespaces) {
  const std::string text =
      "extern \"C\" {\nint f(const int *n) { return g(); }\nint unused(void) { return 1; }\n}\n"
      "namespace a { int g() { return 2; } }\n";
  const auto prepared = prepare_source(text, "f");
  EXPECT_TRUE(prepared.defines_function);
  EXPECT_TRUE(contains(prepared.text, "int g()"));
  EXPECT_FALSE(contains(prepared.text, "unused"));
}

TEST(PrepareSource, TakesAnyText) {
  for (const std::string text : {"",
                                 "{",
                                 "}",
                                 "(",
                                 ")",
                                 "\"",
                                 "'\\",
                                 "/*",
                                 "#",
                                 "#include",
                                 "extern",
                                 "extern \"C\"",
                                 "namespace",
                                 "int f(",
                                 "int f() {",
                                 "f(){}}",
                                 "int f(int) { \"\\",
                                 ";;;",
                                 "= { } ;",
                                 "int f(,,,,void*){}",
                                 "\n#define x \\",
                                 "int (*f)(void) { }",
                                 "namespace {"})
    EXPECT_EQ(lines(prepare_source(text, "f").text), lines(text)) << text;
}

TEST(PrepareSource, TakesAnyPieceOfAText) {
  for (std::size_t begin = 0; begin < program.size(); begin += 7)
    for (std::size_t end = begin; end <= program.size(); end += 3) {
      const std::string text = program.substr(begin, end - begin);
      ASSERT_EQ(lines(prepare_source(text, "f").text), lines(text)) << text;
    }
}

TEST(PrepareSource, IsNotMisledByFunctionPointersAndInitialisers) {
  const std::string text =
      "double (*choice)(double) = sin;\nstatic double pick(double x) { return choice(x); }\n"
      "struct par make(int n) { struct par p = {n}; return p; }\n"
      "struct par fixed = {1};\nint f(const int *n) { return make(1).a + pick(2); }\n";
  const auto prepared = prepare_source(text, "f");
  EXPECT_EQ(prepared.text, text);
  EXPECT_TRUE(prepared.defines_function);
}

// What the compiler finds only when it puts a program together must not stay hidden.
TEST(PrepareSource, SaysWhetherAllErrorsShowWhereTheTextIsRead) {
  const auto shows = [](const std::string &text) { return prepare_source(text, "f").shows_errors; };
  const std::string f = "int f(const int *n, const double x[]) ";
  EXPECT_TRUE(shows(program));
  EXPECT_TRUE(shows(f + "{ return n[0]; }"));
  EXPECT_TRUE(shows("extern \"C\" " + f + "{ return 0; }"));
  EXPECT_TRUE(shows("double other(double);\n" + f + "{ return 0; }"));
  EXPECT_FALSE(shows("double other(double);\n" + f + "{ return other(x[0]); }"));
  EXPECT_FALSE(shows("extern double factor;\n" + f + "{ return factor; }"));
  EXPECT_FALSE(shows("#define FAR extern\nFAR double factor;\n" + f + "{ return factor; }"));
  EXPECT_FALSE(shows(f + "{ asm volatile(\"nothing;\"); return 0; }"));
  EXPECT_FALSE(shows(f + "{ __shared__ double work[100000]; return work[0]; }"));
  EXPECT_FALSE(shows(f + "{ return 0;"));
  EXPECT_FALSE(shows("int g(void) { return 0; }"));
}

}  // namespace
