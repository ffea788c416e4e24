"""What README.md does in Python, from an installed wheel, on a machine without a compiler."""

import cuboid
import numpy as np

result = cuboid.integrate(
    lambda x: np.exp(-(x**2).sum(axis=1) / 2) / (2 * np.pi), [(-np.inf, np.inf), (0, 1)], epsrel=1e-6
)
value, error = result
assert result.converged and abs(value - 0.341344746) < 1e-6, result
print(cuboid.version(), result)
