#include "engine/group/group.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

#include "base/clock.hpp"
#include "base/formatted.hpp"
#include "engine/engine.hpp"

namespace cuboid::engine::group {

namespace {

constexpr std::int64_t words_of_message = sizeof(Message) / sizeof(std::uint64_t);
static_assert(sizeof(Message) % sizeof(std::uint64_t) == 0);

/// Of the sentence that belongs to a failure; what is longer is cut off.
constexpr std::size_t words_of_sentence = 128;

constexpr std::uint64_t max_steps = 16;

/// Values that come with a message, at most, and of all ranks together: 8 KiB, which take no longer
/// than the message alone.
constexpr std::int64_t max_values_of_note = 64;
constexpr std::int64_t max_values_of_notes = 1024;

}  // namespace

Group::Group(std::shared_ptr<Transport> transport, double timeout)
    : transport_(std::move(transport)) {
  transport_->check_usable();
  if (transport_->lost())
    throw Failure(CUBOID_WORKER_LOST,
                  "a rank of the communicator was lost in an earlier call, so that the others "
                  "cannot work together any more");
  if (!transport_->take())
    reject(
        "the communicator is in use by another integration of this process: each that runs at the "
        "same time needs one of its own");
  transport_->set_timeout(timeout);
  messages_.resize(static_cast<std::size_t>(size()));
  few_values_ = std::min(max_values_of_note, max_values_of_notes / size());
  told_.resize(messages_.size() * static_cast<std::size_t>(words_of_message + few_values_));
}

Group::~Group() {
  transport_->give_back();
}

/// values: that come with the message of this rank, and that it wants with those of the others.
void Group::meet_with(Step step, Message mine, const Failure *own, std::int64_t values) {
  mine.place = barriers_++ * max_steps + static_cast<std::uint64_t>(step);
  mine.latency = last_barrier_;
  std::memcpy(told_by(rank()), &mine, sizeof mine);
  const double begin = monotonic_seconds();
  awake().gather_leading(told_.data(),
                         range_begins(size(), size(), words_of_message + few_values_).data(),
                         words_of_message + values);
  last_barrier_ = monotonic_seconds() - begin;
  double latency = 0;
  for (int r = 0; r < size(); ++r) {
    Message &message = messages_[static_cast<std::size_t>(r)];
    std::memcpy(static_cast<void *>(&message), told_by(r), sizeof(Message));
    latency += message.latency / size();
  }
  if (latency > 0) latency_ = latency_ > 0 ? std::min(latency_, latency) : latency;

  if (step == Step::begin) note_memory();
  compare();
  const bool all_go_on = std::all_of(messages_.begin(), messages_.end(),
                                     [](const Message &message) { return message.status == 0; });
  if (step == Step::finish || !agreed_ || !all_go_on) end();
  for (int r = 0; r < size(); ++r)
    if (messages_[static_cast<std::size_t>(r)].status < 0) tell_failure(r, own);
  for (const Message &message : messages_)
    if (!ends_early() && message.status > 0) early_ = static_cast<Ending>(message.status);
  if (agreed_ || ends_early()) return;
  const auto other = std::find_if(messages_.begin(), messages_.end(), [&](const Message &message) {
    return message.place != messages_[0].place || message.digest != messages_[0].digest;
  });
  const std::string name = transport_->name(static_cast<int>(other - messages_.begin()));
  if (other->place == messages_[0].place && step == Step::begin)
    reject(name + " was called with other arguments than " + transport_->name(0));
  throw Failure(CUBOID_DISAGREE, name + " is not where " + transport_->name(0) +
                                     " is: it was called another number of times, or the "
                                     "integrand has other values there");
}

bool Group::others_begin_here() {
  struct Beginning {};
  if (late()) return known_of<Beginning>() != nullptr;
  const bool here = asleep();
  remember(Beginning{});
  return here;
}

void Group::measure_latency() {
  // In the first one all come together, and the last one tells of the one before.
  constexpr int enough = 3;
  for (int barrier = 0; barrier < enough && !ends_early(); ++barrier) meet(Step::consult, {});
}

/// What a rank tells: its message, and behind it few values.
std::uint64_t *Group::told_by(int rank) {
  return told_.data() + rank * (words_of_message + few_values_);
}

void Group::meet_and_gather(Step step, Message mine, const Failure *own, double *values,
                            const std::vector<std::int64_t> &first) {
  const auto count = [&](int r) {
    return first[static_cast<std::size_t>(r) + 1] - first[static_cast<std::size_t>(r)];
  };
  std::int64_t most = 0;
  for (int r = 0; r < size(); ++r) most = std::max(most, count(r));
  const bool few = most <= few_values_;
  const auto bytes = [&](int r) { return static_cast<std::size_t>(count(r)) * sizeof(double); };
  double *const own_values = values + first[static_cast<std::size_t>(rank())];
  if (few) std::memcpy(told_by(rank()) + words_of_message, own_values, bytes(rank()));
  meet_with(step, mine, own, few ? most : 0);
  if (!agreed_) return;
  if (!few) return gather(values, first);
  for (int r = 0; r < size(); ++r)
    std::memcpy(values + first[static_cast<std::size_t>(r)], told_by(r) + words_of_message,
                bytes(r));
}

SharedWindow *Group::window_for(std::int64_t values_of_rank) {
  SharedWindow *const window = awake().window();
  return window != nullptr && words_of_message + values_of_rank <= window->room() ? window
                                                                                  : nullptr;
}

double *Group::values_on(SharedWindow &window, int rank) const {
  return reinterpret_cast<double *>(window.next_words(rank) + words_of_message);
}

void Group::meet_at(SharedWindow &window, Step step, Message mine, const Failure *own,
                    double *values, const std::vector<std::int64_t> &first) {
  meet_with(step, mine, own, 0);
  if (!agreed_) return;
  for (int r = 0; r < size(); ++r) {
    const auto begin = first[static_cast<std::size_t>(r)];
    const auto count = static_cast<std::size_t>(first[static_cast<std::size_t>(r) + 1] - begin);
    std::memcpy(values + begin, window.last_words(r) + words_of_message, count * sizeof(double));
  }
}

void Group::note_memory() {
  min_memory_ = messages_[0].memory;
  for (const Message &message : messages_) min_memory_ = std::min(min_memory_, message.memory);
}

void Group::compare() {
  agreed_ = std::all_of(messages_.begin(), messages_.end(), [&](const Message &message) {
    return message.place == messages_[0].place && message.digest == messages_[0].digest;
  });
}

/// After the messages of the last barrier, which are the same on all ranks.  Whoever has waited too
/// long for the last of them has left without a result, but its message lies there for those who
/// come later.  Only an answer shows that it is still there.
void Group::end() {
  ended_ = true;
  if (in_one_process()) return;  // The call has one result, of the first thread.
  std::uint64_t present = 1;
  transport_->sum(&present, 1);
}

/// Throws what the rank that has failed tells all.
void Group::tell_failure(int failed, const Failure *own) {
  std::vector<std::uint64_t> words(words_of_sentence);
  char *const text = reinterpret_cast<char *>(words.data());
  const std::size_t most = words_of_sentence * sizeof(std::uint64_t) - 1;
  if (failed == rank() && own != nullptr)
    std::memcpy(text, own->message().data(), std::min(most, own->message().size()));
  transport_->broadcast(words.data(), static_cast<std::int64_t>(words_of_sentence), failed);
  const std::int64_t status = messages_[static_cast<std::size_t>(failed)].status;
  const bool everywhere =
      std::all_of(messages_.begin(), messages_.end(),
                  [&](const Message &message) { return message.status == status; });
  throw Failure(static_cast<int>(status),
                everywhere ? text : std::string(text) + " (on " + transport_->name(failed) + ")",
                own != nullptr ? own->thrown() : nullptr);
}

void Group::keep(std::shared_ptr<void> what, std::function<void()> drain) {
  kept_.push_back({std::move(what), std::move(drain)});
}

void Group::settle() noexcept {
  for (const Kept &kept : kept_) kept.drain();
  if (!asleep() && (in_one_process() || shares_memory_) && !lost()) {
    try {
      // Nothing but to know that all have come here.
      std::uint64_t none = 0;
      transport_->broadcast(&none, 1, 0);
    } catch (const std::exception &) {
      // A rank is gone, and reads nothing any more.
    }
  }
  kept_.clear();
}

void Group::gather(double *values, const std::vector<std::int64_t> &first) {
  // Values are only carried: as words, whatever they are.
  std::vector<std::uint64_t> words(static_cast<std::size_t>(first.back()));
  const auto mine = static_cast<std::size_t>(rank());
  std::memcpy(words.data() + first[mine], values + first[mine],
              static_cast<std::size_t>(first[mine + 1] - first[mine]) * sizeof(double));
  gather(words, first);
  const auto begin = static_cast<std::size_t>(first.front());
  std::memcpy(values + begin, words.data() + begin, (words.size() - begin) * sizeof(double));
}

void Group::broadcast(std::vector<unsigned char> &bytes) {
  std::uint64_t size = bytes.size();
  awake().broadcast(&size, 1, 0);
  std::vector<std::uint64_t> words((size + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t));
  if (rank() == 0) std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char *>(words.data()));
  transport_->broadcast(words.data(), static_cast<std::int64_t>(words.size()), 0);
  const auto *const received = reinterpret_cast<const unsigned char *>(words.data());
  bytes.assign(received, received + size);
}

