// One rank's part in an integration that several ranks carry out together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/failure.hpp"
#include "engine/engine.hpp"
#include "engine/group/transport.hpp"

namespace cuboid::engine::group {

/// Where the ranks meet.
enum class Step : std::uint32_t {
  begin,     ///< the digest is that of the arguments
  consult,   ///< to hear what rank 0 has measured
  batch,     ///< each has evaluated its range; the digest is that of the points
  samples,   ///< each has drawn its range; the digest is that of the map
  regions,   ///< each has evaluated its new regions; the digest is that of the sums before
  state,     ///< rank 0 has read the state file
  evidence,  ///< each has the largest value that it has met
  finish     ///< the digest is that of the result
};

/// What a rank tells the others where they meet.
struct Message {
  std::uint64_t place = 0;       ///< filled in by Group: step and number of the barrier
  std::uint64_t digest = 0;      ///< of what must be the same on all ranks
  std::int64_t status = 0;       ///< < 0: it has failed; > 0: it has been told to end, by an Ending
  std::int64_t evaluated = 0;    ///< see Interrupted
  std::int64_t leading = 0;      ///< likewise
  double seconds_per_point = 0;  ///< that the integrand takes on this rank
  double latency = 0;            ///< filled in: seconds of the barrier before, on this rank
  std::int64_t memory = 0;       ///< bytes that its machine has
  double exchange = 0;           ///< seconds that the last exchange of samples took; 0: not known
};

/// All ranks carry out the same method, each on its own, and only what costs time is shared out. So
/// the numbers of all ranks are the same as those of a single one, and nobody has to be told what
/// to do next.  They meet where each needs what the others have found, and at least every few
/// milliseconds.  Whoever fails or is told to end goes to a last barrier (finish), wherever the
/// others are, and there they hear of it: so nobody waits for somebody who has left.
class Group {
 public:
  /// timeout: seconds.  Throws Failure where the transport is lost or taken, or cannot be used now.
  Group(std::shared_ptr<Transport> transport, double timeout);
  ~Group();
  Group(const Group &) = delete;
  Group &operator=(const Group &) = delete;

  int rank() const { return transport_->rank(); }
  int size() const { return transport_->size(); }

  /// Whether the others begin when this rank first needs them, and have not yet; or this rank has
  /// begun so.  See Transport.
  bool asleep() const { return transport_->asleep(); }
  bool late() const { return transport_->late(); }

  /// What find() finds; on a rank that is late, what the first one has found in its place before
  /// this one began, as far as there is such.
  template <class Found, class Find>
  Found found_by(const Find &find) {
    if (const Found *const known = known_of<Found>()) return *known;
    Found found = find();
    remember(found);
    return found;
  }
  /// The two halves of it.  nullptr: it is to be found.
  template <class Found>
  const Found *known_of() {
    return late() ? transport_->past().next<Found>() : nullptr;
  }
  template <class Found>
  void remember(const Found &found) {
    if (asleep()) transport_->past().keep(found);
  }
  /// The others begin, if they have not yet: before this rank does its part of what is shared out.
  void wake_others() { awake(); }
  /// Asked by all where the first one may need the others: whether this is where they begin.
  bool others_begin_here();

  /// Instead of the first barrier of such ranks, who are of one process and work on one request.
  void assume(const Message &all) {
    std::fill(messages_.begin(), messages_.end(), all);
    note_memory();
  }

  /// Meets the others.  Throws Failure, the same on all ranks, if one of them has failed, or is
  /// elsewhere or has another digest; or if a rank is lost.  own: why this rank fails, or nullptr;
  /// what the caller's function threw here stays with the Failure.
  void meet(Step step, Message mine, const Failure *own = nullptr) {
    meet_with(step, mine, own, 0);
  }
  /// The same, and then hands the doubles of each rank to all if all are there: see gather.  Few of
  /// them come with the messages, in one exchange.
  void meet_and_gather(Step step, Message mine, const Failure *own, double *values,
                       const std::vector<std::int64_t> &first);
  /// As many doubles of a rank.
  std::int64_t few_values() const { return few_values_; }

  /// Where ranks put doubles for each other before they meet; nullptr: nowhere, or not so many of a
  /// rank.
  SharedWindow *window_for(std::int64_t values_of_rank);
  /// Those of a rank there.
  double *values_on(SharedWindow &window, int rank) const;
  /// Meets the others, and takes the doubles of all ranks from there.
  void meet_at(SharedWindow &window, Step step, Message mine, const Failure *own, double *values,
               const std::vector<std::int64_t> &first);

  /// What was told at the last barrier, by rank.
  const std::vector<Message> &messages() const { return messages_; }

  /// Whether at the last barrier everybody was at the same place with the same digest.
  bool agreed() const { return agreed_; }

