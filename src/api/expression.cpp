// Integrands that a text describes.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "algorithm/common/log.hpp"
#include "api/arguments.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"
#include "engine/device/integrand.hpp"
#include "expression/parse.hpp"
#include "expression/program.hpp"
#include "expression/text.hpp"

namespace {

using cuboid::Failure;
namespace engine = cuboid::engine;
namespace expression = cuboid::expression;

constexpr std::size_t most_parameters = 1024;

/// Points of a call for which the interpreter needs little more time than for one.
constexpr std::int64_t points_of_call = 1024;

class Interpreted final : public engine::BatchFunction {
 public:
  Interpreted(const expression::Expression &parsed, int ndim, std::int64_t parameters)
      : program_(parsed), ndim_(ndim), bytes_(parameters * std::int64_t{sizeof(double)}) {}

  void evaluate(std::int64_t count, const double *x, const void *userdata,
                double *f) const override {
    program_.evaluate(static_cast<std::size_t>(count), ndim_, x,
                      static_cast<const double *>(userdata), f);
  }
  std::int64_t userdata_bytes() const override { return bytes_; }

 private:
  expression::Program program_;
  int ndim_;
  std::int64_t bytes_;
};

std::string trimmed(std::string_view text) {
  const auto blanks = " \t\n\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == text.npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

/// "a, sigma": those that stand between the commas.
std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> names;
  if (trimmed(list).empty()) return names;
  for (std::size_t begin = 0, end = 0; end != list.npos; begin = end + 1) {
    end = list.find(',', begin);
    names.push_back(trimmed(list.substr(begin, end - begin)));
  }
  if (names.size() > most_parameters)
    throw Failure(CUBOID_BAD_ARGUMENT, "names are " + std::to_string(names.size()) +
                                           ", and there may be at most " +
                                           std::to_string(most_parameters) + " parameters");
  return names;
}

/// One more than the last number that the text has in p[...].
std::int64_t parameters_in(const expression::Expression &parsed) {
  std::int64_t count = 0;
  for (const expression::Node &node : parsed.graph.nodes())
    if (node.operation == expression::Operation::parameter)
      count = std::max<std::int64_t>(count, node.index + 1);
  return count;
}

}  // namespace

extern "C" int cuboid_integrand_from_expression(cuboid_integrand **integrand, int *ncomp, int ndim,
                                                const char *text, const char *names,
                                                void *parameters) {
  return cuboid::api::guarded([&] {
    cuboid::api::require_pointer(integrand, "integrand");
    *integrand = nullptr;
    if (ncomp != nullptr) *ncomp = 0;
    cuboid::api::check_integrand_shape(ndim, 1);
    cuboid::api::require_pointer(text, "text");
    const auto named = names != nullptr ? split(names) : std::vector<std::string>(most_parameters);
    const expression::Expression parsed = expression::parse(text, ndim, named);
    const auto count =
        names != nullptr ? static_cast<std::int64_t>(named.size()) : parameters_in(parsed);
    auto batch = std::make_unique<Interpreted>(parsed, ndim, count);
    const int components = static_cast<int>(parsed.components.size());
    engine::DeviceIntegrandPointer device;
    if (engine::device_source_problem().empty())
      device = engine::device_integrand_from_source(ndim, components,
                                                    expression::c_text(parsed, "expression"),
                                                    "expression", batch->userdata_bytes());
    engine::HostFunction host{ndim, components, nullptr, parameters, points_of_call};
    host.batch = batch.get();
    *integrand = new cuboid_integrand{host, std::move(device), true, std::move(batch)};
    if (ncomp != nullptr) *ncomp = components;
    return CUBOID_CONVERGED;
  });
}