void Group::sum(std::vector<unsigned long long> &numbers) {
  std::vector<std::uint64_t> words(numbers.begin(), numbers.end());
  awake().sum(words.data(), static_cast<std::int64_t>(words.size()));
  std::copy(words.begin(), words.end(), numbers.begin());
}

std::optional<Failure> attempt(std::int64_t points, const std::function<void()> &work,
                               Message &mine) {
  std::optional<Failure> failure;
  const double begin = monotonic_seconds();
  try {
    const InsideGroup scope;
    work();
    mine.evaluated = mine.leading = points;
  } catch (const Interrupted &interrupted) {
    mine.status = static_cast<int>(interrupted.ending());
    mine.evaluated = interrupted.evaluated();
    mine.leading = interrupted.leading();
  } catch (const Failure &thrown) {
    failure = thrown;
  } catch (const std::bad_alloc &) {
    failure = Failure(CUBOID_OUT_OF_MEMORY, "memory for the evaluations is missing");
  }
  if (failure) mine.status = failure->status();
  if (points > 0)
    mine.seconds_per_point = (monotonic_seconds() - begin) / static_cast<double>(points);
  return failure;
}

void work_and_meet(Group &group, Step step, Message mine, std::int64_t points,
                   const std::function<void()> &work) {
  const std::optional<Failure> failure = attempt(points, work, mine);
  meet_after_work(group, step, mine, failure);
}

void meet_after_work(Group &group, Step step, Message mine, const std::optional<Failure> &failure) {
  group.meet(step, mine, failure ? &*failure : nullptr);
  if (!group.ends_early()) return;
  std::int64_t evaluated = 0;
  for (const Message &message : group.messages()) evaluated += message.evaluated;
  throw Interrupted(group.ending(), evaluated, 0);
}

std::vector<std::int64_t> range_begins(std::int64_t count, int size, std::int64_t factor) {
  std::vector<std::int64_t> first(static_cast<std::size_t>(size) + 1);
  for (int r = 0; r <= size; ++r)
    first[static_cast<std::size_t>(r)] = range_begin(count, r, size) * factor;
  return first;
}

}  // namespace cuboid::engine::group