  /// Bytes of memory of the smallest machine, as all have told at Step::begin.
  std::int64_t min_memory() const { return min_memory_; }

  /// Seconds that a barrier takes where nobody is late, the same on all ranks: the mean over ranks,
  /// of the fastest one.  Who comes last does not wait, so that one rank alone finds too little.
  /// 0: not known.
  double latency() const { return latency_; }
  /// Meets until it is known, as the ranks are here.
  void measure_latency();

  /// Whether a rank was told to end, and what told it.
  bool ends_early() const { return early_ != Ending::none; }
  Ending ending() const { return early_; }

  /// Nothing more is to be told: there was a finish, a failure or an early end.
  bool ended() const { return ended_; }
  bool lost() const { return transport_->lost(); }

  /// Whether the ranks are threads of one process, which may read each other's memory.
  bool in_one_process() const { return transport_->in_one_process(); }
  bool on_one_host() const { return transport_->on_one_host(); }
  const char *members() const { return transport_->members(); }

  /// The ranks are processes that read each other's memory from now on.  All say so, or none.
  void share_memory() { shares_memory_ = true; }

  /// For what other ranks may still read when this one has done with it: it stays until settle().
  /// drain: waits until nothing that this rank has begun reads what others have; must not throw.
  void keep(std::shared_ptr<void> what, std::function<void()> drain);

  /// The last that a rank does: lets go of what it keeps when nobody reads it any more.
  void settle() noexcept;

  /// Hands the doubles of each rank to all: see Transport::gather.  Those before first[0] stay.
  void gather(double *values, const std::vector<std::int64_t> &first);
  /// The same for words.
  void gather(std::vector<std::uint64_t> &words, const std::vector<std::int64_t> &first) {
    awake().gather(words.data(), first.data());
  }
  /// Hands what rank 0 has to all.
  void broadcast(std::vector<unsigned char> &bytes);
  /// See Transport::sum.
  void sum(std::vector<unsigned long long> &numbers);

 private:
  void meet_with(Step step, Message mine, const Failure *own, std::int64_t values);
  void end();
  void tell_failure(int failed, const Failure *own);
  void note_memory();
  void compare();
  std::uint64_t *told_by(int rank);
  Transport &awake() {
    transport_->wake_others();
    return *transport_;
  }

  struct Kept {
    std::shared_ptr<void> what;
    std::function<void()> drain;
  };

  std::shared_ptr<Transport> transport_;
  std::vector<Kept> kept_;
  std::vector<Message> messages_;
  std::int64_t few_values_;
  std::vector<std::uint64_t> told_;  ///< of each rank: its message, and room for few values
  std::uint64_t barriers_ = 0;
  double latency_ = 0;
  double last_barrier_ = 0;  ///< seconds on this rank; 0: there was none
  std::int64_t min_memory_ = 0;
  bool agreed_ = true;
  bool ended_ = false;
  bool shares_memory_ = false;
  Ending early_ = Ending::none;
};

/// Does this rank's part of what is shared out, which is to evaluate `points` points, and puts into
/// its message how that ended.  Returns why it failed; nothing: it did not.
std::optional<Failure> attempt(std::int64_t points, const std::function<void()> &work,
                               Message &mine);

/// Each rank does its part of what is shared out, and then all meet.  points: that this rank
/// evaluates; mine: with the digest.  Throws what a rank has failed with; and Interrupted, with
/// what all have evaluated.
void work_and_meet(Group &group, Step step, Message mine, std::int64_t points,
                   const std::function<void()> &work);
/// The barrier of it.  failure: of this rank's part.
void meet_after_work(Group &group, Step step, Message mine, const std::optional<Failure> &failure);

/// Where the range of a rank begins if count things are shared out evenly; that of rank size is
/// their end.
inline std::int64_t range_begin(std::int64_t count, int rank, int size) {
  return count / size * rank + count % size * rank / size;
}

/// All of these, each times factor: [size + 1].
std::vector<std::int64_t> range_begins(std::int64_t count, int size, std::int64_t factor = 1);

/// While it lives, the thread calls the integrand for a group: what that integrates itself is the
/// affair of its rank alone.
class InsideGroup {
 public:
  InsideGroup() : before_(inside_) { inside_ = true; }
  ~InsideGroup() { inside_ = before_; }
  InsideGroup(const InsideGroup &) = delete;
  InsideGroup &operator=(const InsideGroup &) = delete;

  static bool now() { return inside_; }
  /// For the end of a call that was left by a longjmp.
  static void set(bool inside) { inside_ = inside; }

 private:
  static inline constinit thread_local bool inside_ = false;
  bool before_;
};

}  // namespace cuboid::engine::group
