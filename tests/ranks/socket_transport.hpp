// Ranks that are processes on one machine, connected by sockets: a plug-in for tests, which can
// delay messages and hand them on in pieces and in another order.
#pragma once

namespace ranks {

constexpr int max_ranks = 16;

/// A communicator of this plug-in: what its handle holds.
struct SocketCommunicator {
  int rank = 0;
  int size = 1;
  int peer[max_ranks] = {};  ///< descriptors of the connections; that of the rank itself: -1
  int delay = 0;             ///< microseconds for which an operation takes longer, at most
};

}  // namespace ranks
