// Files that keep the state of an integration, so that an interrupted run can go on.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "run/log.hpp"
#include "run/state_claim.hpp"
#include "run/state_header.hpp"
#include "run/state_lock.hpp"
#include "run/state_stream.hpp"

namespace cuboid::algorithm {

/// What a method keeps for a later call of this process, instead of a file.
struct StateMemory {
  std::vector<unsigned char> contents;  ///< empty: nothing was kept
};

/// What a state file belongs to; nothing: there is none of such an integral that can be read.
std::optional<StateClaim> claim_in(const std::string &path, int ndim, int ncomp);

/// Without a claim it behaves as Cuba's entries need it: a file of the same method and dimensions
/// is gone on from, whatever the integral; one that is foreign or damaged is renamed, and what goes
/// wrong is a message.  With a claim, a file that does not fit is a Failure.
class StateFile {
 public:
  /// path: empty for none.  keep: do not delete it after success.
  StateFile(std::string path, bool keep, const Log &log)
      : path_(std::move(path)), keep_(keep), log_(log) {}
  ~StateFile();

  /// Instead of a file.  Every rank keeps its own.
  void keep_in(std::shared_ptr<StateMemory> memory) { memory_ = std::move(memory); }

  bool used() const { return memory_ || is_file(); }
  /// Whether a process that dies leaves something behind, so that it is written now and then.
  bool is_file() const { return !path_.empty(); }
  /// Whether it is there after success as well.
  bool is_kept() const { return is_file() && keep_; }

  /// What the file must belong to.  overwrite: one that does not fit makes room.  any_integral: a
  /// file of another integral fits as well, as what is taken from it is no estimate.
  void claim(StateClaim claim, bool overwrite, bool any_integral);

  /// Hands the contents of one rank of a group to all.
  using HandOut = std::function<void(std::vector<unsigned char> &contents)>;

  /// Says that several ranks take part, of which one leads: it alone has to do with the file.
  void share(bool leads, HandOut hand_out);

  /// Reads the file, if there is one, and hands its contents to read, which must take all of them.
  /// False if there is none, or if it does not fit, is damaged, or refused by read with BadState.
  bool restore(const StateIdentity &identity, const std::function<void(StateReader &)> &read);

  /// Replaces the file: at every moment there is the old one or the new one.  A failure is a
  /// message.  The disk is waited for once a second at most, and at the end.
  void save(const StateIdentity &identity, const StateWriter &contents);

  /// Deletes the file after success, unless it is to be kept.
  void finish(bool success);

  /// "" or why the last attempt to write failed.
  const std::string &trouble() const { return trouble_; }
  /// "" or where the run began, for the result's message.
  const std::string &beginning() const { return beginning_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool restore_from_memory(const std::function<void(StateReader &)> &read) const;
  bool restore_here(const StateIdentity &identity, const std::function<void(StateReader &)> &read);
  bool restore_as_told(const std::function<void(StateReader &)> &read);
  bool attach();
  bool unusable(const std::string &why);
  bool refuse(const std::string &why);
  void set_aside();
  bool try_save(const StateIdentity &identity, const StateWriter &contents);
  void synchronize();

  std::string path_;
  bool keep_;
  const Log &log_;
  std::shared_ptr<StateMemory> memory_;  ///< nullptr: a file, or nothing
  bool leads_ = true;
  HandOut hand_out_;                     ///< empty: no other ranks take part
  std::vector<unsigned char> contents_;  ///< for them
  std::optional<StateClaim> claim_;
  bool overwrite_ = false;
  bool any_integral_ = false;
  bool attached_ = false;
  bool usable_ = true;
  std::unique_ptr<StateLock> lock_;
  bool told_ = false;
  bool unsynchronized_ = false;
  Clock::time_point last_synchronized_ = Clock::now();
  std::string trouble_;
  std::string beginning_;
};

}  // namespace cuboid::algorithm
