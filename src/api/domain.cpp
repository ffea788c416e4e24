// Regions.
#include "domain/domain.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "api/arguments.hpp"
#include "api/expression_names.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"
#include "api/on_region.hpp"
#include "api/request.hpp"
#include "base/formatted.hpp"
#include "domain/expression_map.hpp"
#include "domain/text.hpp"
#include "engine/common/call_user.hpp"
#include "engine/cpu/points/call.hpp"

namespace {

using cuboid::Failure;
using cuboid::formatted;
using cuboid::reject;
using cuboid::api::DeviceSource;
using cuboid::api::require_pointer;
namespace domain = cuboid::domain;
namespace engine = cuboid::engine;

/// Sets *handle to what make returns.
template <class Make>
int make_domain(cuboid_domain **handle, const Make &make) {
  return cuboid::api::make_handle(
      handle, "domain", [&] { return std::make_unique<cuboid_domain>(cuboid_domain{make()}); });
}

/// numbers: [rows][ndim].
std::vector<double> finite(const double *numbers, int rows, int ndim, const char *name) {
  require_pointer(numbers, name);
  for (int row = 0; row < rows; ++row)
    for (int d = 0; d < ndim; ++d)
      if (!std::isfinite(numbers[row * ndim + d]))
        reject("%s[%d] = %g must be finite", name, row * ndim + d, numbers[row * ndim + d]);
  return {numbers, numbers + std::ptrdiff_t{rows} * ndim};
}

const domain::Pointer &region_of(const cuboid_domain *handle, const char *name) {
  require_pointer(handle, name);
  return handle->region;
}

/// In rising order, within the limits.
std::vector<std::vector<double>> checked_breaks(int ndim, const double *lower, const double *upper,
                                                const int *nbreaks, const double *breaks) {
  std::vector<std::vector<double>> all(static_cast<std::size_t>(ndim));
  if (nbreaks == nullptr) return all;
  require_pointer(breaks, "breaks");
  for (int d = 0; d < ndim; ++d) {
    if (nbreaks[d] < 0) reject("nbreaks[%d] = %d must be at least 0", d, nbreaks[d]);
    double before = std::fmin(lower[d], upper[d]);
    for (int i = 0; i < nbreaks[d]; ++i, ++breaks) {
      if (!(*breaks > before && *breaks < std::fmax(lower[d], upper[d])))
        reject(
            "break %d of x[%d] is %g, and must be within the limits, %g and %g, and above the "
            "one before it",
            i, d, *breaks, lower[d], upper[d]);
      all[static_cast<std::size_t>(d)].push_back(before = *breaks);
    }
  }
  return all;
}

std::vector<int> checked_ends(int ndim, const double *lower, const double *upper, const int *ends) {
  if (ends == nullptr) return {};
  for (int d = 0; d < ndim; ++d) {
    if (ends[d] < 0 || ends[d] > 7)
      reject("ends[%d] = %d must be between 0 and 7, a sum of 1 (lower), 2 (upper) and 4 (breaks)",
             d, ends[d]);
    const bool infinite = ((ends[d] & domain::singular_lower) != 0 && std::isinf(lower[d])) ||
                          ((ends[d] & domain::singular_upper) != 0 && std::isinf(upper[d]));
    if (infinite)
      reject(
          "ends[%d] = %d names a limit that is infinite, and an integrand is singular at finite "
          "ones",
          d, ends[d]);
  }
  return {ends, ends + ndim};
}

std::vector<std::vector<double>> checked_points(int ndim, const double *lower, const double *upper,
                                                int npoints, const double *x) {
  if (npoints < 1) reject("npoints = %d must be at least 1", npoints);
  const std::vector<double> all = finite(x, npoints, ndim, "x");
  std::vector<std::vector<double>> points;
  for (int i = 0; i < npoints; ++i)
    points.emplace_back(all.begin() + std::ptrdiff_t{i} * ndim,
                        all.begin() + std::ptrdiff_t{i + 1} * ndim);
  for (int d = 0; d < ndim; ++d) {
    if (!(lower[d] < upper[d]))
      reject("lower[%d] = %g must be below upper[%d] = %g where there are points", d, lower[d], d,
             upper[d]);
    for (int i = 0; i < npoints; ++i)
      if (x[i * ndim + d] < lower[d] || x[i * ndim + d] > upper[d])
        reject("x[%d] of point %d is %g, and must be within the limits, %g and %g", d, i,
               x[i * ndim + d], lower[d], upper[d]);
  }
  return points;
}

std::string dimensions_of(const domain::Domain &region) {
  const std::string text = "has " + std::to_string(region.ndim()) + " dimensions";
  return region.cube_ndim() == region.ndim() ? text : text + " and is a surface in them";
}

void check_radius(double inner, double radius) {
  if (!(std::isfinite(radius) && radius > 0)) reject("radius = %g must be above 0, finite", radius);
  if (!(inner >= 0 && inner < radius))
    reject("inner = %g must be at least 0 and below radius = %g", inner, radius);
}

/// Of expressions.
struct Parameters {
  std::vector<std::string> names;
  const double *values;  ///< nullptr: each integral has its own
};

Parameters checked_parameters(const char *names, int nparameters, const double *parameters) {
  return {cuboid::api::checked_names(names, nparameters), parameters};
}

std::vector<std::string> texts(const char *const given[], int ndim, const char *name) {
  if (ndim > 0) require_pointer(given, name);
  std::vector<std::string> all;
  for (int axis = 0; axis < ndim; ++axis) {
    require_pointer(given[axis], name);
    all.emplace_back(given[axis]);
  }
  return all;
}

constexpr int max_lines = 1024;

/// The condition of an expression as a text for a device.  parameters: of all integrals; empty:
/// each has its own.
std::string condition_text(const DeviceSource &source, const std::vector<double> &parameters,
                           int ndim, const std::string &name) {
  std::string text = "namespace " + name + "_text {\n" + source.text + "}\n";
  if (!parameters.empty())
    text += "static __device__ " + domain::constants(name + "_p", parameters);
  return text + "static __device__ double " + name +
         "(const double *x, const double *p) {\nconst int ndim = " + std::to_string(ndim) +
         ", one = 1;\ndouble value;\n" + name + "_text::" + source.function_name +
         "(&ndim, x, &one, &value, const_cast<double *>(" +
         (parameters.empty() ? "p" : name + "_p") + "));\nreturn value;\n}\n";
}

domain::Condition condition_of(const cuboid_integrand &integrand, int ndim, std::int64_t nvec) {
  const engine::HostFunction host = integrand.host;
  if (!host.is_set() || integrand.has_region)
    reject("condition must have a version for the host, and no region of its own");
  if (host.ndim != ndim || host.ncomp != 1)
    reject(
        "condition has ndim = %d and %d components, and must have ndim = %d, that of the region, "
        "and one",
        host.ndim, host.ncomp, ndim);
  domain::Condition condition;
  // Those of an expression are kept as they are now.
  std::vector<double> parameters;
  if (integrand.batch) {
    const auto *const first = static_cast<const double *>(host.userdata);
    const std::int64_t size = integrand.batch->userdata_bytes() / std::int64_t{sizeof(double)};
    if (size > 0 && first == nullptr) condition.numbers_of_each = static_cast<int>(size);
    if (size > 0 && first != nullptr) parameters.assign(first, first + size);
    if (condition.numbers_of_each == 0) parameters.push_back(0);  // an array of none is no array
  }
  const auto given = [parameters](const double *of_each) {
    return const_cast<double *>(parameters.empty() ? of_each : parameters.data());
  };
  condition.evaluate = [host, nvec, batch = integrand.batch, given](
                           std::int64_t count, const double *x, const double *of_each,
                           double *value) {
    engine::HostFunction function = host;
    function.nvec = nvec;
    if (batch) function.userdata = given(of_each);
    engine::cpu::evaluate_at(function, count, x, value, "the condition");
  };
  if (integrand.level)
    condition.level = [level = integrand.level, given](std::int64_t count, const double *x,
                                                       const double *of_each, double *value) {
      level->evaluate(count, x, given(of_each), value);
    };
  if (integrand.source)
    condition.device_text = [source = integrand.source, parameters, ndim](const std::string &name) {
      return condition_text(*source, parameters, ndim, name);
    };
  return condition;
}

}  // namespace

