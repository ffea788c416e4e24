// The headers of kernels and the leaves that they include, as texts.
#pragma once

#include <span>
#include <string_view>

namespace cuboid::engine::cuda {

struct EmbeddedHeader {
  std::string_view name;  ///< as in #include
  std::string_view text;
};

/// Written at build time.
std::span<const EmbeddedHeader> embedded_headers();

}  // namespace cuboid::engine::cuda
