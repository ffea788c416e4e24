// One end of a socket pair that carries whole messages.
#pragma once

#include <cstddef>

namespace cuboid::engine::cpu {

/// Owns the descriptor of a SOCK_SEQPACKET socket; closed on exec.
class Channel {
 public:
  Channel() = default;
  explicit Channel(int descriptor) : descriptor_(descriptor) {}
  Channel(Channel &&other) noexcept : descriptor_(other.release()) {}
  Channel &operator=(Channel &&other) noexcept;
  ~Channel() { close(); }

  /// Two connected ends; false if the system has none to give.
  static bool pair(Channel &one, Channel &other);

  int descriptor() const { return descriptor_; }
  void close() noexcept;

  /// False if the other end is gone.  Raises no signal and takes up again after one.
  template <class Message>
  bool send(const Message &message) const {
    return send_bytes(&message, sizeof message);
  }
  template <class Message>
  bool receive(Message &message) const {
    return receive_bytes(&message, sizeof message);
  }

 private:
  bool send_bytes(const void *bytes, std::size_t size) const;
  bool receive_bytes(void *bytes, std::size_t size) const;
  int release() noexcept;

  int descriptor_ = -1;
};

}  // namespace cuboid::engine::cpu
