// Version, statuses, last error.
#include "api/last_error.hpp"
#include "cuboid.h"
#include "version.hpp"

extern "C" {

const char *cuboid_version(void) {
  return CUBOID_VERSION_TEXT;
}

const char *cuboid_status_text(int status) {
  switch (status) {
#define CUBOID_STATUS_CASE(name, value, sentence) \
  case value:                                     \
    return sentence;
    CUBOID_STATUSES(CUBOID_STATUS_CASE)
#undef CUBOID_STATUS_CASE
    default:
      return "unknown status";
  }
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
