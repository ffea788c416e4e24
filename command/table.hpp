// Results as comma-separated values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace command {

/// The names of the parameters, then value, error, status, converged and neval; of several
/// components value1, error1 and so on.
std::string csv_head(const std::vector<std::string> &names, int ncomp);

/// Numbers have all their digits.
std::string csv_line(const std::vector<double> &parameters, int ncomp, const double *value,
                     const double *error, int status, std::int64_t neval);

}  // namespace command
