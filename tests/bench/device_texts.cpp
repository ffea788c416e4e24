#include "device_texts.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace cuboid_test {

namespace {

/// The text of one function.  Each is compiled by itself: what the kernels do around it is there
/// once, however many there are.
std::string function_called(const std::string &name, const std::string &functions) {
  const std::size_t begin = functions.find("int " + name + "(");
  const std::string last = "\n}\n";
  const std::size_t end = functions.find(last, begin);
  if (begin == std::string::npos || end == std::string::npos)
    throw std::out_of_range("no text of " + name);
  return "__noinline__ " + functions.substr(begin, end - begin) + last;
}

}  // namespace

std::string functions_in(const std::string &path) {
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const std::string begin = "namespace {\n";
  const std::size_t first = text.find(begin);
  const std::size_t last = text.find("\n}  // namespace\n");
  if (first == std::string::npos || last == std::string::npos)
    throw std::runtime_error("no functions in " + path);
  return text.substr(first + begin.size(), last + 1 - first - begin.size());
}

std::string text_of_shape(const std::string &functions, const ReferenceIntegral &shape,
                          const std::vector<ReferenceIntegral> &all) {
  std::string text, cases;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].ndim != shape.ndim || all[i].ncomp != shape.ncomp) continue;
    text += function_called(all[i].id, functions);
    cases += "    case " + std::to_string(i) + ":\n      return " + all[i].id +
             "(ndim, x, ncomp, f, userdata);\n";
  }
  return text + "int " + shape_name +
         "(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {\n"
         "  switch ((int)*(const double *)userdata) {\n" +
         cases + "  }\n  return 1;\n}\n";
}

}  // namespace cuboid_test
