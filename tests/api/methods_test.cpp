// The list of methods: each entry is true of the method that it names.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "handles.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

std::vector<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  std::vector<std::string> list;
  for (std::string word; stream >> word;) list.push_back(word);
  return list;
}

struct Method {
  explicit Method(int i)
      : index(i), name(cuboid_methods_name(i)), sentence(cuboid_methods_help(i)) {
    for (const std::string &option : words(cuboid_methods_options(i))) own.insert(option);
  }
  int index;
  std::string name, sentence;
  std::set<std::string> own;
};

std::vector<Method> methods() {
  std::vector<Method> list;
  for (int i = 0; i < cuboid_methods_count(); ++i) list.emplace_back(i);
  return list;
}

/// Options of some methods, with a value that is not the default.
const std::map<std::string, std::int64_t> integers{
    {"seed", 3},        {"rng_level", 1},     {"nstart", 500},
    {"nincrease", 100}, {"nbatch", 100},      {"quasi", 1},
    {"adapting", 2},    {"intervals", 50},    {"nnew", 400},
    {"nmin", 5},        {"raise_samples", 0}, {"key1", 13},
    {"key2", 2},        {"key3", 2},          {"maxpass", 2},
    {"smooth", 0},      {"last_only", 1},     {"key", 7},
    {"keep_state", 1},  {"reset_state", 1},   {"overwrite_state", 1},
    {"shifts", 32},     {"smooth_map", 0},    {"lattice_points", 1024},
    {"splits", 8},
};
const std::map<std::string, double> reals{
    {"alpha", 0.5},    {"beta", 0.25},  {"flatness", 5},
    {"border", 0.125}, {"maxchisq", 1}, {"mindeviation", 0.125},
};
const std::map<std::string, std::string> texts{{"combination", "inverse_variance"},
                                               {"probing", "none"},

                                               {"statefile", "state"},
                                               {"transform", "baker"}};

void set_other_value(Options &options, const std::string &name) {
  if (integers.count(name) != 0)
    options.set(name.c_str(), integers.at(name));
  else if (reals.count(name) != 0)
    options.set(name.c_str(), reals.at(name));
  else if (texts.count(name) != 0)
    options.set(name.c_str(), texts.at(name));
  else
    ADD_FAILURE() << "these tests do not know the option " << name;
}

/// Two components, the first of them not symmetric in the axes.
int hump(const int *ndim, const double x[], const int *, double f[], void *) {
  f[0] = 0;
  f[1] = 1;
  for (int d = 0; d < *ndim; ++d) {
    f[0] += (d + 1) * x[d] * x[d];
    f[1] *= 1 + 0.5 * (x[d] - 0.5);
  }
  return 0;
}

TEST(Methods, AreListed) {
  const std::vector<Method> list = methods();
  ASSERT_GE(list.size(), 8U);
  std::set<std::string> names, options;
  for (int i = 0; i < cuboid_options_count(); ++i) options.insert(cuboid_options_name(i));
  std::map<std::string, std::size_t> holders;
  for (const Method &method : list) {
    names.insert(method.name);
    EXPECT_NE(method.sentence, "");
    for (const std::string &option : method.own) {
      EXPECT_EQ(options.count(option), 1U) << method.name << " " << option;
      ++holders[option];
    }
    EXPECT_EQ(method.own.size(), words(cuboid_methods_options(method.index)).size());
  }
  EXPECT_EQ(names.size(), list.size());
  // What all methods have is no one's own.
  for (const auto &[option, count] : holders) EXPECT_LT(count, list.size()) << option;
  for (const int i : {-1, cuboid_methods_count()}) {
    EXPECT_STREQ(cuboid_methods_name(i), "");
    EXPECT_STREQ(cuboid_methods_help(i), "");
    EXPECT_STREQ(cuboid_methods_options(i), "");
    EXPECT_EQ(cuboid_methods_min_ndim(i), 0);
    EXPECT_EQ(cuboid_methods_max_ndim(i, 0) + cuboid_methods_max_ndim(i, 1), 0);
    EXPECT_EQ(cuboid_methods_max_ncomp(i, 0) + cuboid_methods_max_ncomp(i, 1), 0);
  }
}

TEST(Methods, AreNamedInTheSentenceOfTheOption) {
  std::string expected = "auto (chosen after a first look at the integrand)";
  for (const Method &method : methods()) expected += ", " + method.name;
  EXPECT_EQ(cuboid_options_help(0), expected);
}

/// Sentences of options begin with the methods that they are for.
TEST(Methods, HaveTheOptionsThatNameThem) {
  for (int i = 0; i < cuboid_options_count(); ++i) {
    const std::string sentence = cuboid_options_help(i);
    const std::string head = sentence.substr(0, sentence.find(':')) + ",";
    for (const Method &method : methods())
      if (sentence.find(':') != sentence.npos &&
          (", " + head).find(", " + method.name + ",") != head.npos) {
        EXPECT_EQ(method.own.count(cuboid_options_name(i)), 1U)
            << method.name << " " << cuboid_options_name(i);
      }
  }
}

/// Three dimensions, or as many as the method has.
int some_dimensions(const Method &method) {
  return std::min(3, cuboid_methods_max_ndim(method.index, 0));
}

