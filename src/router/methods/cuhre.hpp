// What Cuhre takes from the options of a call.
#pragma once

#include "algorithm/cuhre/cuhre.hpp"
#include "call/request.hpp"

namespace cuboid::router {

inline algorithm::CuhreOptions cuhre_options(const Request &request) {
  return {static_cast<int>(request.options.key), request.cuba.judged, request.options.splits};
}

}  // namespace cuboid::router
