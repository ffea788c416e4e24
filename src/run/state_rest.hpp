// Where the part of Cuba's routine ends in a state file, and that of the native method begins.
#pragma once

#include <cstdint>

#include "run/state_stream.hpp"

namespace cuboid::algorithm {

/// Stands between the parts: bytes that follow without it are those of no run.
inline constexpr std::uint64_t rest_of_state = 0x74'73'65'72'20'65'68'74;

inline void begin_rest(StateWriter &writer) {
  writer.put(rest_of_state);
}

/// Throws StateReader::BadState unless a native method has gone on here.
inline void begin_rest(StateReader &reader) {
  StateReader::require(reader.get<std::uint64_t>() == rest_of_state);
}

/// Of who reads no further: throws StateReader::BadState unless the state ends here, or goes on
/// with the part of a native method.
inline void end_of_part(StateReader &reader) {
  if (!reader.at_end()) begin_rest(reader);
}

}  // namespace cuboid::algorithm
