// Handles of regions that give themselves back.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "cuboid.h"

namespace support {

struct FreeDomain {
  void operator()(cuboid_domain *domain) const { cuboid_domain_free(domain); }
};
using Domain = std::unique_ptr<cuboid_domain, FreeDomain>;

/// What the function makes with these arguments.
template <class Create, class... Arguments>
Domain made(const Create &create, const Arguments &...arguments) {
  cuboid_domain *domain = nullptr;
  EXPECT_EQ(create(&domain, arguments...), 0) << cuboid_last_error();
  return Domain(domain);
}

}  // namespace support
