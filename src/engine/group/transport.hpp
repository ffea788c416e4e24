// What carries words between the ranks that work on one integral.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "engine/group/past.hpp"
#include "engine/group/shared_window.hpp"

namespace cuboid::engine::group {

/// The ranks are numbered 0 to size - 1.  Every rank calls the same functions in the same order;
/// each returns when this rank has what it is to have.  What goes wrong, and a rank of which
/// nothing is heard for as long as the timeout says, is a Failure(CUBOID_WORKER_LOST); from then on
/// the transport is lost, since nobody knows what the others have received.
class Transport {
 public:
  Transport();
  virtual ~Transport() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  /// What a rank is called in sentences, and what all of them are called.
  virtual std::string name(int rank) const;
  virtual const char *members() const { return "ranks"; }

  /// Whether the ranks are threads of one process, which see each other's memory.
  virtual bool in_one_process() const { return false; }

  /// Whether they are of one host, which may show each other memory of its devices.
  virtual bool on_one_host() const { return in_one_process(); }

  /// What they do parts of each other's work in; nullptr: there is no such memory.
  virtual SharedWindow *window() { return nullptr; }

  /// For threads of which the first may need no others: `start` has them begin, before the first
  /// one exchanges anything with them.  They are late then.
  void start_others_by(std::function<void()> start) { start_ = std::move(start); }
  /// past: what the first one has found.
  void be_late(const Past &past) {
    late_ = true;
    past_ = past;
  }
  bool asleep() const { return start_ != nullptr; }  ///< this one, and the others do not exist yet
  bool late() const { return late_; }
  void wake_others() {
    if (!start_) return;
    start_();
    start_ = nullptr;
  }
  Past &past() { return past_; }

  /// What stands in the way of a call now, on this thread, as a Failure.
  virtual void check_usable() const {}

  /// Hands the words of each rank to all: those of rank r are words[first[r]] to before
  /// words[first[r + 1]].  first: [size + 1].
  virtual void gather(std::uint64_t *words, const std::int64_t *first) = 0;

  /// The same where this rank wants only the first words of each, as many as `leading`: what comes
  /// of the others is not known.  The ranges are the same on all ranks, and `leading` need not be;
  /// a rank that hands over less than another wants is in another place, as its words tell.
  virtual void gather_leading(std::uint64_t *words, const std::int64_t *first,
                              [[maybe_unused]] std::int64_t leading) {
    gather(words, first);
  }

  /// Hands the words of the rank root to all.
  virtual void broadcast(std::uint64_t *words, std::int64_t count, int root) = 0;

  /// Adds up integers, each modulo 2^64, and hands the sums to all.
  virtual void sum(std::uint64_t *words, std::int64_t count) = 0;

  /// Seconds without a sign of the others after which they are lost; 0: never.
  void set_timeout(double seconds) { timeout_ = seconds; }

  bool lost() const { return lost_; }

  /// Whether this is the process that made it, and not one that was forked.
  bool is_of_this_process() const;

  /// One integration at a time: true if it was free, and it is taken now.
  bool take() { return !taken_.exchange(true); }
  void give_back() { taken_ = false; }

 protected:
  /// Looks again and again until over() is true: at once, since the others mostly come soon, and
  /// later with pauses.
  template <class Over>
  void await(const Over &over) {
    if (over()) return;
    for (Patience patience(*this); !over();) patience.pause();
  }

  /// The transport is lost from now on.
  [[noreturn]] void lose(const std::string &why);
  void mark_lost() { lost_ = true; }

  double timeout() const { return timeout_; }

 private:
  /// How long somebody has waited.
  class Patience {
   public:
    explicit Patience(Transport &transport);
    /// Loses the transport when its timeout is over.
    void pause();

   private:
    Transport &transport_;
    double begin_;
  };

  std::function<void()> start_;
  bool late_ = false;
  Past past_;
  double timeout_ = 0;
  bool lost_ = false;
  pid_t process_;
  std::atomic<bool> taken_ = false;
};

}  // namespace cuboid::engine::group
