// Whether a sanitizer of addresses or of threads is built in, as gcc or as clang says it.
#pragma once

#ifndef __has_feature
#define __has_feature(name) 0
#endif

namespace support {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#endif

}  // namespace support
