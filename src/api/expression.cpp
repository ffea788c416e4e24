// Integrands that a text describes.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "api/arguments.hpp"
#include "api/expression_names.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"
#include "engine/device/integrand.hpp"
#include "expression/parse.hpp"
#include "expression/program.hpp"
#include "expression/text.hpp"
#include "run/log.hpp"

namespace {

using cuboid::Failure;
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
    const auto named = names != nullptr ? cuboid::api::split_names(names)
                                        : std::vector<std::string>(cuboid::api::most_parameters);
    const expression::Expression parsed = expression::parse(text, ndim, named);
    const auto count =
        names != nullptr ? static_cast<std::int64_t>(named.size()) : parameters_in(parsed);
    auto batch = std::make_shared<Interpreted>(parsed, ndim, count);
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
    *integrand = new cuboid_integrand{host, std::move(device), true, std::move(batch),
                                      {},   std::move(source)};
    if (ncomp != nullptr) *ncomp = components;
    return CUBOID_CONVERGED;
  });
}
