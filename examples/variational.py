#!/usr/bin/env python3
"""The ground state of the quartic oscillator, -1/2 d^2/dx^2 + x^2/2 + x^4, by a variational fit in JAX.

The energy of the wave function exp(-a x^2/2 - b x^4/4) is a ratio of two integrals, and JAX has its
gradient and its Hessian by them: Newton's method finds the least one in a few steps.  Exits with 1 if
that is not just above the true energy, or the virial theorem does not hold.
"""
import sys

import cuboid

try:
    import jax
    import jax.numpy as jnp
except ImportError:
    print("JAX is not there")
    sys.exit(77)

jax.config.update("jax_enable_x64", True)

TRUE = 0.8037706512  # F. Hioe, E. Montroll, J. Math. Phys. 16 (1975) 1945

INTEGRALS = cuboid.jax.integral(
    "q = x[0]; square = exp(-p[0]*q^2 - p[1]*q^4/2); "
    "0.5*(p[0]*q + p[1]*q^3)^2*square, (q^2/2 + q^4)*square, (q^2 + 4*q^4)*square, square",
    (-jnp.inf, jnp.inf), epsrel=1e-10,
)  # fmt: skip


@jax.jit
def energy(p):
    kinetic, potential, _, norm = INTEGRALS(p)
    return (kinetic + potential) / norm


p = jnp.array([2.0, 0.5])
for step in range(20):
    gradient, hessian = jax.grad(energy)(p), jax.hessian(energy)(p)
    print(f"step {step}: a = {p[0]:.6f}, b = {p[1]:.6f}, energy {energy(p):.10f}, slope {jnp.abs(gradient).max():.1e}")
    if jnp.abs(gradient).max() < 1e-8:
        break
    p = p - jnp.linalg.solve(hessian, gradient)
kinetic, _, virial, norm = INTEGRALS(p) / INTEGRALS(p)[3]
print(f"true energy {TRUE:.10f}; twice the kinetic one {2 * kinetic:.8f}, x V'(x) {virial:.8f}")
above = float(energy(p)) - TRUE
wrong = not (0 < above < 2e-4) or abs(2 * kinetic - virial) > 1e-7 or step > 12
sys.exit(1 if wrong else 0)
