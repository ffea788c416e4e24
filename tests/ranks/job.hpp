// Jobs of several ranks, which are processes of the test.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "cuboid.h"
#include "ranks/socket_transport.hpp"

namespace ranks {

/// Connections between all pairs of ranks.
class Sockets {
 public:
  explicit Sockets(int size, int delay) {
    communicators_.resize(static_cast<std::size_t>(size));
    for (int r = 0; r < size; ++r)
      communicators_[static_cast<std::size_t>(r)] = {r, size, {}, delay};
    for (int a = 0; a < size; ++a) {
      communicators_[static_cast<std::size_t>(a)].peer[a] = -1;
      for (int b = 0; b < a; ++b) {
        int pair[2];
        EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
        communicators_[static_cast<std::size_t>(a)].peer[b] = pair[0];
        communicators_[static_cast<std::size_t>(b)].peer[a] = pair[1];
      }
    }
  }
  ~Sockets() { close_all(); }
  Sockets(const Sockets &) = delete;
  Sockets &operator=(const Sockets &) = delete;

  void close_all() {
    close_all_but(-1);
    communicators_.clear();
  }

  /// In the process of a rank, so that the others see when it ends.
  const SocketCommunicator &only(int rank) {
    close_all_but(rank);
    return communicators_[static_cast<std::size_t>(rank)];
  }

 private:
  void close_all_but(int rank) {
    for (const SocketCommunicator &communicator : communicators_)
      if (communicator.rank != rank)
        for (int r = 0; r < communicator.size; ++r)
          if (communicator.peer[r] >= 0) close(communicator.peer[r]);
  }

  std::vector<SocketCommunicator> communicators_;
};

/// CUBOID_MPI_LIBRARY must name the plug-in of the sockets.  Runs body(communicator) on each rank,
/// in a process of its own whose Cuba calls and native ones are those of a job; returns what body
/// returns there, or nothing for those that died.
template <class Body, class Found = std::invoke_result_t<Body, const SocketCommunicator &>>
std::vector<std::optional<Found>> run_job_with(int size, Body &&body, int delay = 0) {
  static_assert(std::is_trivially_copyable_v<Found>);
  fflush(nullptr);
  Sockets sockets(size, delay);
  std::vector<int> answers;
  std::vector<pid_t> processes;
  for (int rank = 0; rank < size; ++rank) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    const pid_t process = fork();
    if (process == 0) {
      alarm(100);
      // Through the sockets, where they are to be slow.
      if (delay > 0) setenv("CUBOID_SHARED_MEMORY", "0", 1);
      const SocketCommunicator own = sockets.only(rank);
      if (cuboid_use_communicator(&own, sizeof own) != 0) _exit(2);
      const Found found = body(own);
      fflush(nullptr);
      const bool written = write(ends[1], &found, sizeof found) == sizeof found;
      _exit(written ? 0 : 1);
    }
    close(ends[1]);
    answers.push_back(ends[0]);
    processes.push_back(process);
  }
  sockets.close_all();  // Only the ranks hold their connections.
  std::vector<std::optional<Found>> found(static_cast<std::size_t>(size));
  for (std::size_t r = 0; r < found.size(); ++r) {
    Found one;
    std::size_t got = 0;
    while (got < sizeof one) {
      const ssize_t more = read(answers[r], reinterpret_cast<char *>(&one) + got, sizeof one - got);
      if (more <= 0) break;
      got += static_cast<std::size_t>(more);
    }
    if (got == sizeof one) found[r] = one;
    close(answers[r]);
    waitpid(processes[r], nullptr, 0);
  }
  return found;
}

/// The same with body(rank).
template <class Body>
auto run_job(int size, Body &&body, int delay = 0) {
  return run_job_with(
      size, [&body](const SocketCommunicator &own) { return body(own.rank); }, delay);
}

}  // namespace ranks