extern "C" {

void cuboid_domain_free(cuboid_domain *domain) {
  delete domain;
}

int cuboid_domain_box(cuboid_domain **domain, int ndim, const double *lower, const double *upper,
                      const int *ends, const int *nbreaks, const double *breaks) {
  return make_domain(domain, [&] {
    cuboid::api::check_integrand_shape(ndim, 1);
    cuboid::api::check_box(ndim, lower, upper);
    return domain::box({lower, lower + ndim}, {upper, upper + ndim},
                       checked_ends(ndim, lower, upper, ends),
                       checked_breaks(ndim, lower, upper, nbreaks, breaks));
  });
}

int cuboid_domain_diagonal(cuboid_domain **domain, double lower, double upper) {
  return make_domain(domain, [&] {
    if (!(std::isfinite(lower) && std::isfinite(upper) && lower < upper))
      reject("lower = %g and upper = %g must be finite and in rising order", lower, upper);
    return domain::diagonal(lower, upper);
  });
}

int cuboid_domain_around_points(cuboid_domain **domain, int ndim, const double *lower,
                                const double *upper, int npoints, const double *x) {
  return make_domain(domain, [&] {
    cuboid::api::check_integrand_shape(ndim, 1);
    cuboid::api::check_box(ndim, lower, upper);
    return domain::box_around_points({lower, lower + ndim}, {upper, upper + ndim},
                                     checked_points(ndim, lower, upper, npoints, x));
  });
}

int cuboid_domain_from_expressions(cuboid_domain **domain, int ndim, const char *const lower[],
                                   const char *const upper[], const char *names, int nparameters,
                                   const double *parameters) {
  return make_domain(domain, [&] {
    cuboid::api::check_integrand_shape(ndim, 1);
    const Parameters given = checked_parameters(names, nparameters, parameters);
    return domain::between_limits(
        ndim, domain::expression_limits(ndim, texts(lower, ndim, "lower"),
                                        texts(upper, ndim, "upper"), given.names, given.values));
  });
}

int cuboid_domain_cut_by_expressions(cuboid_domain **domain, int ndim, const char *const lower[],
                                     const char *const upper[], const int *nbreaks,
                                     const char *const breaks[], const char *names, int nparameters,
                                     const double *parameters) {
  return make_domain(domain, [&] {
    cuboid::api::check_integrand_shape(ndim, 1);
    require_pointer(nbreaks, "nbreaks");
    const Parameters given = checked_parameters(names, nparameters, parameters);
    const std::vector<std::string> from = texts(lower, ndim, "lower");
    const std::vector<std::string> to = texts(upper, ndim, "upper");
    const auto parsed = [&](const std::string &text, int axis, const char *name) {
      const std::string what = formatted("%s[%d]", name, axis);
      return domain::parse_coordinate(text, axis, given.names, what);
    };
    std::vector<std::vector<cuboid::expression::Expression>> places;
    for (int axis = 0; axis < ndim; ++axis) {
      const auto d = static_cast<std::size_t>(axis);
      places.push_back({parsed(from[d], axis, "lower")});
      if (nbreaks[axis] < 0) reject("nbreaks[%d] = %d must be at least 0", axis, nbreaks[axis]);
      if (nbreaks[axis] > 0) require_pointer(breaks, "breaks");
      for (const std::string &one : texts(breaks, nbreaks[axis], "breaks"))
        places.back().push_back(parsed(one, axis, "breaks of axis"));
      if (nbreaks[axis] > 0) breaks += nbreaks[axis];
      places.back().push_back(parsed(to[d], axis, "upper"));
    }
    return domain::image_by_expressions(domain::map_between(places, given.names), given.values);
  });
}

int cuboid_domain_image_by_expressions(cuboid_domain **domain, int ndim, const cuboid_domain *of,
                                       const char *const map[], const char *names, int nparameters,
                                       const double *parameters) {
  return make_domain(domain, [&] {
    cuboid::api::check_integrand_shape(ndim, 1);
    const Parameters given = checked_parameters(names, nparameters, parameters);
    const domain::Pointer from = of != nullptr ? region_of(of, "of") : nullptr;
    if (from && from->ndim() != ndim)
      reject("ndim = %d, and the region of has %d dimensions", ndim, from->ndim());
    if (from && from->cube_ndim() != ndim)
      reject("of is a surface, and the image of one has another Jacobian at each point");
    if (from && from->numbers_of_each() > 0)
      reject(
          "of has parameters of each integral: put them and the map into one set of expressions");
    if (from && from->texts_have_parameters())
      reject("of has parameters: put its expressions and those of the map together");
    std::vector<cuboid::expression::Expression> coordinates;
    for (const std::string &text : texts(map, ndim, "map")) {
      const int axis = static_cast<int>(coordinates.size());
      coordinates.push_back(
          domain::parse_coordinate(text, ndim, given.names, formatted("map[%d]", axis)));
    }
    return domain::image_by_expressions(domain::map_to(coordinates, given.names, from),
                                        given.values);
  });
}

int cuboid_domain_from_function(cuboid_domain **domain, int ndim, cuboid_limits_function limits,
                                void *userdata) {
  return make_domain(domain, [&] {
    cuboid::api::check_integrand_shape(ndim, 1);
    require_pointer(limits, "limits");
    domain::Limits called;
    called.evaluate = [limits, userdata](int axis, std::int64_t count, const double *x,
                                         const double *, double *lower, double *upper) {
      engine::call_user([&] { limits(axis, count, x, lower, upper, userdata); },
                        "the function of the limits");
    };
    return domain::between_limits(ndim, std::move(called));
  });
}

int cuboid_domain_simplex(cuboid_domain **domain, int ndim, const double *vertices, int apex) {
  return make_domain(domain, [&] {
    cuboid::api::check_integrand_shape(ndim, 1);
    if (apex < -1 || apex > ndim)
      reject("apex = %d must be between 0 and %d, the vertices, or -1", apex, ndim);
    return domain::simplex(
        ndim,
        vertices != nullptr ? finite(vertices, ndim + 1, ndim, "vertices") : std::vector<double>(),
        apex);
  });
}

int cuboid_domain_ball(cuboid_domain **domain, int ndim, const double *centre, double inner,
                       double radius) {
  return make_domain(domain, [&] {
    cuboid::api::check_integrand_shape(ndim, 1);
    if (centre == nullptr) {
      if (ndim < 2)
        throw Failure(
            CUBOID_BAD_NDIM,
            formatted("ndim = %d must be at least 2 without a centre: an interval of each "
                      "integral is a box",
                      ndim));
      return domain::ball_of_each(ndim);
    }
    check_radius(inner, radius);
    return domain::ball(finite(centre, 1, ndim, "centre"), inner, radius);
  });
}

int cuboid_domain_sphere(cuboid_domain **domain, int ndim, const double *centre, double radius) {
  return make_domain(domain, [&] {
    cuboid::api::check_integrand_shape(ndim, 1);
    if (ndim < 2)
      throw Failure(CUBOID_BAD_NDIM, formatted("ndim = %d must be at least 2 for a sphere", ndim));
    check_radius(0, radius);
    return domain::sphere(finite(centre, 1, ndim, "centre"), radius);
  });
}

int cuboid_domain_product(cuboid_domain **domain, const cuboid_domain *first,
                          const cuboid_domain *second) {
  return make_domain(domain, [&] {
    return domain::product(region_of(first, "first"), region_of(second, "second"));
  });
}

int cuboid_domain_image(cuboid_domain **domain, const cuboid_domain *of, const double *matrix,
                        const double *offset) {
  return make_domain(domain, [&] {
    const domain::Pointer &region = region_of(of, "of");
    const int ndim = region->ndim();
    std::vector<double> rows = finite(matrix, ndim, ndim, "matrix");
    if (region->cube_ndim() != ndim)
      reject("of is a surface, and the image of one has another Jacobian at each point");
    if (domain::size_of_determinant(ndim, rows) == 0)
      reject("matrix has the determinant 0: the image has no volume");
    return domain::image(region, std::move(rows), finite(offset, 1, ndim, "offset"));
  });
}

int cuboid_domain_union(cuboid_domain **domain, int npieces, const cuboid_domain *const pieces[]) {
  return make_domain(domain, [&] {
    if (npieces < 1) reject("npieces = %d must be at least 1", npieces);
    require_pointer(pieces, "pieces");
    std::vector<domain::Pointer> all;
    for (int i = 0; i < npieces; ++i) {
      all.push_back(region_of(pieces[i], "pieces"));
      if (all.back()->ndim() != all.front()->ndim() ||
          all.back()->cube_ndim() != all.front()->cube_ndim())
        reject("pieces[%d] %s, and pieces[0] %s", i, dimensions_of(*all.back()).c_str(),
               dimensions_of(*all.front()).c_str());
    }
    return domain::united(std::move(all));
  });
}

int cuboid_domain_with_ends(cuboid_domain **domain, const cuboid_domain *of, const int *ends) {
  return make_domain(domain, [&] {
    const domain::Pointer &region = region_of(of, "of");
    require_pointer(ends, "ends");
    const std::vector<int> faces(ends, ends + region->cube_ndim());
    for (std::size_t axis = 0; axis < faces.size(); ++axis)
      if (faces[axis] < 0 || faces[axis] > 3)
        reject("ends[%zu] = %d must be between 0 and 3, a sum of 1 (lower) and 2 (upper)", axis,
               faces[axis]);
    return domain::with_ends(region, faces);
  });
}

int cuboid_domain_where(cuboid_domain **domain, const cuboid_domain *of,
                        const cuboid_integrand *condition, int64_t nvec, int lines) {
  return make_domain(domain, [&] {
    const domain::Pointer &region = region_of(of, "of");
    require_pointer(condition, "condition");
    if (nvec < 1) reject("nvec = %lld must be at least 1", static_cast<long long>(nvec));
    if (lines < -1 || lines > max_lines)
      reject("lines = %d must be between 0 and %d, or -1", lines, max_lines);
    return domain::where(region, condition_of(*condition, region->ndim(), nvec), lines);
  });
}

int cuboid_domain_ndim(const cuboid_domain *domain) {
  return domain != nullptr ? domain->region->ndim() : 0;
}

int cuboid_domain_cube_ndim(const cuboid_domain *domain) {
  return domain != nullptr ? domain->region->cube_ndim() : 0;
}

int cuboid_domain_map(const cuboid_domain *domain, int64_t count, const double *t, double *x,
                      double *jacobian) {
  return cuboid::api::guarded([&] {
    const domain::Pointer &region = region_of(domain, "domain");
    if (count < 0) reject("count = %lld must be at least 0", static_cast<long long>(count));
    require_pointer(t, "t");
    require_pointer(x, "x");
    require_pointer(jacobian, "jacobian");
    if (region->numbers_of_each() > 0) reject("domain has parameters of each integral, and no map");
    region->map(count, t, x, jacobian);
    return CUBOID_CONVERGED;
  });
}

int cuboid_integrand_on_domain(cuboid_integrand **mapped, const cuboid_integrand *integrand,
                               const cuboid_domain *domain) {
  return cuboid::api::make_handle(mapped, "mapped", [&] {
    require_pointer(integrand, "integrand");
    return cuboid::api::on_region(*integrand, region_of(domain, "domain"));
  });
}

}  // extern "C"
