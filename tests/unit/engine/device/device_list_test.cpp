// Lists of devices.
#include "engine/device/device_list.hpp"

#include <gtest/gtest.h>

namespace {

using namespace cuboid::engine;

TEST(DeviceList, OfOneComputeCapabilityIsTaken) {
  EXPECT_EQ(why_unlike({0, 2, 1}, {90, 90, 90}), "");
  EXPECT_EQ(why_unlike({5}, {75}), "");
  EXPECT_EQ(why_unlike({}, {}), "");
}

TEST(DeviceList, OfDifferentComputeCapabilitiesIsRefused) {
  EXPECT_EQ(why_unlike({0, 2, 1}, {90, 90, 89}),
            "devices 0 and 1 are of different compute capability (9.0 and 8.9), on which the same "
            "numbers are not certain");
  EXPECT_EQ(why_unlike({3, 4}, {120, 90}),
            "devices 3 and 4 are of different compute capability (12.0 and 9.0), on which the same "
            "numbers are not certain");
}

}  // namespace
