// Pieces of the texts of regions for a device.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace cuboid::domain {

inline std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

/// "const double name[] = {...};"
inline std::string constants(const std::string &name, const std::vector<double> &values) {
  std::string text = "const double " + name + "[] = {";
  for (const double value : values) text += number(value) + ",";
  return text + "};\n";
}

/// A function of a point of the cube, and of the numbers of each integral.
inline std::string function(const std::string &name, const std::string &body) {
  std::string text = "static __device__ double ";
  return text + name + "(const double *t, double *x, const double *p) {\n" + body + "}\n";
}

}  // namespace cuboid::domain
