// Integrands that a text describes.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/arguments.hpp"
#include "api/expression_names.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"
#include "api/on_region.hpp"
#include "domain/gradient.hpp"
#include "engine/device/integrand.hpp"
#include "expression/parse.hpp"
#include "expression/program.hpp"
#include "expression/text.hpp"
#include "run/log.hpp"

namespace {

using cuboid::Failure;
using cuboid::algorithm::formatted;
namespace domain = cuboid::domain;
namespace engine = cuboid::engine;
namespace expression = cuboid::expression;

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

/// By number, whether an expression has the parameter.
std::vector<bool> parameters_in(const expression::Expression &parsed) {
  std::vector<bool> has;
  const std::vector<bool> needed = expression::needed(parsed.graph, parsed.components);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const expression::Node &node = parsed.graph.nodes()[i];
    if (node.operation != expression::Operation::parameter) continue;
    const auto number = static_cast<std::size_t>(node.index);
    if (has.size() <= number) has.resize(number + 1);
    has[number] = has[number] || needed[i];
  }
  return has;
}

std::vector<std::string> names_of(const char *names) {
  return names != nullptr ? cuboid::api::split_names(names)
                          : std::vector<std::string>(cuboid::api::most_parameters);
}

std::unique_ptr<cuboid_integrand> integrand_of(const expression::Expression &parsed, int ndim,
                                               std::size_t nparameters, void *parameters) {
  auto batch = std::make_shared<Interpreted>(parsed, ndim, static_cast<std::int64_t>(nparameters));
  const int components = static_cast<int>(parsed.components.size());
  engine::DeviceIntegrandPointer device;
  std::shared_ptr<cuboid::api::DeviceSource> source;
  if (engine::device_source_problem().empty()) {
    source = std::make_shared<cuboid::api::DeviceSource>(cuboid::api::DeviceSource{
        expression::c_text(parsed, "expression"), "expression", batch->userdata_bytes()});
    device = engine::device_integrand_from_source(ndim, components, source->text,
                                                  source->function_name, source->userdata_bytes);
  }
  engine::HostFunction host{ndim, components, nullptr, parameters, points_of_call};
  host.batch = batch.get();
  return std::make_unique<cuboid_integrand>(
      cuboid_integrand{host, std::move(device), true, std::move(batch), {}, std::move(source), {}});
}

/// An expression, its region as far as that is one of expressions, and what its parameters are.
struct Moving {
  expression::Expression text;
  std::shared_ptr<const domain::ExpressionMap> map;  ///< nullptr: none
  std::vector<std::string> names;
  std::vector<bool> used;  ///< by number
  bool is_named;

  std::string name_of(std::size_t number) const {
    if (is_named && !names[number].empty()) return names[number];
    const std::string digits = std::to_string(number);
    return "p[" + digits + "]";
  }
  std::size_t nparameters() const { return is_named ? names.size() : used.size(); }
};

Moving moving_of(int ndim, const char *text, const char *names, const cuboid_domain *region) {
  Moving moving;
  moving.is_named = names != nullptr;
  moving.names = names_of(names);
  moving.text = expression::parse(text, ndim, moving.names);
  moving.used = parameters_in(moving.text);
  if (region == nullptr) return moving;
  if (region->region->ndim() != ndim)
    throw Failure(CUBOID_BAD_ARGUMENT, formatted("ndim = %d, and the domain has %d dimensions",
                                                 ndim, region->region->ndim()));
  moving.map = region->region->expression_map();
  if (!moving.map && region->region->texts_have_parameters())
    throw Failure(CUBOID_BAD_ARGUMENT,
                  "domain: it is made of regions whose expressions have parameters, through which "
                  "nothing is differentiated: describe it by one set of expressions, as "
                  "cuboid_domain_image_by_expressions takes them");
  if (!moving.map) return moving;
  const std::vector<bool> moves = parameters_in(moving.map->expression);
  const bool has_any = std::find(moves.begin(), moves.end(), true) != moves.end();
  const std::vector<std::string> &own = moving.map->names;
  const bool same =
      !moving.is_named || own == moving.names ||
      std::all_of(own.begin(), own.end(), [](const auto &one) { return one.empty(); });
  if (has_any && !(same && own.size() <= moving.names.size()))
    throw Failure(CUBOID_BAD_ARGUMENT,
                  "names: the domain's expressions have other parameters than the text: give both "
                  "the same names in the same order");
  if (moving.used.size() < moves.size()) moving.used.resize(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) moving.used[i] = moving.used[i] || moves[i];
  return moving;
}

