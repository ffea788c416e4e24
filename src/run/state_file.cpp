#include "run/state_file.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/environment.hpp"
#include "base/formatted.hpp"
#include "run/replaced_file.hpp"

namespace cuboid::algorithm {

namespace {

struct Found {
  enum { nothing, unreadable, empty, file } what = nothing;
  StateContents contents;
};

/// Whoever made a file has chosen the numbers in it: the superuser asks for those of others.
std::string foreign_owner(const struct stat &status) {
  const uid_t user = ::geteuid();
  if (user != 0 || status.st_uid == user) return "";
  const char *const wanted = environment_variable("CUBOID_FOREIGN_STATE");
  if (wanted != nullptr && std::string_view(wanted) == "1") return "";
  return "belongs to the user with the number " + std::to_string(status.st_uid) +
         ", and the superuser goes on from it only with CUBOID_FOREIGN_STATE=1 in the environment";
}

/// What is in the regular file at path, if there is one.
Found look_for(const std::string &path, const StateIdentity &identity) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return {};
  // As in Cuba, also for who may read everything.
  if ((status.st_mode & S_IRUSR) == 0) return {Found::unreadable, {}};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))
    return {Found::unreadable, {}};
  if (status.st_size == 0) return {Found::empty, {}};
  if (const std::string why = foreign_owner(status); !why.empty()) return {Found::file, {{}, why}};
  return {Found::file, read_state(file, static_cast<std::uint64_t>(status.st_size), identity)};
}

}  // namespace

std::optional<StateClaim> claim_in(const std::string &path, int ndim, int ncomp) {
  for (const Routine routine : {Routine::vegas, Routine::suave, Routine::divonne, Routine::cuhre,
                                Routine::vegas_plus, Routine::lattice}) {
    Found found = look_for(path, {routine, ndim, ncomp});
    if (found.what != Found::file || !found.contents.problem.empty()) continue;
    try {
      StateReader reader(std::move(found.contents.bytes));
      return get_claim(reader);
    } catch (const StateReader::BadState &) {
      return {};
    }
  }
  return {};
}

StateFile::~StateFile() {
  if (unsynchronized_) synchronize();
}

void StateFile::claim(StateClaim claim, bool overwrite, bool any_integral) {
  claim_ = std::move(claim);
  overwrite_ = overwrite;
  any_integral_ = any_integral;
}

/// Whether the file is this run's; asked for once.
bool StateFile::attach() {
  if (attached_) return usable_;
  attached_ = true;
  struct stat status;
  if (::stat(path_.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
    return unusable("is not a regular file");
  // Cuba's routines, which have no claim, integrate all the same and print that nothing is saved.
  if (claim_ && ::stat(folder_of(path_).c_str(), &status) != 0)
    return unusable("cannot be written: " + folder_of(path_) + ": " + std::strerror(errno));
  auto [lock, obstacle] = StateLock::take(path_);
  if (!obstacle.empty()) return unusable(obstacle);
  lock_ = std::move(lock);
  if (lock_) remove_unfinished(path_);
  return true;
}

bool StateFile::unusable(const std::string &why) {
  usable_ = false;
  if (claim_) reject("the state file " + path_ + " " + why);
  trouble_ = "no state is kept, since the state file " + path_ + " " + why;
  return false;
}

/// What happens to a file that does not fit.
bool StateFile::refuse(const std::string &why) {
  if (claim_ && !overwrite_)
    reject("the state file " + path_ + " " + why +
           "; it is left as it is unless the option overwrite_state is 1");
  beginning_ = "begun anew because the state file " + path_ + " " + why;
  log_.print(1, "\nError restoring state from %s, starting from scratch.", path_.c_str());
  if (!claim_) set_aside();
  return false;
}

/// Renames the file, so that nobody's data are lost.
void StateFile::set_aside() {
  for (int number = 1; number <= 1000; ++number) {
    const std::string name = path_ + "-refused-" + std::to_string(number);
    if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, name.c_str(), RENAME_NOREPLACE) == 0) {
      log_.print(1, "\nThat file is now %s.", name.c_str());
      return;
    }
    if (errno != EEXIST) break;
  }
  unusable(std::string("can neither be used nor renamed: ") + std::strerror(errno));
}

