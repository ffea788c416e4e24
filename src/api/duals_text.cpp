// Functions with dual numbers as source texts for a device.
#include <string>

#include "api/duals.hpp"
#include "expression/text.hpp"

namespace cuboid::api {

DeviceSource Duals::device_source(const std::string &text, const std::string &name) const {
  const std::string duals = std::to_string(wrt_.size());
  const std::string shape = duals + ", " + std::to_string(ndim_) + ", " + std::to_string(ncomp_) +
                            ", " +
                            std::to_string(static_cast<std::size_t>(bytes_) / sizeof(double));
  // Names have a prefix, since macros of the user's text are in force.
  std::string all = "typedef ::cuboid::Dual<" + duals + "> cuboid_number;\n";
  all += "#define double cuboid_number\n#line 1 \"source\"\n" + text +
         "\n#undef double\n#line 1 \"derivatives\"\n";
  if (program_) all += expression::c_text(derivatives_, "cuboid_map_at");
  all +=
      "int cuboid_with_derivatives(const int *, const double *cuboid_t, const int *, double "
      "*cuboid_f, void *cuboid_userdata) {\n::cuboid::kernel::DualPoint<" +
      shape + "> cuboid_point(static_cast<double *>(cuboid_userdata));\n";
  for (std::size_t j = 0; j < wrt_.size(); ++j) {
    const std::string parameter = std::to_string(wrt_[j]), derivative = std::to_string(j);
    all += "cuboid_point.p[" + parameter + "].d[" + derivative + "] = 1;\n";
  }
  if (program_) {
    const std::string numbers =
        std::to_string((wrt_.size() + 1) * (static_cast<std::size_t>(ndim_) + 1));
    all += "double cuboid_map[" + numbers +
           "];\ncuboid_map_at(nullptr, cuboid_t, nullptr, cuboid_map, cuboid_userdata);\n"
           "cuboid_point.place_by(cuboid_map);\n";
  } else {
    all += "cuboid_point.place(cuboid_t);\n";
  }
  all += "const int cuboid_ended = cuboid_point.call(&" + name + ");\n";
  all += program_ ? "cuboid_point.write_by(cuboid_map, cuboid_f);\n"
                  : "cuboid_point.write(cuboid_f);\n";
  return {all + "return cuboid_ended;\n}\n", "cuboid_with_derivatives", bytes_};
}

}  // namespace cuboid::api
