// State files with a right checksum and wrong contents: what a run leaves is changed word by word,
// and another run goes on from it.
#include <fcntl.h>
#include <unistd.h>

#include <cstring>

#include "calls.hpp"
#include "run/state_header.hpp"

namespace {

using namespace fuzz;
using cuboid::Descriptor;
using cuboid::algorithm::read_state;
using cuboid::algorithm::StateHeader;
using cuboid::algorithm::StateIdentity;
using cuboid::algorithm::write_state;

constexpr std::size_t word = sizeof(std::uint64_t);

std::uint64_t changed(FuzzedDataProvider &data, std::uint64_t old) {
  constexpr double numbers[] = {0,
                                -1,
                                1,
                                0.5,
                                1e308,
                                -1e308,
                                5e-324,
                                std::numeric_limits<double>::infinity(),
                                std::numeric_limits<double>::quiet_NaN()};
  double number;
  std::memcpy(&number, &old, word);
  std::uint64_t result = old;
  switch (data.ConsumeIntegralInRange(0, 4)) {
    case 0:
      return static_cast<std::uint64_t>(data.PickValueInArray(extremes));
    case 1:
      return old + data.ConsumeIntegralInRange<std::uint64_t>(0, 4) - 2;
    case 2:
      return old ^ std::uint64_t{1} << data.ConsumeIntegralInRange(0, 63);
    case 3:
      number = data.PickValueInArray(numbers);
      break;
    default:
      number *= data.PickValueInArray({-1.0, 0.5, 2.0, 1e-200, 1e200});
  }
  std::memcpy(&result, &number, word);
  return result;
}

/// Changes some words, most of them near the beginning, where counters stand, or the length, and
/// puts a right header before them.
void forge(FuzzedDataProvider &data) {
  const Descriptor file(open(state_name().c_str(), O_RDWR));
  StateHeader header;
  if (!file.is_open() || !cuboid::read_all(file, &header, sizeof header)) return;
  const StateIdentity identity{header.routine, header.ndim, header.ncomp};
  const auto size = static_cast<std::uint64_t>(lseek(file.get(), 0, SEEK_END));
  lseek(file.get(), 0, SEEK_SET);
  auto [contents, problem] = read_state(file, size, identity);
  require(problem.empty(), "the checksum is the library's");

  const int changes = data.ConsumeIntegralInRange(0, 6);
  for (int i = 0; i < changes && contents.size() >= word; ++i) {
    const std::size_t words = contents.size() / word;
    const std::size_t most = data.ConsumeBool() ? words : std::min<std::size_t>(words, 24);
    std::size_t at = word * data.ConsumeIntegralInRange<std::size_t>(0, most - 1);
    // Behind a number of four bytes or of one.
    at += data.PickValueInArray({0, 0, 0, 1, 4});
    at = std::min(at, contents.size() - word);
    std::uint64_t value;
    std::memcpy(&value, &contents[at], word);
    value = changed(data, value);
    std::memcpy(&contents[at], &value, word);
  }
  if (data.ConsumeIntegralInRange(0, 7) == 0)
    contents.resize(data.ConsumeIntegralInRange<std::size_t>(0, 2 * contents.size()));
  require(ftruncate(file.get(), 0) == 0, "the file can be emptied");
  lseek(file.get(), 0, SEEK_SET);
  require(write_state(file, identity, contents), "the file can be written");
}

}  // namespace

void fuzz::run(FuzzedDataProvider &data) {
  Arguments a = arguments_from(data);
  // Other random numbers than Sobol's are drawn one by one up to the place that the file names,
  // which takes as long as it took to get there.
  a.seed = 0;
  a.epsrel = 1e-12;
  a.epsabs = 0;
  a.maxeval = std::clamp<std::int64_t>(a.maxeval, 1, 2000);
  unlink(state_name().c_str());
  unlink((state_name() + "-refused-1").c_str());
  Integrand first = integrand_from(data, a);
  check(a, call(a, first, state_name().c_str(), nullptr), false);

  forge(data);
  Integrand second = integrand_from(data, a);
  a.maxeval = number(data, 0, 6000);
  a.mineval = number(data, 0, 6000);
  if (!a.is_long())
    for (std::int64_t *n : {&a.maxeval, &a.mineval})
      *n = std::clamp<std::int64_t>(*n, std::numeric_limits<int>::min(),
                                    std::numeric_limits<int>::max());
  a.flags = data.ConsumeIntegralInRange(0, 63);
  check(a, call(a, second, state_name().c_str(), nullptr), true);
}
