// The arrays by which hypercubes get different numbers of samples.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/words.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/engines/samples_stratify.hpp"
#include "engine/cuda/kernel/samples_arguments.cuh"
#include "engine/cuda/runtime/device.hpp"
#include "statistics/strata.hpp"

namespace cuboid::engine::cuda {

class SamplesStrata {
 public:
  /// Room for tickets is there at once.  call outlives this.
  explicit SamplesStrata(const DeviceCall &call) : call_(call) { ticket_.reserve(samples_tickets); }

  /// Of the numbers of samples.
  void set_read_by(ReadBy read_by) {
    count_.set_read_by(read_by);
    cube_end_.set_read_by(read_by);
  }

  void reserve(uint64 ncube) {
    const uint64 tiles = samples_tiles(ncube);
    variance_.reserve(ncube);
    // And one that is read ahead.
    cube_end_.reserve(tiles * samples_cubes_per_tile + 1);
    for (GrowingArray<uint64> &first : first_) first.reserve(tiles + 1);
    count_.reserve(tiles);
    sum_.reserve(tiles);
    weight_sum_.reserve(1);
  }

  /// Of hypercubes that lie in several chunks.
  void reserve_pieces(uint64 chunks, SamplesArguments &arguments) {
    arguments.piece_variance = piece_variance_.reserve(2 * chunks);
    arguments.piece_cube = piece_cube_.reserve(2 * chunks);
  }

  GrowingArray<float> &variance() { return variance_; }
  uint32 *cube_end() const { return cube_end_.data(); }
  uint32 *ticket() const { return ticket_.data(); }

  /// Where the samples of each tile begin.  number: of the iteration; they take turns, since one is
  /// finished while the samples of the next one are allotted.
  uint64 *tile_first(std::size_t number) const { return first_[number % 2].data(); }

  /// number: of the iteration, among those submitted.  arguments: of the grid.
  SamplesStratification stratification(std::size_t number, std::int64_t samples, double beta,
                                       const SamplesArguments &arguments) const {
    return {arguments.variance,
            tile_first(number),
            count_.data(),
            cube_end_.data(),
            sum_.data(),
            weight_sum_.data(),
            ticket_.data(),
            arguments.ncube,
            static_cast<uint64>(samples),
            static_cast<float>(beta / 2)};
  }

 private:
  const DeviceCall &call_;
  GrowingArray<float> variance_{call_};
  GrowingArray<double> piece_variance_{call_};
  GrowingArray<uint32> piece_cube_{call_};
  GrowingArray<uint64> first_[2] = {GrowingArray<uint64>(call_), GrowingArray<uint64>(call_)};
  GrowingArray<uint32> cube_end_{call_};
  GrowingArray<uint32> count_{call_};
  GrowingArray<double> sum_{call_};
  GrowingArray<double> weight_sum_{call_};
  GrowingArray<uint32> ticket_{call_};
};

}  // namespace cuboid::engine::cuda
