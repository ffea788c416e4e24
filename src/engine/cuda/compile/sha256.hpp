// SHA-256 (FIPS 180-4), for the keys and checksums of the cache of compiled kernels.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace cuboid::engine::cuda {

/// The digest of a text as 64 hexadecimal digits.
std::string sha256(std::string_view text);

}  // namespace cuboid::engine::cuda
