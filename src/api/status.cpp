// Version, statuses, last error.
#include "api/last_error.hpp"
#include "base/status_text.hpp"
#include "cuboid.h"
#include "version.hpp"

extern "C" {

const char *cuboid_version(void) {
  return CUBOID_VERSION_TEXT;
}

const char *cuboid_status_text(int status) {
  return cuboid::status_text(status);
}

const char *cuboid_status_name(int status) {
  switch (status) {
#define CUBOID_STATUS_CASE(name, value, sentence) \
  case value:                                     \
    return #name;
    CUBOID_STATUSES(CUBOID_STATUS_CASE)
#undef CUBOID_STATUS_CASE
    default:
      return "";
  }
}

const char *cuboid_last_error(void) {
  return cuboid::api::last_error();
}

}  // extern "C"