TEST(Methods, EachIntegrates) {
  for (const Method &method : methods()) {
    const int ndim = some_dimensions(method);
    const Integrand integrand(ndim, 2, hump);
    Options options;
    options.set("method", method.name).set("epsrel", 1e-2).set("seed", 1);
    const Result r = api::integrate(integrand, options);
    EXPECT_EQ(r.status, 0) << method.name << ": " << r.message;
    EXPECT_EQ(r.method, method.name);
    EXPECT_NEAR(r.value[0], ndim * (ndim + 1) / 6., 0.1) << method.name;
    EXPECT_NEAR(r.value[1], 1, 0.05) << method.name;
  }
}

TEST(Methods, RefuseOtherDimensions) {
  for (const Method &method : methods()) {
    Options options;
    options.set("method", method.name).set("seed", 1).set("maxeval", 1).set("nstart", 100);
    const int least = cuboid_methods_min_ndim(method.index);
    const int most = cuboid_methods_max_ndim(method.index, 0);
    ASSERT_GE(least, 1);
    ASSERT_GE(most, least);
    EXPECT_LE(cuboid_methods_max_ndim(method.index, 1), most);
    EXPECT_GE(api::integrate(Integrand(least, 1, support::first_coordinate), options).status, 0);
    EXPECT_GE(api::integrate(Integrand(most, 1, support::first_coordinate), options).status, 0)
        << method.name;
    const std::string range = " must be between " + std::to_string(least) + " and ";
    for (const int ndim : {least - 1, most + 1}) {
      cuboid_integrand *handle = nullptr;
      const int status =
          cuboid_integrand_create(&handle, ndim, 1, support::first_coordinate, nullptr);
      std::string sentence = cuboid_last_error();
      if (status != 0) {
        EXPECT_EQ(status, CUBOID_BAD_NDIM);
      } else {
        EXPECT_EQ(cuboid_integrate(handle, nullptr, nullptr, options.get(), nullptr),
                  CUBOID_BAD_NDIM);
        sentence = cuboid_last_error();
        EXPECT_NE(sentence.find(method.name), sentence.npos) << sentence;
      }
      cuboid_integrand_free(handle);
      EXPECT_NE(sentence.find("ndim = " + std::to_string(ndim) + range), sentence.npos) << sentence;
    }
  }
}

TEST(Methods, RefuseMoreComponents) {
  for (const Method &method : methods()) {
    const int most = cuboid_methods_max_ncomp(method.index, 0);
    EXPECT_LE(cuboid_methods_max_ncomp(method.index, 1), most);
    if (most == INT32_MAX) continue;
    Options options;
    options.set("method", method.name).set("maxeval", 1).set("nstart", 100);
    const auto constant = +[](const int *, const double[], const int *ncomp, double f[], void *) {
      for (int c = 0; c < *ncomp; ++c) f[c] = 1;
      return 0;
    };
    EXPECT_GE(api::integrate(Integrand(2, most, constant), options).status, 0) << method.name;
    const Result r = api::integrate(Integrand(2, most + 1, constant), options);
    EXPECT_EQ(r.status, CUBOID_BAD_NCOMP) << method.name;
    EXPECT_NE(r.message.find("must be at most " + std::to_string(most) + " for " + method.name),
              std::string::npos)
        << r.message;
  }
}

TEST(Methods, DoNotDependOnOptionsOfOthers) {
  std::set<std::string> all;
  for (const Method &method : methods()) all.insert(method.own.begin(), method.own.end());
  for (const Method &method : methods()) {
    const Integrand integrand(some_dimensions(method), 2, hump);
    const auto result = [&](const std::string &option) {
      Options options;
      options.set("method", method.name).set("epsrel", 1e-4).set("maxeval", 20000);
      if (!option.empty()) set_other_value(options, option);
      return api::integrate(integrand, options);
    };
    const Result alone = result("");
    for (const std::string &option : all) {
      if (method.own.count(option) != 0) continue;
      const Result other = result(option);
      if (option == "statefile") {
        EXPECT_EQ(other.status, CUBOID_BAD_ARGUMENT) << method.name;
        EXPECT_EQ(other.message,
                  "statefile = \"state\" must be empty: " + method.name + " keeps no state");
        continue;
      }
      EXPECT_EQ(other.value, alone.value) << method.name << " " << option;
      EXPECT_EQ(other.error, alone.error) << method.name << " " << option;
      EXPECT_EQ(other.neval, alone.neval) << method.name << " " << option;
    }
  }
}

/// docs/methods.md has the table that this prints.
TEST(Methods, AreInTheTableOfTheirPage) {
  std::string table = "| method | dimensions | on a GPU | what, and when |\n|---|---|---|---|\n";
  for (const Method &method : methods()) {
    const auto up_to = [&](int on_gpu) {
      return "up to " + std::to_string(cuboid_methods_max_ndim(method.index, on_gpu));
    };
    table += "| `" + method.name + "` | " + up_to(0) + " | " +
             (cuboid_methods_max_ndim(method.index, 1) > 0 ? up_to(1) : "values only") + " | " +
             method.sentence + " |\n";
  }
  std::ifstream file(CUBOID_METHODS_PAGE);
  std::ostringstream page;
  page << file.rdbuf();
  EXPECT_NE(page.str().find("\n" + table + "\n"), std::string::npos)
      << "docs/methods.md must have this table:\n\n"
      << table;
}

}  // namespace