/// The numbers of the parameters by which derivatives are asked for.
std::vector<int> checked_wrt(const Moving &moving, int nwrt, const int *wrt) {
  const auto count = static_cast<int>(moving.nparameters());
  if (std::find(moving.used.begin(), moving.used.end(), true) == moving.used.end())
    throw Failure(CUBOID_BAD_ARGUMENT,
                  "neither the text nor its domain has a parameter, as p[0], to differentiate by");
  if (nwrt < 1 || nwrt > count)
    throw Failure(CUBOID_BAD_ARGUMENT, formatted("nwrt = %d must be between 1 and %d, the number "
                                                 "of parameters",
                                                 nwrt, count));
  std::vector<int> numbers;
  for (int i = 0; i < nwrt; ++i) {
    const int number = wrt != nullptr ? wrt[i] : i;
    if (number < 0 || number >= count)
      throw Failure(CUBOID_BAD_ARGUMENT,
                    formatted("wrt[%d] = %d must be between 0 and %d, the last parameter", i,
                              number, count - 1));
    if (std::find(numbers.begin(), numbers.end(), number) != numbers.end())
      throw Failure(CUBOID_BAD_ARGUMENT, formatted("wrt[%d] = %d is there twice", i, number));
    const auto place = static_cast<std::size_t>(number);
    if (place >= moving.used.size() || !moving.used[place])
      throw Failure(CUBOID_BAD_ARGUMENT,
                    formatted("wrt[%d] = %d: neither the text nor its domain has the parameter %s, "
                              "and the derivative by it is 0",
                              i, number, moving.name_of(place).c_str()));
    numbers.push_back(number);
  }
  return numbers;
}

/// The parameters as they are now; nullptr: they are not given.
const double *checked_values(const Moving &moving, const cuboid_domain *region,
                             const void *parameters) {
  const auto *values = static_cast<const double *>(parameters);
  const bool are_of_region_first = region != nullptr && !moving.map;
  if (are_of_region_first && values != nullptr) values += region->region->numbers_of_each();
  for (std::size_t i = 0; values != nullptr && i < moving.nparameters(); ++i)
    if (!std::isfinite(values[i]))
      throw Failure(CUBOID_BAD_ARGUMENT, formatted("parameters: %s = %g is no number",
                                                   moving.name_of(i).c_str(), values[i]));
  return values;
}

/// What the derivative by a parameter leaves out; "": nothing.
std::string remark_on(const std::vector<expression::Jump> &jumps, const std::string &parameter) {
  if (jumps.empty()) return "";
  std::string sentence = "the derivative by " + parameter + " leaves out moving jumps (";
  const char *before = "";
  for (const expression::Jump &jump : jumps) {
    const std::string column = std::to_string(jump.column);
    sentence.append(before).append("'").append(jump.word).append("'");
    if (jump.column > 0) sentence.append(" in column ").append(column);
    before = ", ";
  }
  return sentence + ")";
}

std::unique_ptr<cuboid_integrand> gradient_of(const Moving &moving, int ndim,
                                              const std::vector<int> &wrt, void *parameters,
                                              const double *values, const cuboid_domain *region) {
  const expression::Expression over = domain::over_map(moving.text, moving.map.get());
  auto made =
      integrand_of(domain::with_gradient(over, wrt), ndim, moving.nparameters(), parameters);
  made->remarks.resize(over.components.size());
  for (const int parameter : wrt) {
    const std::string remark =
        remark_on(domain::left_out_jumps(over, moving.map.get(), parameter, values),
                  moving.name_of(static_cast<std::size_t>(parameter)));
    made->remarks.insert(made->remarks.end(), over.components.size(), remark);
  }
  if (region == nullptr) return made;
  const domain::Pointer fixed = moving.map ? moving.map->of : region->region;
  if (fixed) return cuboid::api::on_region(*made, fixed);
  made->has_region = true;
  return made;
}

}  // namespace

extern "C" {

int cuboid_integrand_from_expression(cuboid_integrand **integrand, int *ncomp, int ndim,
                                     const char *text, const char *names, void *parameters) {
  return cuboid::api::guarded([&] {
    cuboid::api::require_pointer(integrand, "integrand");
    *integrand = nullptr;
    if (ncomp != nullptr) *ncomp = 0;
    cuboid::api::check_integrand_shape(ndim, 1);
    cuboid::api::require_pointer(text, "text");
    const std::vector<std::string> named = names_of(names);
    const expression::Expression parsed = expression::parse(text, ndim, named);
    const std::size_t count = names != nullptr ? named.size() : parameters_in(parsed).size();
    *integrand = integrand_of(parsed, ndim, count, parameters).release();
    if (ncomp != nullptr) *ncomp = (*integrand)->host.ncomp;
    return CUBOID_CONVERGED;
  });
}

int cuboid_integrand_gradient_from_expression(cuboid_integrand **integrand, int *ncomp, int ndim,
                                              const char *text, const char *names, void *parameters,
                                              int nwrt, const int *wrt,
                                              const cuboid_domain *region) {
  return cuboid::api::guarded([&] {
    cuboid::api::require_pointer(integrand, "integrand");
    *integrand = nullptr;
    if (ncomp != nullptr) *ncomp = 0;
    cuboid::api::check_integrand_shape(ndim, 1);
    cuboid::api::require_pointer(text, "text");
    const Moving moving = moving_of(ndim, text, names, region);
    const std::vector<int> numbers = checked_wrt(moving, nwrt, wrt);
    const double *const values = checked_values(moving, region, parameters);
    *integrand = gradient_of(moving, ndim, numbers, parameters, values, region).release();
    if (ncomp != nullptr) *ncomp = (*integrand)->host.ncomp;
    return CUBOID_CONVERGED;
  });
}

const char *cuboid_integrand_remark(const cuboid_integrand *integrand, int component) {
  const bool is_there = integrand != nullptr && component >= 0 &&
                        static_cast<std::size_t>(component) < integrand->remarks.size();
  return is_there ? integrand->remarks[static_cast<std::size_t>(component)].c_str() : "";
}

}  // extern "C"
