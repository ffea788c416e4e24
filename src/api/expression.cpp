// Integrands that a text describes.
#include "api/expression.hpp"

#include <memory>
#include <string>
#include <vector>

#include "api/arguments.hpp"
#include "api/expression_names.hpp"
#include "api/guard.hpp"
#include "engine/device/integrand.hpp"
#include "expression/level.hpp"
#include "expression/parse.hpp"
#include "expression/program.hpp"
#include "expression/text.hpp"

namespace cuboid::api {

namespace {

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

/// Of so many parameters.
std::shared_ptr<const Interpreted> interpreted(const expression::Expression &parsed, int ndim,
                                               std::size_t nparameters) {
  return std::make_shared<Interpreted>(parsed, ndim, static_cast<std::int64_t>(nparameters));
}

}  // namespace

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
  return names != nullptr ? split_names(names) : std::vector<std::string>(max_parameters);
}

std::unique_ptr<cuboid_integrand> integrand_of(const expression::Expression &parsed, int ndim,
                                               std::size_t nparameters, void *parameters) {
  auto batch = interpreted(parsed, ndim, nparameters);
  const int components = static_cast<int>(parsed.components.size());
  engine::HostFunction host{ndim, components, nullptr, parameters, points_of_call};
  host.batch = batch.get();
  auto made = std::make_unique<cuboid_integrand>(cuboid_integrand{host, nullptr, true, batch});
  if (engine::device_source_problem().empty())
    made->compile(
        {expression::c_text(parsed, "expression"), "expression", batch->userdata_bytes()});
  return made;
}

}  // namespace cuboid::api

extern "C" {

int cuboid_integrand_from_expression(cuboid_integrand **integrand, int *ncomp, int ndim,
                                     const char *text, const char *names, void *parameters) {
  return cuboid::api::make_counted(integrand, ncomp, [&] {
    cuboid::api::check_integrand_shape(ndim, 1);
    cuboid::api::require_pointer(text, "text");
    const std::vector<std::string> named = cuboid::api::names_of(names);
    const cuboid::expression::Expression parsed = cuboid::expression::parse(text, ndim, named);
    const std::size_t count =
        names != nullptr ? named.size() : cuboid::api::parameters_in(parsed).size();
    auto made = cuboid::api::integrand_of(parsed, ndim, count, parameters);
    if (cuboid::expression::is_condition(parsed))
      made->level = cuboid::api::interpreted(cuboid::expression::level_of(parsed), ndim, count);
    return made;
  });
}

const char *cuboid_integrand_remark(const cuboid_integrand *integrand, int component) {
  const bool is_there = integrand != nullptr && component >= 0 &&
                        static_cast<std::size_t>(component) < integrand->remarks.size();
  return is_there ? integrand->remarks[static_cast<std::size_t>(component)].c_str() : "";
}

}  // extern "C"
