// Integrands with their derivatives by parameters.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "api/arguments.hpp"
#include "api/duals.hpp"
#include "api/expression.hpp"
#include "api/expression_names.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"
#include "api/on_region.hpp"
#include "base/formatted.hpp"
#include "domain/gradient.hpp"
#include "expression/parse.hpp"

namespace {

using cuboid::formatted;
using cuboid::reject;
namespace domain = cuboid::domain;
namespace engine = cuboid::engine;
namespace expression = cuboid::expression;

/// The parameters of an integral, and its region as far as that is one of expressions.
struct Moving {
  std::vector<std::string> names;
  bool is_named;
  std::vector<bool> used;                                 ///< by number
  std::shared_ptr<const domain::ExpressionMap> map = {};  ///< nullptr: none

  std::string name_of(int number) const {
    const auto place = static_cast<std::size_t>(number);
    if (is_named && !names[place].empty()) return names[place];
    const std::string digits = std::to_string(number);
    return "p[" + digits + "]";
  }
  int nparameters() const { return static_cast<int>(is_named ? names.size() : used.size()); }
};

/// With the map of a region, whose parameters are used as well.
void take_region(Moving &moving, int ndim, const cuboid_domain &region) {
  if (region.region->ndim() != ndim)
    reject("ndim = %d, and the domain has %d dimensions", ndim, region.region->ndim());
  moving.map = region.region->expression_map();
  if (!moving.map && region.region->texts_have_parameters())
    reject(
        "domain: it is made of regions whose expressions have parameters, through which nothing is "
        "differentiated: describe it by one set of expressions, as "
        "cuboid_domain_image_by_expressions takes them");
  if (!moving.map) return;
  const std::vector<bool> moves = cuboid::api::parameters_in(moving.map->expression);
  const bool has_any = std::find(moves.begin(), moves.end(), true) != moves.end();
  const std::vector<std::string> &own = moving.map->names;
  const bool same =
      !moving.is_named || own == moving.names ||
      std::all_of(own.begin(), own.end(), [](const auto &one) { return one.empty(); });
  if (has_any && !(same && own.size() <= moving.names.size()))
    reject(
        "names: the domain's expressions have other parameters than the text: give both the same "
        "names in the same order");
  if (moving.used.size() < moves.size()) moving.used.resize(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) moving.used[i] = moving.used[i] || moves[i];
}

/// name: of the argument, for the sentence.
void check_number(const Moving &moving, const std::string &name, int number) {
  const char *const what = name.c_str();
  if (number < 0 || number >= moving.nparameters())
    reject("%s = %d must be between 0 and %d, the last parameter", what, number,
           moving.nparameters() - 1);
  const auto place = static_cast<std::size_t>(number);
  if (place >= moving.used.size() || !moving.used[place])
    reject(
        "%s = %d: neither the text nor its domain has the parameter %s, and the derivative by it "
        "is 0",
        what, number, moving.name_of(number).c_str());
}

void require_some(const Moving &moving) {
  if (std::find(moving.used.begin(), moving.used.end(), true) == moving.used.end())
    reject("neither the text nor its domain has a parameter, as p[0], to differentiate by");
}

/// The numbers of the parameters by which derivatives are asked for, least of them at least.
std::vector<int> checked_wrt(const Moving &moving, int least, int nwrt, const int *wrt) {
  require_some(moving);
  const int count = moving.nparameters();
  if (nwrt < least || nwrt > count)
    reject("nwrt = %d must be between %d and %d, the number of parameters", nwrt, least, count);
  std::vector<int> numbers;
  for (int i = 0; i < nwrt; ++i) {
    const int number = wrt != nullptr ? wrt[i] : i;
    const std::string digits = std::to_string(i);
    const std::string name = "wrt[" + digits + "]";
    check_number(moving, name, number);
    if (std::find(numbers.begin(), numbers.end(), number) != numbers.end())
      reject("%s = %d is there twice", name.c_str(), number);
    numbers.push_back(number);
  }
  return numbers;
}

/// Those of each derivative, in rising order.
std::vector<std::vector<int>> checked_rows(const Moving &moving, int nderivatives, int order,
                                           const int *wrt) {
  constexpr int max_order = 8;
  require_some(moving);
  if (nderivatives < 1) reject("nderivatives = %d must be at least 1", nderivatives);
  if (order < 1 || order > max_order)
    reject("order = %d must be between 1 and %d", order, max_order);
  cuboid::api::require_pointer(wrt, "wrt");
  std::vector<std::vector<int>> rows(static_cast<std::size_t>(nderivatives));
  for (std::vector<int> &row : rows) {
    for (int k = 0; k < order; ++k, ++wrt) {
      if (*wrt == -1) continue;
      const auto i = static_cast<int>(&row - rows.data());
      check_number(moving, formatted("wrt[%d][%d]", i, k), *wrt);
      row.push_back(*wrt);
    }
    std::sort(row.begin(), row.end());
  }
  return rows;
}

/// The parameters as they are now; nullptr: they are not given.
const double *checked_values(const Moving &moving, const cuboid_domain *region,
                             const void *parameters) {
  const auto *values = static_cast<const double *>(parameters);
  const bool are_of_region_first = region != nullptr && !moving.map;
  if (are_of_region_first && values != nullptr) values += region->region->numbers_of_each();
  for (int i = 0; values != nullptr && i < moving.nparameters(); ++i)
    if (!std::isfinite(values[i]))
      reject("parameters: %s = %g is no number", moving.name_of(i).c_str(), values[i]);
  return values;
}

std::string sentence_on(const Moving &moving, const std::vector<int> &by) {
  std::string names;
  for (const int number : by)
    names.append(names.empty() ? "" : " and ").append(moving.name_of(number));
  return "the derivative by " + names + " leaves out moving jumps (";
}

/// What a derivative leaves out; "": nothing.
std::string remark_on(const std::vector<expression::Jump> &jumps, const Moving &moving,
                      const std::vector<int> &by) {
  if (jumps.empty()) return "";
  std::string sentence = sentence_on(moving, by);
  const char *before = "";
  for (const expression::Jump &jump : jumps) {
    const std::string column = std::to_string(jump.column);
    sentence.append(before).append("'").append(jump.word).append("'");
    if (jump.column > 0) sentence.append(" in column ").append(column);
    before = ", ";
  }
  return sentence + ")";
}

/// Over what is left of the region beside the map.
std::unique_ptr<cuboid_integrand> over_region(std::unique_ptr<cuboid_integrand> made,
                                              const Moving &moving, const cuboid_domain *region) {
  if (region == nullptr) return made;
  const domain::Pointer fixed = moving.map ? moving.map->of : region->region;
  if (fixed) return cuboid::api::on_region(*made, fixed);
  made->has_region = true;
  return made;
}

/// As cuboid_integrand::derivatives.
int derivatives_in(const std::vector<std::vector<int>> &rows) {
  const bool are_first =
      std::all_of(rows.begin() + 1, rows.end(), [](const auto &row) { return row.size() == 1; });
  return rows.front().empty() && are_first ? static_cast<int>(rows.size()) - 1 : -1;
}

/// rows: chosen for what there is to differentiate by.
template <class Rows>
std::unique_ptr<cuboid_integrand> derivatives_of(int ndim, const char *text, const char *names,
                                                 void *parameters, const cuboid_domain *region,
                                                 const Rows &rows_of) {
  cuboid::api::check_integrand_shape(ndim, 1);
  cuboid::api::require_pointer(text, "text");
  Moving moving{cuboid::api::names_of(names), names != nullptr, {}};
  const expression::Expression parsed = expression::parse(text, ndim, moving.names);
  moving.used = cuboid::api::parameters_in(parsed);
  if (region != nullptr) take_region(moving, ndim, *region);
  const std::vector<std::vector<int>> rows = rows_of(moving);
  const double *const values = checked_values(moving, region, parameters);
  const expression::Expression over = domain::over_map(parsed, moving.map.get());
  const auto with_rows = [&](const expression::Expression &f) {
    auto one =
        cuboid::api::integrand_of(domain::with_derivatives(f, rows), ndim,
                                  static_cast<std::size_t>(moving.nparameters()), parameters);
    one->derivatives = derivatives_in(rows);
    return one;
  };
  auto made = with_rows(over);
  if (moving.map && made->derivatives > 0)
    made->of_logarithms = over_region(
        with_rows(domain::over_map(parsed, moving.map.get(), domain::Integrated::exponentials)),
        moving, region);
  for (const std::vector<int> &row : rows) {
    const std::string remark =
        remark_on(domain::left_out_jumps(over, moving.map.get(), row, values), moving, row);
    made->remarks.insert(made->remarks.end(), over.components.size(), remark);
  }
  return over_region(std::move(made), moving, region);
}

/// A function with its derivatives, and its text for a device, if it has one.
struct DualFunction {
  int ndim;
  int ncomp;
  cuboid_dual_function on_host;
  const char *source = nullptr;
  std::string name = {};
  int order = 1;
};

std::unique_ptr<cuboid_integrand> gradient_of_duals(const DualFunction &function,
                                                    const Moving &moving,
                                                    const std::vector<int> &wrt, void *parameters,
                                                    const cuboid_domain &region) {
  const auto count = static_cast<std::size_t>(moving.nparameters());
  const auto with = [&](const std::shared_ptr<const cuboid::api::Duals> &batch) {
    // Some of them at once, for the map.
    engine::HostFunction host{function.ndim, batch->ncomp(), nullptr, parameters, 128};
    host.batch = batch.get();
    auto one = std::make_unique<cuboid_integrand>(
        cuboid_integrand{host, nullptr, true, batch, {}, nullptr, {}});
    one->derivatives = derivatives_in(batch->rows());
    return one;
  };
  auto batch = std::make_shared<cuboid::api::Duals>(function.on_host, function.ndim, function.ncomp,
                                                    wrt, count, moving.map, function.order);
  auto made = with(batch);
  if (moving.map && function.order == 1)
    made->of_logarithms = over_region(
        with(std::make_shared<cuboid::api::Duals>(*batch, domain::Integrated::exponentials)),
        moving, &region);
  const domain::Pointer fixed = moving.map ? moving.map->of : region.region;
  const std::vector<bool> jumps = batch->left_out_jumps(fixed.get(), parameters);
  const auto size = static_cast<std::size_t>(function.ncomp);
  for (const std::vector<int> &row : batch->rows()) {
    const bool leaves_out = std::any_of(row.begin(), row.end(), [&](int number) {
      return jumps[static_cast<std::size_t>(std::find(wrt.begin(), wrt.end(), number) -
                                            wrt.begin())];
    });
    made->remarks.insert(
        made->remarks.end(), size,
        leaves_out ? sentence_on(moving, row) + "a comparison depends on it)" : std::string());
  }
  if (function.source != nullptr)
    made->compile(batch->device_source(function.source, function.name));
  return over_region(std::move(made), moving, &region);
}

std::unique_ptr<cuboid_integrand> checked_gradient(const DualFunction &function, const char *names,
                                                   int nparameters, void *parameters, int nwrt,
                                                   const int *wrt, const cuboid_domain *region) {
  cuboid::api::check_integrand_shape(function.ndim, function.ncomp);
  cuboid::api::require_pointer(region, "domain");
  Moving moving{cuboid::api::checked_names(names, nparameters), true, {}};
  moving.used.assign(moving.names.size(), true);
  if (nparameters > 0) cuboid::api::require_pointer(parameters, "parameters");
  take_region(moving, function.ndim, *region);
  const std::vector<int> numbers = checked_wrt(moving, 0, nwrt, wrt);
  checked_values(moving, region, parameters);
  return gradient_of_duals(function, moving, numbers, parameters, *region);
}

}  // namespace