void StateFile::share(bool leads, HandOut hand_out) {
  leads_ = leads;
  hand_out_ = std::move(hand_out);
}

bool StateFile::restore(const StateIdentity &identity,
                        const std::function<void(StateReader &)> &read) {
  if (memory_) return restore_from_memory(read);
  if (!used()) return false;
  const bool restored = leads_ && restore_here(identity, read);
  if (!hand_out_) return restored;
  if (!restored) contents_.clear();
  hand_out_(contents_);
  return leads_ ? restored : restore_as_told(read);
}

bool StateFile::restore_from_memory(const std::function<void(StateReader &)> &read) const {
  if (memory_->contents.empty()) return false;
  StateReader reader(memory_->contents);
  read(reader);
  return true;
}

/// From what the rank that leads has read and found good.
bool StateFile::restore_as_told(const std::function<void(StateReader &)> &read) {
  if (contents_.empty()) return false;
  StateReader reader(std::move(contents_));
  get_claim(reader);
  read(reader);
  return true;
}

bool StateFile::restore_here(const StateIdentity &identity,
                             const std::function<void(StateReader &)> &read) {
  const bool usable = attach();
  Found found = look_for(path_, identity);
  if (found.what == Found::nothing) return false;
  if (found.what == Found::unreadable && usable) return claim_ && refuse("cannot be read");
  if (!usable || found.what == Found::empty) {
    log_.print(1, "\nError restoring state from %s, starting from scratch.", path_.c_str());
    return false;
  }
  if (!found.contents.problem.empty()) return refuse(found.contents.problem);
  if (hand_out_) contents_ = found.contents.bytes;
  try {
    StateReader reader(std::move(found.contents.bytes));
    const StateClaim claim = get_claim(reader);
    const std::string why = claim_ && !any_integral_ ? difference(claim, *claim_) : "";
    if (!why.empty()) return refuse(why);
    read(reader);
    beginning_ = "resumed at " + std::to_string(reader.evaluations()) + " evaluations";
  } catch (const StateReader::BadState &) {
    return refuse("holds numbers that no run has written");
  }
  if (any_integral_) beginning_ = "begun anew with the grid of the state file " + path_;
  log_.print(1, "\nRestored state from %s.", path_.c_str());
  return true;
}

void StateFile::save(const StateIdentity &identity, const StateWriter &contents) {
  if (memory_) memory_->contents = contents.bytes();
  if (!is_file() || !leads_) return;
  if (!attach() || !try_save(identity, contents)) {
    if (usable_)
      trouble_ = "the state could not be saved to " + path_ + ": " + std::strerror(errno);
    log_.print(1, "\nError saving state to %s.", path_.c_str());
    return;
  }
  trouble_.clear();
  if (!told_) log_.print(1, "\nSaved state to %s.", path_.c_str());
  told_ = true;
}

bool StateFile::try_save(const StateIdentity &identity, const StateWriter &contents) {
  StateWriter all;
  put(all, claim_ ? *claim_ : StateClaim{});
  all.put(contents.bytes().data(), contents.bytes().size());
  const Clock::time_point now = Clock::now();
  const bool synchronized = now - last_synchronized_ >= std::chrono::seconds(1);
  const auto write = [&](const Descriptor &file) {
    return write_state(file, identity, all.bytes());
  };
  if (!replace_file(path_, synchronized, write)) return false;
  if (synchronized) last_synchronized_ = Clock::now();
  unsynchronized_ = !synchronized;
  return true;
}

void StateFile::synchronize() {
  unsynchronized_ = false;
  synchronize_file(path_);
}

void StateFile::finish(bool success) {
  if (!is_file() || !usable_ || !leads_) return;
  if (success && !keep_) {
    ::unlink(path_.c_str());
    unsynchronized_ = false;
  } else if (unsynchronized_) {
    synchronize();
  }
}

}  // namespace cuboid::algorithm
