// The list of methods, one after the other.
#include "router/methods.hpp"

namespace {

using cuboid::router::Method;
using cuboid::router::MethodEntry;

const MethodEntry &entry(int i) {
  static constexpr MethodEntry none{"", 0, 0, 0, 0, 0, "", ""};
  if (i < 0 || i >= cuboid::router::method_count) return none;
  return cuboid::router::entry_of(static_cast<Method>(i));
}

}  // namespace

extern "C" {

int cuboid_methods_count(void) {
  return cuboid::router::method_count;
}

const char *cuboid_methods_name(int i) {
  return entry(i).name;
}

const char *cuboid_methods_help(int i) {
  return entry(i).sentence;
}

const char *cuboid_methods_options(int i) {
  return entry(i).options;
}

int cuboid_methods_min_ndim(int i) {
  return entry(i).min_ndim;
}

int cuboid_methods_max_ndim(int i, int on_gpu) {
  return on_gpu != 0 ? entry(i).device_max_ndim : entry(i).max_ndim;
}

int cuboid_methods_max_ncomp(int i, int on_gpu) {
  return on_gpu != 0 ? entry(i).device_max_ncomp : entry(i).max_ncomp;
}

}  // extern "C"