extern "C" {

int cuboid_integrand_gradient_from_expression(cuboid_integrand **integrand, int *ncomp, int ndim,
                                              const char *text, const char *names, void *parameters,
                                              int nwrt, const int wrt[],
                                              const cuboid_domain *region) {
  return cuboid::api::make_counted(integrand, ncomp, [&] {
    const auto rows_of = [&](const Moving &moving) {
      std::vector<std::vector<int>> rows{{}};
      for (const int number : checked_wrt(moving, 1, nwrt, wrt)) rows.push_back({number});
      return rows;
    };
    return derivatives_of(ndim, text, names, parameters, region, rows_of);
  });
}

int cuboid_integrand_derivatives_from_expression(cuboid_integrand **integrand, int *ncomp, int ndim,
                                                 const char *text, const char *names,
                                                 void *parameters, int nderivatives, int order,
                                                 const int wrt[], const cuboid_domain *region) {
  return cuboid::api::make_counted(integrand, ncomp, [&] {
    const auto rows_of = [&](const Moving &moving) {
      return checked_rows(moving, nderivatives, order, wrt);
    };
    return derivatives_of(ndim, text, names, parameters, region, rows_of);
  });
}

int cuboid_integrand_derivatives_from_duals(cuboid_integrand **integrand, int ndim, int ncomp,
                                            cuboid_dual_function function, const char *names,
                                            int nparameters, void *parameters, int nwrt,
                                            const int wrt[], int order,
                                            const cuboid_domain *region) {
  return cuboid::api::make_handle(integrand, "integrand", [&] {
    cuboid::api::require_pointer(function, "function");
    if (order < 1 || order > 2) reject("order = %d must be 1 or 2", order);
    DualFunction of_order{ndim, ncomp, function};
    of_order.order = order;
    return checked_gradient(of_order, names, nparameters, parameters, nwrt, wrt, region);
  });
}

int cuboid_integrand_gradient_from_cuda_source(cuboid_integrand **integrand, int ndim, int ncomp,
                                               const char *source, const char *function_name,
                                               cuboid_dual_function host, const char *names,
                                               int nparameters, void *parameters, int nwrt,
                                               const int wrt[], const cuboid_domain *region) {
  return cuboid::api::make_handle(integrand, "integrand", [&] {
    cuboid::api::require_pointer(source, "source");
    const std::string name = cuboid::api::checked_function_name(function_name);
    cuboid::api::require_pointer(host, "host");
    return checked_gradient({ndim, ncomp, host, source, name}, names, nparameters, parameters, nwrt,
                            wrt, region);
  });
}

}  // extern "C"
