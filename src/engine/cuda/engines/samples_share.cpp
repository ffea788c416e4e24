#include "engine/cuda/engines/samples_share.hpp"

#include "engine/cuda/engines/samples_merge.hpp"

namespace cuboid::engine::cuda {

void SamplesShare::set(const SamplesArguments &whole, const SamplesLengths &lengths) {
  whole_ = whole;
  whole_.rank = static_cast<uint32>(ranks_.rank());
  whole_.ranks = static_cast<uint32>(ranks_.size());
  lengths_ = lengths;
}

int SamplesShare::ncomp() const {
  int ncomp = 1;
  while (static_cast<uint64>(ncomp + ncomp * (ncomp + 1) / 2) < lengths_.sums) ++ncomp;
  return ncomp;
}

std::unique_ptr<SamplesShare> make_samples_share(const DeviceCall &call, group::Group &ranks) {
  const ReadBy read_by =
      ranks.size() <= samples_most_parts ? reach_each_other(call, ranks) : ReadBy::nobody;
  if (read_by != ReadBy::nobody) return make_samples_share_by_peers(call, ranks, read_by);
  return make_samples_share_by_hosts(call, ranks);
}

}  // namespace cuboid::engine::cuda
