// What Cuhre takes from the options of a call.
#pragma once

#include "algorithm/cuhre/cuhre.hpp"
#include "call/request.hpp"

namespace cuboid::router {

inline algorithm::CuhreOptions cuhre_options(const Request &request) {
  const Options &options = request.options;
  return {static_cast<int>(options.key), request.cuba.judged, options.splits, probing_of(options)};
}

}  // namespace cuboid::router
