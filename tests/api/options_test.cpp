// Options by name: kinds, defaults, ranges, and what a refusal says.
#include <cmath>
#include <limits>
#include <map>

#include "handles.hpp"

namespace {

using api::Options;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t max_int = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t min_int = std::numeric_limits<std::int32_t>::min();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Range {
  std::int64_t lowest, highest;
};

const std::map<std::string, Range> integer_ranges{
    {"mineval", {least, most}},
    {"maxeval", {least, most}},
    {"nvec", {1, most}},
    {"seed", {min_int, max_int}},
    {"rng_level", {min_int, max_int}},
    {"nstart", {1, most}},
    {"nincrease", {least, most}},
    {"nbatch", {1, most}},
    {"quasi", {-1, 1}},
    {"adapting", {-1, most}},
    {"intervals", {2, 1024}},
    {"raise_samples", {0, 1}},
    {"shifts", {10, 32}},
    {"splits", {1, most}},
    {"smooth_map", {0, 1}},
    {"lattice_points", {1024, std::int64_t{1} << 36}},
    {"nnew", {2, most}},
    {"nmin", {least, most}},
    {"key1", {min_int, max_int}},
    {"key2", {min_int, max_int}},
    {"key3", {min_int, max_int}},
    {"maxpass", {min_int, max_int}},
    {"smooth", {0, 1}},
    {"last_only", {-1, 1}},
    {"key", {min_int, max_int}},
    {"keep_state", {0, 1}},
    {"log", {0, 1}},
    {"reset_state", {0, 1}},
    {"overwrite_state", {0, 1}},
    {"cores", {-1, max_int}},
    {"memory_limit", {0, most}},
    {"verbosity", {0, 3}},
    {"trace_regions", {1, most}},
    {"trace_samples", {0, most}},
};

struct Reals {
  std::vector<double> good, bad;
};

const std::map<std::string, Reals> real_values{
    {"epsrel", {{0, 1e-3, -1, infinity, 5e-324}, {nan}}},
    {"epsabs", {{0, 1e-3, -1, infinity, 5e-324}, {nan}}},
    {"worker_timeout", {{0, 1, 1e9, infinity}, {nan}}},
    {"rank_timeout", {{0, 1, 1e9, infinity}, {-1, nan}}},
    {"alpha", {{-1, 0, 0.5, 10}, {-0.5, 11, infinity, nan}}},
    {"beta", {{0, 0.75, 1}, {-1, 1.5, infinity, nan}}},
    {"flatness", {{1e-3, 25, 1e9}, {0, -1, infinity, nan}}},
    {"border", {{0, 1e-3, -1, 0.4999}, {0.5, 0.6, infinity, nan}}},
    {"maxchisq", {{0, 10, -1, infinity}, {nan}}},
    {"mindeviation", {{0, 0.25, -1, infinity}, {nan}}},
    {"time_limit", {{0, 1, 1e9, infinity}, {nan, -1, -infinity}}},
};

struct Texts {
  std::vector<std::string> good, bad;
};

const std::map<std::string, Texts> text_values{
    {"method",
     {{"auto", "cuhre", "pagani", "vegas", "suave", "divonne", "vegas_plus", "m_cubes",
       "m_cubes_1d", "lattice", "line"},
      {"", "Vegas", "vegas ", "suav", std::string(9999, 'x')}}},
    {"complex", {{"component", "largest", "l2", "modulus"}, {"", "L2", "real"}}},
    {"norm", {{"component", "max", "l1", "l2"}, {"", "L2", "largest"}}},
    {"statefile", {{"", "name", std::string(9999, 'x')}, {}}},
    {"combination", {{"samples", "inverse_variance"}, {"", "variance"}}},
    {"probing", {{"none", "standard", "thorough"}, {"", "all"}}},
    {"compile", {{"auto", "quick", "full"}, {"", "slow"}}},
    {"transform",
     {{"auto", "none", "baker", "korobov1", "korobov2", "korobov3"}, {"", "korobov", "korobov4"}}},
    {"nonfinite", {{"stop", "zero"}, {"", "skip"}}},
    {"devices",
     {{"", "0", "0,2", "7,3,11", "all"},
      {"0,", ",0", "0,0", "2,1,2", "-1", "0 1", "off", "All", "1e9", "99999999999"}}},
    {"workers", {{"serial", "fork", "threads", "auto"}, {"", "mpi"}}},
};

std::int64_t integer(const Options &options, const std::string &name) {
  std::int64_t value = -77;
  EXPECT_EQ(cuboid_options_get_integer(options.get(), name.c_str(), &value), 0);
  return value;
}

double real(const Options &options, const std::string &name) {
  double value = -77;
  EXPECT_EQ(cuboid_options_get_real(options.get(), name.c_str(), &value), 0);
  return value;
}

std::string text(const Options &options, const std::string &name) {
  const char *value = "?";
  EXPECT_EQ(cuboid_options_get_text(options.get(), name.c_str(), &value), 0);
  return value;
}

bool last_error_has(const std::string &part) {
  return std::string(cuboid_last_error()).find(part) != std::string::npos;
}

TEST(Options, AreListed) {
  std::map<std::string, std::string> kinds;
  std::map<std::string, int> levels;
  for (int i = 0; i < cuboid_options_count(); ++i) {
    kinds[cuboid_options_name(i)] = cuboid_options_kind(i);
    EXPECT_STRNE(cuboid_options_help(i), "");
    ++levels[cuboid_options_level(i)];
  }
  EXPECT_EQ(levels.size(), 3U);
  EXPECT_EQ(levels["basic"], 10);
  EXPECT_GT(levels["method"], levels["basic"]);
  EXPECT_EQ(kinds.size(), static_cast<std::size_t>(cuboid_options_count()));
  // An option that these tests do not know is one without a test.
  EXPECT_EQ(kinds.size(), integer_ranges.size() + real_values.size() + text_values.size());
  for (const auto &[name, range] : integer_ranges) EXPECT_EQ(kinds[name], "integer") << name;
  for (const auto &[name, values] : real_values) EXPECT_EQ(kinds[name], "real") << name;
  for (const auto &[name, values] : text_values) EXPECT_EQ(kinds[name], "text") << name;
  for (const int i : {-1, cuboid_options_count(), std::numeric_limits<int>::max()}) {
    EXPECT_STREQ(cuboid_options_name(i), "");
    EXPECT_STREQ(cuboid_options_kind(i), "");
    EXPECT_STREQ(cuboid_options_help(i), "");
    EXPECT_STREQ(cuboid_options_level(i), "");
  }
}

TEST(Options, HaveTheDefaultsOfTheHeader) {
  const Options options;
  using namespace std::string_literals;
  const auto check_integer = [&](const char *name, std::int64_t value) {
    EXPECT_EQ(integer(options, name), value) << name;
  };
  const auto check_real = [&](const char *name, double value) {
    EXPECT_EQ(real(options, name), value) << name;
  };
  const auto check_text = [&](const char *name, const std::string &value) {
    EXPECT_EQ(text(options, name), value) << name;
  };
#define CHECK_DEFAULT(name, kind, value, ...) check_##kind(#name, value);
  CUBOID_OPTIONS(CHECK_DEFAULT)
#undef CHECK_DEFAULT
}

TEST(Options, OfIntegersHaveRanges) {
  for (const auto &[name, range] : integer_ranges) {
    Options options;
    const std::int64_t before = integer(options, name);
    for (const std::int64_t bad : {least, range.lowest - (range.lowest > least ? 1 : 0),
                                   range.highest + (range.highest < most ? 1 : 0), most}) {
      if (bad >= range.lowest && bad <= range.highest) continue;
      EXPECT_EQ(cuboid_options_set_integer(options.get(), name.c_str(), bad), CUBOID_BAD_ARGUMENT);
      EXPECT_TRUE(last_error_has(name + " = " + std::to_string(bad))) << cuboid_last_error();
      EXPECT_EQ(integer(options, name), before) << name;
    }
    for (const std::int64_t good : {range.lowest, range.highest}) {
      options.set(name.c_str(), good);
      EXPECT_STREQ(cuboid_last_error(), "");
      EXPECT_EQ(integer(options, name), good) << name;
    }
  }
}

TEST(Options, OfReals) {
  for (const auto &[name, values] : real_values) {
    Options options;
    const double before = real(options, name);
    for (const double bad : values.bad) {
      EXPECT_EQ(cuboid_options_set_real(options.get(), name.c_str(), bad), CUBOID_BAD_ARGUMENT);
      EXPECT_TRUE(last_error_has(name + " = ")) << cuboid_last_error();
      EXPECT_EQ(real(options, name), before) << name;
    }
    for (const double good : values.good) {
      options.set(name.c_str(), good);
      EXPECT_EQ(real(options, name), good) << name;
    }
  }
}

TEST(Options, OfTexts) {
  for (const auto &[name, values] : text_values) {
    Options options;
    const std::string before = text(options, name);
    for (const std::string &bad : values.bad) {
      EXPECT_EQ(cuboid_options_set_text(options.get(), name.c_str(), bad.c_str()),
                CUBOID_BAD_ARGUMENT);
      EXPECT_TRUE(last_error_has(name + " = \"" + bad.substr(0, 200) + "\""));
      EXPECT_EQ(text(options, name), before) << name;
    }
    for (const std::string &good : values.good) {
      options.set(name.c_str(), good);
      EXPECT_EQ(text(options, name), good) << name;
    }
  }
}

TEST(Options, OfOtherKindsOrNamesAreRefused) {
  Options options;
  EXPECT_EQ(cuboid_options_set_integer(options.get(), "epsrel", 1), CUBOID_BAD_ARGUMENT);
  EXPECT_TRUE(last_error_has("\"epsrel\" is of kind real, not integer")) << cuboid_last_error();
  EXPECT_EQ(cuboid_options_set_real(options.get(), "maxeval", 1), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(cuboid_options_set_text(options.get(), "maxeval", "1"), CUBOID_BAD_ARGUMENT);
  double value = -77;
  EXPECT_EQ(cuboid_options_get_real(options.get(), "maxeval", &value), CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(value, -77);
  for (const std::string &name : {std::string("no_such_option"), std::string("Epsrel"),
                                  std::string(""), std::string(100000, 'x')}) {
    EXPECT_EQ(cuboid_options_set_integer(options.get(), name.c_str(), 1), CUBOID_BAD_ARGUMENT);
    EXPECT_TRUE(last_error_has("name = \"" + name.substr(0, 200) + "\""));
  }
}

TEST(Options, NamesThatAreNearlyRightGetAHint) {
  const Options options;
  const std::map<std::string, std::string> meant{
      {"max_eval", "maxeval"},     {"Epsrel", "epsrel"},     {"rtol", "epsrel"},
      {"tol", "epsrel"},           {"atol", "epsabs"},       {"neval", "maxeval"},
      {"timelimit", "time_limit"}, {"verbose", "verbosity"}, {"methode", "method"}};
  for (const auto &[name, option] : meant) {
    EXPECT_EQ(cuboid_options_set_integer(options.get(), name.c_str(), 1), CUBOID_BAD_ARGUMENT);
    EXPECT_TRUE(last_error_has("did you mean \"" + option + "\"?")) << cuboid_last_error();
  }
  EXPECT_EQ(cuboid_options_set_integer(options.get(), "no_such_option", 1), CUBOID_BAD_ARGUMENT);
  EXPECT_FALSE(last_error_has("did you mean")) << cuboid_last_error();
}

TEST(Options, KeepTextsOfTheirOwn) {
  Options options;
  std::string name = "first";
  options.set("statefile", name);
  name = "other";
  EXPECT_EQ(text(options, "statefile"), "first");
}

TEST(Options, ExtremeLimitsAreCopedWith) {
  const auto vector =
      +[](const int *ndim, const double x[], const int *, double f[], void *, const int *nvec) {
        for (int i = 0; i < *nvec; ++i) f[i] = x[i * *ndim];
        return 0;
      };
  const api::Integrand integrand(3, 1, support::as<cuboid_function>(vector));
  for (const char *method : {"vegas", "cuhre", "vegas_plus", "m_cubes"}) {
    Options options;
    options.set("method", std::string(method)).set("nvec", most).set("nbatch", most);
    options.set("time_limit", infinity).set("worker_timeout", infinity);
    options.set("maxeval", most).set("mineval", least).set("nincrease", least);
    options.set("memory_limit", most).set("cores", 0);
    const api::Result r = api::integrate(integrand, options);
    EXPECT_GE(r.status, 0) << r.message;
    EXPECT_NEAR(r.value[0], 0.5, 5 * r.error[0]);
  }
}

}  // namespace
