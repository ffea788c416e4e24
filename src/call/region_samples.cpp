#include "call/region_samples.hpp"

#include <utility>
#include <vector>

#include "domain/domain.hpp"

namespace cuboid::router {

engine::SampleReceiver in_region(engine::SampleReceiver receiver,
                                 const engine::HostFunction &host) {
  if (!receiver || host.domain == nullptr) return receiver;
  return
      [receiver = std::move(receiver), &domain = *host.domain, ncomp = host.ncomp,
       parameters = static_cast<const double *>(host.userdata)](const engine::SampleBatch &batch) {
        const auto count = static_cast<std::size_t>(batch.count);
        const auto components = static_cast<std::size_t>(ncomp);
        std::vector<double> x(count * static_cast<std::size_t>(domain.ndim()));
        std::vector<double> jacobian(count);
        std::vector<double> f(batch.f, batch.f + count * components);
        domain.map_with(parameters, batch.count, batch.x, x.data(), jacobian.data());
        std::vector<double> weight(batch.weight, batch.weight + count);
        for (std::size_t i = 0; i < count; ++i) {
          weight[i] *= jacobian[i];
          for (std::size_t c = 0; c < components; ++c)
            f[i * components + c] = jacobian[i] == 0 ? 0 : f[i * components + c] / jacobian[i];
        }
        engine::SampleBatch mapped = batch;
        mapped.x = x.data();
        mapped.weight = weight.data();
        mapped.f = f.data();
        return receiver(mapped);
      };
}

std::vector<double> places_in_region(const engine::HostFunction &host,
                                     const std::vector<double> &points) {
  if (host.domain == nullptr) return {};
  const std::size_t count = points.size() / static_cast<std::size_t>(host.ndim);
  const std::size_t coordinates = count * static_cast<std::size_t>(host.domain->ndim());
  std::vector<double> places(coordinates + count);
  host.domain->map_with(static_cast<const double *>(host.userdata),
                        static_cast<std::int64_t>(count), points.data(), places.data(),
                        places.data() + coordinates);
  return places;
}

}  // namespace cuboid::router
