#include "engine/cpu/processes/channel.hpp"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utility>

namespace cuboid::engine::cpu {

Channel &Channel::operator=(Channel &&other) noexcept {
  if (this != &other) {
    close();
    descriptor_ = other.release();
  }
  return *this;
}

int Channel::release() noexcept {
  return std::exchange(descriptor_, -1);
}

void Channel::close() noexcept {
  if (descriptor_ >= 0) ::close(release());
}

bool Channel::pair(Channel &one, Channel &other) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
  one = Channel(ends[0]);
  other = Channel(ends[1]);
  return true;
}

bool Channel::send_bytes(const void *bytes, std::size_t size) const {
  ssize_t sent;
  do {
    sent = ::send(descriptor_, bytes, size, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(size);
}

bool Channel::receive_bytes(void *bytes, std::size_t size) const {
  ssize_t received;
  do {
    received = recv(descriptor_, bytes, size, 0);
  } while (received < 0 && errno == EINTR);
  return received == static_cast<ssize_t>(size);
}

}  // namespace cuboid::engine::cpu
