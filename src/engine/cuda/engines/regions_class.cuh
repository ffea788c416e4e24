// The regions engine on a GPU as a class.  Its functions stand in five files: what a run of one
// device does in regions_cuda.cu, the launches of rules and probes in regions_around.cu, the memory
// for regions and what follows where it is short in regions_memory.cu, regions that are shared out
// among ranks in regions_ranks.cu, and what these decide together in regions_together.cu.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/cuda/engines/bound_integrand.hpp"
#include "engine/cuda/engines/exchange.hpp"
#include "engine/cuda/engines/region_memory.cuh"
#include "engine/cuda/engines/regions_cuda.hpp"
#include "engine/cuda/engines/regions_decision.cuh"
#include "engine/cuda/engines/regions_totals.hpp"
#include "engine/cuda/engines/rule_table.hpp"
#include "engine/cuda/kernel/regions_arrays.cuh"
#include "engine/cuda/kernel/regions_probe.cuh"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/launch.hpp"
#include "engine/cuda/runtime/memory.hpp"
#include "engine/group/regions.hpp"
#include "rule/evaluations_left.hpp"
#include "rule/orbit_rule.hpp"
#include "rule/region_slices.hpp"

namespace cuboid::engine::cuda {

struct FirstCuts;

/// Bytes of the page of a call that belong to the integrand.
inline constexpr std::size_t bytes_of_integrand = 64;

/// What decisions and probes tell the host.
inline std::size_t bytes_told(int ncomp) {
  return sizeof(LookNews) + 2 * sizeof(Progress) +
         4 * sizeof(double) * static_cast<std::size_t>(ncomp);
}

/// Memory of the host that the device writes to: in the page of the call if there is room.
class PinnedMemory {
 public:
  /// before: bytes of the page that are others'.
  PinnedMemory(const DeviceCall &call, std::size_t bytes, std::size_t before) {
    if (before + bytes <= page_bytes) {
      data_ = call.page() + before;
    } else {
      check(cudaHostAlloc(&own_, bytes, cudaHostAllocMapped), "allocating page-locked memory");
      data_ = own_;
    }
    std::memset(data_, 0, bytes);
  }
  PinnedMemory(const PinnedMemory &) = delete;
  PinnedMemory &operator=(const PinnedMemory &) = delete;
  ~PinnedMemory() {
    if (own_ != nullptr) cudaFreeHost(own_);
  }
  void *get() const { return data_; }

 private:
  void *data_ = nullptr;
  void *own_ = nullptr;
};

/// A rule in both forms, made once in a process for each kind: with many dimensions, to list the
/// points takes longer than an easy integral.
struct KnownRule {
  rule::OrbitRule rule;
  PackedRule packed;
  mutable std::map<int, char *> copies;  ///< of the packed arrays, by device

  /// The packed arrays on the device of a call, which is current.
  const char *on_device(const DeviceCall &call) const;
};
const KnownRule &known_rule(int ndim, int key);

class CudaRegions final : public RegionsEngine, private group::RegionGifts {
 public:
  CudaRegions(const DeviceIntegrandPointer &integrand, void *userdata, const double *lower,
              const double *upper, int key, std::int64_t memory, group::Group *ranks,
              std::int64_t points_worth_sharing, std::int64_t growing_from);
  CudaRegions(const CudaRegions &) = delete;
  CudaRegions &operator=(const CudaRegions &) = delete;
  /// What is under way may still write to the host's memory.
  ~CudaRegions() override {
    bound_.stay_entered();
    if (under_way_ && !comes_to_nothing()) cudaStreamSynchronize(stream_);
    kept_.push_back(rule_kernel_.owner);
    kept_.push_back(probe_kernel_.owner);
    bound_.keep(std::move(kept_));
  }

  const RegionReduction &start(const RegionRequest &request) override;
  const RegionReduction &advance(int iterations) override;
  const RegionReduction &probe(const RegionProbe &request) override;
  bool grow() override;
  bool slice() override;
  RegionTable table() override;

 private:
  struct Decision {
    bool made = false;
    int status = static_cast<int>(RegionStatus::running);  ///< or `choosing`
  };

