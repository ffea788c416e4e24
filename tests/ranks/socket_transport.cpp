#include "ranks/socket_transport.hpp"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cstring>
#include <random>
#include <vector>

#include "cuboid_transport.h"

namespace {

using ranks::SocketCommunicator;

/// Words on their way to or from a peer.
struct Message {
  const char *out = nullptr;
  char *in = nullptr;
  std::size_t out_left = 0;
  std::size_t in_left = 0;
};

struct Context {
  SocketCommunicator comm;
  Message message[ranks::max_ranks];
  std::vector<std::vector<std::uint64_t>> received;  ///< of a sum
  std::uint64_t *total = nullptr;
  std::mt19937 random{1};
  double not_before = 0;
};

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

int say(char *text, const char *sentence) {
  snprintf(text, CUBOID_TRANSPORT_TEXT, "%s", sentence);
  return 1;
}

int open_context(const void *comm, size_t size, void **context, int *rank, int *number,
                 char text[CUBOID_TRANSPORT_TEXT]) {
  if (comm == nullptr) return say(text, "a job of sockets has no world");
  if (size != sizeof(SocketCommunicator)) return say(text, "size is not that of a communicator");
  auto *const made = new Context;
  std::memcpy(&made->comm, comm, size);
  made->random.seed(static_cast<unsigned>(made->comm.rank) + 1);
  *context = made;
  *rank = made->comm.rank;
  *number = made->comm.size;
  return 0;
}

void close_context(void *context) {
  delete static_cast<Context *>(context);
}

int usable(void *, char *) {
  return 0;
}

void begin(Context &context) {
  for (Message &message : context.message) message = {};
  context.total = nullptr;
  if (context.comm.delay > 0)
    context.not_before = now() + 1e-6 * static_cast<double>(context.random() % context.comm.delay);
}

int gather(void *opaque, std::uint64_t *words, const std::int64_t *first) {
  Context &context = *static_cast<Context *>(opaque);
  begin(context);
  const int self = context.comm.rank;
  for (int r = 0; r < context.comm.size; ++r) {
    if (r == self) continue;
    context.message[r] = {reinterpret_cast<const char *>(words + first[self]),
                          reinterpret_cast<char *>(words + first[r]),
                          static_cast<std::size_t>(first[self + 1] - first[self]) * 8,
                          static_cast<std::size_t>(first[r + 1] - first[r]) * 8};
  }
  return 0;
}

int broadcast(void *opaque, std::uint64_t *words, std::int64_t count, int root) {
  Context &context = *static_cast<Context *>(opaque);
  begin(context);
  const auto bytes = static_cast<std::size_t>(count) * 8;
  char *const text = reinterpret_cast<char *>(words);
  if (context.comm.rank != root) {
    context.message[root] = {nullptr, text, 0, bytes};
    return 0;
  }
  for (int r = 0; r < context.comm.size; ++r)
    if (r != root) context.message[r] = {text, nullptr, bytes, 0};
  return 0;
}

int sum(void *opaque, std::uint64_t *words, std::int64_t count) {
  Context &context = *static_cast<Context *>(opaque);
  begin(context);
  const auto length = static_cast<std::size_t>(count);
  // One more for the words as they were, which the others are still to get.
  context.received.assign(static_cast<std::size_t>(context.comm.size),
                          std::vector<std::uint64_t>(length));
  auto &own = context.received[static_cast<std::size_t>(context.comm.rank)];
  own.assign(words, words + length);
  context.total = words;
  for (int r = 0; r < context.comm.size; ++r)
    if (r != context.comm.rank)
      context.message[r] = {
          reinterpret_cast<const char *>(own.data()),
          reinterpret_cast<char *>(context.received[static_cast<std::size_t>(r)].data()),
          length * 8, length * 8};
  return 0;
}

/// Sends and receives what goes without waiting.  False if the connection is gone.
bool progress(Context &context, int peer) {
  Message &message = context.message[peer];
  const int socket = context.comm.peer[peer];
  // In pieces of odd sizes, where there are delays.
  const std::size_t most = context.comm.delay > 0 ? 1 + context.random() % 4000 : 1 << 20;
  if (message.out_left > 0) {
    const ssize_t sent =
        send(socket, message.out, std::min(message.out_left, most), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN) return false;
    if (sent > 0) message.out += sent, message.out_left -= static_cast<std::size_t>(sent);
  }
  if (message.in_left > 0) {
    const ssize_t got = recv(socket, message.in, std::min(message.in_left, most), MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN)) return false;
    if (got > 0) message.in += got, message.in_left -= static_cast<std::size_t>(got);
  }
  return true;
}

int finished(void *opaque) {
  Context &context = *static_cast<Context *>(opaque);
  bool all = true;
  // From another peer on each time.
  const auto start = static_cast<int>(context.random() % static_cast<unsigned>(context.comm.size));
  for (int i = 0; i < context.comm.size; ++i) {
    const int peer = (start + i) % context.comm.size;
    if (peer == context.comm.rank) continue;
    if (!progress(context, peer)) return -1;
    const Message &message = context.message[peer];
    all = all && message.out_left == 0 && message.in_left == 0;
  }
  if (!all || now() < context.not_before) return 0;
  if (context.total == nullptr) return 1;
  const std::size_t length = context.received.front().size();
  for (std::size_t i = 0; i < length; ++i) {
    context.total[i] = 0;
    for (const auto &words : context.received) context.total[i] += words[i];
  }
  context.total = nullptr;
  return 1;
}

}  // namespace

extern "C" const cuboid_transport cuboid_transport_table = {CUBOID_TRANSPORT_VERSION,
                                                            open_context,
                                                            close_context,
                                                            usable,
                                                            gather,
                                                            broadcast,
                                                            sum,
                                                            finished};
