// The option handle: values by name.
#include <array>
#include <type_traits>

#include "api/arguments.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"
#include "api/option_hint.hpp"
#include "base/formatted.hpp"
#include "router/methods.hpp"

namespace {

using cuboid::reject;

template <class Value>
constexpr const char *kind_of() {
  if constexpr (std::is_same_v<Value, std::int64_t>) return "integer";
  if constexpr (std::is_same_v<Value, double>) return "real";
  if constexpr (std::is_same_v<Value, std::string>) return "text";
}

struct Entry {
  const char *name;
  const char *kind;
  const char *level;
  const char *sentence;
};

constexpr Entry entries[] = {
#define CUBOID_OPTION_ENTRY(name, kind, value, range, role, level, sentence) \
  {#name, #kind, #level, sentence},
    CUBOID_OPTIONS(CUBOID_OPTION_ENTRY)
#undef CUBOID_OPTION_ENTRY
};
constexpr int count = sizeof entries / sizeof *entries;

[[noreturn]] void refuse_name(const std::string &wanted) {
  std::array<std::string_view, count> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = entries[i].name;
  reject("name = \"" + wanted.substr(0, 200) + "\" is no option of cuboid" +
         cuboid::api::option_hint(wanted, names));
}

/// The value of a name, which must be of the kind.  Throws Failure(CUBOID_BAD_ARGUMENT).
template <class Value, class Options>
auto &value_of(Options &options, const char *name) {
  cuboid::api::require_pointer(name, "name");
  const std::string wanted(name);
#define CUBOID_OPTION_MATCH(member, kind, ...)                                           \
  if (wanted == #member) {                                                               \
    if constexpr (std::is_same_v<Value, cuboid::option_kind::kind>)                      \
      return options.values.member;                                                      \
    else                                                                                 \
      reject("option \"" + wanted + "\" is of kind " #kind ", not " + kind_of<Value>()); \
  }
  CUBOID_OPTIONS(CUBOID_OPTION_MATCH)
#undef CUBOID_OPTION_MATCH
  refuse_name(wanted);
}

template <class Value, class Given>
int set(cuboid_options *options, const char *name, Given given) {
  return cuboid::api::guarded([&] {
    cuboid::api::require_pointer(options, "options");
    // The old value stays if the new one is refused.
    cuboid_options changed = *options;
    value_of<Value>(changed, name) = given;
    const std::string_view set = name;
    changed.values.names_samples |= set == "nstart" || set == "nincrease";
    cuboid::api::check_options(changed.values);
    *options = std::move(changed);
    return CUBOID_CONVERGED;
  });
}

template <class Value, class Target>
int get(const cuboid_options *options, const char *name, Target *target) {
  return cuboid::api::guarded([&] {
    cuboid::api::require_pointer(options, "options");
    cuboid::api::require_pointer(target, "value");
    const Value &value = value_of<Value>(*options, name);
    if constexpr (std::is_same_v<Value, std::string>)
      *target = value.c_str();
    else
      *target = value;
    return CUBOID_CONVERGED;
  });
}

const Entry *entry(int i) {
  return i >= 0 && i < count ? &entries[i] : nullptr;
}

/// What a result has for another integral to begin with; nullptr: no result.
std::shared_ptr<const cuboid::router::Start> start_of(const cuboid_result *result) {
  if (result == nullptr) return nullptr;
  const cuboid::router::Outcome &outcome = result->outcome;
  if (outcome.grid.empty())
    reject("start is a result of " + outcome.method + " without a map: those of " +
           cuboid::router::names_of(&cuboid::router::MethodTraits::leaves_map, "and") +
           " have one unless they failed or evaluated nothing");
  return std::make_shared<const cuboid::router::Start>(
      cuboid::router::Start{outcome.method, result->ndim, outcome.grid, outcome.grid_parts});
}

}  // namespace

extern "C" {

int cuboid_options_create(cuboid_options **options) {
  return cuboid::api::make_handle(options, "options",
                                  [] { return std::make_unique<cuboid_options>(); });
}

void cuboid_options_free(cuboid_options *options) {
  delete options;
}

int cuboid_options_set_integer(cuboid_options *options, const char *name, int64_t value) {
  return set<std::int64_t>(options, name, value);
}

int cuboid_options_set_real(cuboid_options *options, const char *name, double value) {
  return set<double>(options, name, value);
}

int cuboid_options_set_text(cuboid_options *options, const char *name, const char *value) {
  return set<std::string>(options, name, value != nullptr ? value : "");
}

int cuboid_options_get_integer(const cuboid_options *options, const char *name, int64_t *value) {
  return get<std::int64_t>(options, name, value);
}

int cuboid_options_get_real(const cuboid_options *options, const char *name, double *value) {
  return get<double>(options, name, value);
}

int cuboid_options_get_text(const cuboid_options *options, const char *name, const char **value) {
  return get<std::string>(options, name, value);
}

int cuboid_options_set_log(cuboid_options *options, cuboid_log_function log, void *user) {
  return cuboid::api::change_handle(options, "options", [&](cuboid_options &changed) {
    changed.log = log;
    changed.log_user = user;
  });
}

int cuboid_options_set_sample_sink(cuboid_options *options, cuboid_sample_sink sink, void *user) {
  return cuboid::api::change_handle(options, "options", [&](cuboid_options &changed) {
    changed.sample_sink = sink;
    changed.sample_sink_user = user;
  });
}

int cuboid_options_set_cancel(cuboid_options *options, const volatile int *cancel) {
  return cuboid::api::change_handle(options, "options",
                                    [&](cuboid_options &changed) { changed.cancel = cancel; });
}

int cuboid_options_set_progress(cuboid_options *options, cuboid_progress_function function,
                                void *user, double seconds) {
  return cuboid::api::change_handle(options, "options", [&](cuboid_options &changed) {
    if (!(seconds >= 0)) reject("seconds = %g must be at least 0", seconds);
    changed.progress = {function, user, seconds};
  });
}

int cuboid_options_set_trace(cuboid_options *options, const char *path,
                             cuboid_trace_function function, void *user) {
  return cuboid::api::change_handle(options, "options", [&](cuboid_options &changed) {
    changed.trace = {path != nullptr ? path : "", function, user, cuboid_version(), false};
  });
}

int cuboid_options_set_start(cuboid_options *options, const cuboid_result *result) {
  return cuboid::api::change_handle(
      options, "options", [&](cuboid_options &changed) { changed.start = start_of(result); });
}

int cuboid_options_count(void) {
  return count;
}

const char *cuboid_options_name(int i) {
  return entry(i) ? entry(i)->name : "";
}

const char *cuboid_options_kind(int i) {
  return entry(i) ? entry(i)->kind : "";
}

const char *cuboid_options_help(int i) {
  return entry(i) ? entry(i)->sentence : "";
}

const char *cuboid_options_level(int i) {
  return entry(i) ? entry(i)->level : "";
}

}  // extern "C"
