#include "table.hpp"

#include "cuboid.h"
#include "number.hpp"

namespace command {

std::string csv_head(const std::vector<std::string> &names, int ncomp) {
  std::string text;
  for (const std::string &name : names) text += name + ",";
  for (int c = 1; c <= ncomp; ++c) {
    const std::string number = ncomp > 1 ? std::to_string(c) : "";
    text += "value" + number + ",error" + number + ",";
  }
  return text + "status,converged,neval\n";
}

std::string csv_line(const std::vector<double> &parameters, int ncomp, const double *value,
                     const double *error, int status, std::int64_t neval) {
  std::string text;
  for (const double parameter : parameters) text += shortest(parameter) + ",";
  for (int c = 0; c < ncomp; ++c) text += shortest(value[c]) + "," + shortest(error[c]) + ",";
  return text + cuboid_status_name(status) + (status == CUBOID_CONVERGED ? ",1," : ",0,") +
         std::to_string(neval) + "\n";
}

}  // namespace command