  /// What was launched ahead of a decision that has ended the run finds nothing to do and writes
  /// nothing.  To wait for it would take 11 us of 100 (growth calls).
  bool comes_to_nothing() const {
    const bool alone = group_ == nullptr || group_->asleep();
    // Kernels around a functor are the program's, which may unload them.
    return bound_.integrand().functor().empty() && alone &&
           reduction_.status != RegionStatus::running;
  }
  void set_box(const double *lower, const double *upper);
  const RegionReduction &checked() const;
  void make_kernels();
  int blocks_of_rule() const;
  void allocate();
  void allocate_fixed();
  void allocate_work(std::int64_t splits);
  /// When a kernel is started: when those before it have ended, or while they still run.
  enum class Start { after, early };
  void launch_with(std::initializer_list<void *> arguments, Start start, const void *kernel,
                   int blocks, int threads) const;
  template <class... Arguments>
  void launch(Start start, const void *kernel, int blocks, int threads,
              Arguments... arguments) const {
    launch_with({&arguments...}, start, kernel, blocks, threads);
  }
  template <class... Arguments>
  void launch(const void *kernel, int blocks, int threads, Arguments... arguments) const {
    launch_with({&arguments...}, Start::after, kernel, blocks, threads);
  }
  int blocks_for(std::int64_t items, int of_block, int most) const;
  void launch_rule(std::int64_t most);
  void launch_rule_around(const void *integrand, std::int64_t most);
  void launch_rule_around_batches();
  void launch_reduction(bool fresh, ReductionFor purpose, std::int64_t most);
  void launch_show(ShownTotals *shown);
  void launch_decision_across(const TotalsOfAll &all, ReductionFor purpose);
  void launch_sums(long long first, long long last);
  void launch_reduction_in_new_units(bool fresh, std::int64_t most);
  void launch_probe(ProbeTable probe, std::int64_t max_regions);
  void launch_probe_around(const void *integrand, const ProbeTable &probe, int blocks);
  void launch_probe_around_batches(ProbeTable probe, int blocks);
  void launch_look_ahead(std::int64_t regions);
  bool looks_ahead(std::int64_t iteration) const;
  const LookNews &probe_here(const RegionProbe &request, std::int64_t count);
  void set_running();
  void clear_totals();
  template <class Told>
  void wait_until(const Told &told);
  void wait_for(unsigned long long sequence);
  void read_reduction();
  Decision decision(unsigned long long sequence) const;
  void launch_iteration(std::int64_t number, std::int64_t regions, bool behind);
  std::int64_t own_regions() const;
  void choose_keys();
  void decide_anew(bool other_units);
  void reduction_anew(bool other_units);
  bool begin_first(const FirstCuts &cuts, std::int64_t first, std::int64_t count,
                   std::int64_t neval);
  bool grow_to(std::int64_t wanted);
  bool enlarge();
  std::int64_t regions_in(std::int64_t bytes) const;
  std::int64_t max_regions(bool in_place) const;
  std::int64_t worth_growing_in_place() const;
  std::unique_ptr<RegionMemory> make_memory(std::int64_t room, bool grows) const;
  void grow_in_place(std::int64_t room);
  void clear_prefix(const RegionMemory &regions);
  void move_regions(std::unique_ptr<RegionMemory> next, std::int64_t first, std::int64_t count);
  using Sums = std::vector<rule::ExactRegionSums>;  ///< [ncomp]
  std::vector<rule::RegionSums> sums_over(long long first, long long last);
  Sums exact_sums(long long first, long long last);
  template <class T>
  std::vector<T> copied(const T *array, int rows, long long count);

