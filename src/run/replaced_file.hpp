// Files that are replaced in one step.
#pragma once

#include <functional>
#include <string>

#include "base/descriptor.hpp"

namespace cuboid::algorithm {

/// Replaces the file at path by what write puts into another one: at every moment there is the old
/// one or the new one.  synchronize: wait until the disk has it.  False with the reason in errno;
/// then nothing has changed.  A file that grows beyond the limit of the process is such a reason,
/// and no signal.
bool replace_file(const std::string &path, bool synchronize,
                  const std::function<bool(const Descriptor &file)> &write);

/// The folder in which the file at path stands, or would.
std::string folder_of(const std::string &path);

/// Waits until the disk has the file at path and its name.  For destructors, where an allocation
/// that fails would end the process.
void synchronize_file(const std::string &path) noexcept;

/// Removes what replace_file has left where the process was killed.  Nobody else may be replacing
/// the file.
void remove_unfinished(const std::string &path);

}  // namespace cuboid::algorithm
