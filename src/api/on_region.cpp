#include "api/on_region.hpp"

#include <optional>
#include <string>
#include <utility>

#include "base/formatted.hpp"
#include "domain/domain.hpp"

namespace cuboid::api {

namespace {

/// The function over the unit cube that calls the user's function at the region's points.  Its
/// names have a prefix, since macros of the user's text are in force.
std::string wrapper(const domain::Domain &region, const std::string &name) {
  const std::string ndim = std::to_string(region.ndim());
  const std::string of_each = std::to_string(region.numbers_of_each());
  const std::string parameters = "static_cast<const double *>(cuboid_userdata)";
  const std::string userdata = region.numbers_of_each() > 0
                                   ? "static_cast<double *>(cuboid_userdata) + " + of_each
                                   : "cuboid_userdata";
  return "\n__device__ int cuboid_on_domain(const int *, const double *cuboid_t, const int "
         "*cuboid_ncomp, double *cuboid_f, void *cuboid_userdata) {\n"
         "double cuboid_x[" +
         ndim + "];\nconst double cuboid_jacobian = cuboid_region(cuboid_t, cuboid_x, " +
         parameters +
         ");\nif (cuboid_jacobian == 0) {\n"
         "for (int cuboid_c = 0; cuboid_c < *cuboid_ncomp; ++cuboid_c) cuboid_f[cuboid_c] = 0;\n"
         "return 0;\n}\nconst int cuboid_dimensions = " +
         ndim + ";\nconst int cuboid_ended = cuboid_invoke<&" + name + ">(&" + name +
         ", &cuboid_dimensions, cuboid_x, cuboid_ncomp, cuboid_f, " + userdata +
         ");\nfor (int cuboid_c = 0; cuboid_c < *cuboid_ncomp; ++cuboid_c)\n"
         "cuboid_f[cuboid_c] *= cuboid_jacobian;\n"
         "return cuboid_ended;\n}\n";
}

/// Nothing: there is none.
std::optional<DeviceSource> source_on(const domain::Domain &region,
                                      const cuboid_integrand &integrand) {
  if (!integrand.source) return std::nullopt;
  const std::string map = region.device_text("cuboid_region");
  if (map.empty()) return std::nullopt;
  const DeviceSource &own = *integrand.source;
  return DeviceSource{map + "#line 1 \"source\"\n" + own.text + wrapper(region, own.function_name),
                      "cuboid_on_domain", region.bytes_of_each() + own.userdata_bytes};
}

}  // namespace

std::unique_ptr<cuboid_integrand> on_region(const cuboid_integrand &integrand,
                                            const domain::Pointer &region) {
  if (integrand.has_region) reject("integrand has a region already");
  if (integrand.host.takes_distances)
    reject("integrand must not be of cuboid_integrand_from_distances: its limits are numbers");
  if (integrand.host.ndim != region->ndim())
    reject("integrand has ndim = %d, and the region has %d dimensions", integrand.host.ndim,
           region->ndim());
  auto mapped = std::make_unique<cuboid_integrand>(integrand);
  mapped->region = region;
  mapped->has_region = true;
  mapped->host.domain = region.get();
  mapped->host.ndim = region->cube_ndim();
  mapped->device = nullptr;
  mapped->source = nullptr;
  if (std::optional<DeviceSource> source = source_on(*region, integrand))
    mapped->compile(*std::move(source));
  else if (!mapped->host.is_set())
    reject(
        "integrand has no version for the host, and over this region it has none for a GPU: give "
        "one from source or an expression, and limits that are expressions");
  return mapped;
}

}  // namespace cuboid::api