  BoundIntegrand bound_;
  const int ndim_ = bound_.integrand().ndim();
  const int ncomp_ = bound_.integrand().ncomp();
  KernelTable rule_kernel_;
  KernelTable probe_kernel_;  ///< once it was needed
  const void *rule_function_ = nullptr;
  const void *probe_function_ = nullptr;
  std::vector<std::shared_ptr<const void>> kept_;  ///< with room for both
  LookNews *news_ = nullptr;                       ///< of the last probe,
  unsigned long long probes_ = 0;                  ///< the one with this number
  /// Probes that were launched before the decisions that they follow.
  struct LookAhead {
    unsigned long long after = 0;   ///< number of the decision; 0: none
    unsigned long long number = 0;  ///< of the probe
  };
  LookAhead ahead_[2];   ///< one for every other decision
  bool looked_ = false;  ///< in this run
  const DeviceCall &call_ = bound_.call();
  const cudaStream_t stream_ = call_.stream();
  const std::int64_t memory_;  ///< bytes; 0: no limit but what is free
  const KnownRule &known_;
  const rule::OrbitRule &rule_ = known_.rule;
  RuleTable table_{};
  BoxTable box_{};
  bool mapped_ = false;
  int multiprocessors_ = 1;
  int rule_blocks_ = 1;
  Start start_of_split_ = Start::after;
  Start start_of_probe_ = Start::after;
  std::int64_t work_capacity_ = 0;
  std::int64_t growing_from_ = 0;  ///< see make_cuda_regions
  DeviceMemory fixed_memory_;
  DeviceMemory work_memory_;
  std::unique_ptr<RegionMemory> regions_;
  PinnedMemory pinned_;
  WorkArrays work_{};
  DecisionInput input_{};
  ReductionOutput output_{};
  unsigned long long launched_ = 0;   ///< number of the last decision that was asked for
  unsigned long long completed_ = 0;  ///< and of the last that was seen
  bool under_way_ = false;            ///< something that was launched may not have ended
  RegionRequest request_;
  rule::RegionSlices slices_;
  /// Of the regions before the slice: of the first so many, of the next so many.
  std::vector<Sums> waiting_;
  RegionReduction reduction_;

  // With other ranks:
  std::int64_t points_of_next() const;
  void note_stage();
  bool worth_sharing_out() const;
  void remember();
  bool replay();
  void join();
  void adopt(const CudaRegions &first);
  void share_out();
  void count_own_bins();
  void work_together(std::int64_t points, const std::function<void()> &work);
  void reduction_together(ReductionFor purpose);
  void reduction_twice_together();
  void hand_in_totals();
  void decide_across(ReductionFor purpose);
  void mark_together();
  /// Which regions a rank gives to others.
  enum class Giving { any, marked };
  group::RegionRanks::Moves even_out(std::int64_t count, Giving giving);
  // See group::RegionGifts.
  std::int64_t room() const override { return exchange_->room; }
  void begin(const std::vector<std::int64_t> &first) override;
  void give(std::int64_t first, std::int64_t count) override;
  void hear() override { exchange_->last_gifts().gifts.hear(); }
  void receive(std::int64_t count) override;
  void take(int rank, std::int64_t first, std::int64_t count) override;
  void end() override { exchange_->last_gifts().gifts.finish_reading(); }
  void pack(std::int64_t count, double *numbers);
  void find_peers();
  std::int64_t limit_of_all() const;

  group::Group *const group_;
  std::optional<group::RegionRanks> ranks_;
  /// What this rank shows of its reductions, and of the regions that it gives.
  struct Turn {
    Turn(const DeviceCall &call, group::Group &ranks, ReadBy read_by)
        : totals(call, ranks, read_by, "sums over regions"),
          gifts(call, ranks, read_by, "handing over regions") {}

    ShownTotals *shown() const { return static_cast<ShownTotals *>(place.get()); }

    DeviceExchange totals;
    DeviceExchange gifts;
    DeviceMemory place;  ///< of the totals
    DeviceArray<double> table;
  };
  struct Turns {
    Turns(const DeviceCall &call, group::Group &ranks, ReadBy read_by)
        : turn{{call, ranks, read_by}, {call, ranks, read_by}} {}

    Turn &next_reduction() { return turn[++reductions % 2]; }
    Turn &last_reduction() { return turn[reductions % 2]; }
    Turn &next_gifts() { return turn[++tables % 2]; }
    Turn &last_gifts() { return turn[tables % 2]; }
    /// The totals of this rank alone.
    ShownTotals *own() const {
      return turn[(reductions + (turn[0].totals.by_hosts() ? 1 : 0)) % 2].shown();
    }

    Turn turn[2];
    std::size_t reductions = 0;
    std::size_t tables = 0;
    std::int64_t room = 0;  ///< regions for which there is room in a table
    std::optional<PinnedMemory> told;
  };
  std::optional<Turns> exchange_;
  std::int64_t points_worth_sharing_ = 0;
  std::vector<rule::Stage> stages_;  ///< of the iterations before the regions are shared out
  /// Each rank has some of the regions; before, each has all of them, and does the same.
  bool shared_ = false;
  bool joined_ = false;  ///< the others have begun, and the first rank has all regions
  std::vector<std::int64_t> own_bins_;  ///< of the last reduction
  std::int64_t own_regions_ = 0;
  std::int64_t own_marked_ = 0;
  Giving giving_ = Giving::marked;
};

}  // namespace cuboid::engine::cuda
