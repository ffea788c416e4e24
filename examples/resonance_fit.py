#!/usr/bin/env python3
"""A resonance seen by a beam whose energies are spread: a fit by scipy with exact derivatives.

At each energy of the beam, the cross-section is an integral over the energies in it, and the fit
needs it with its derivatives by four parameters: one list of the library for each step.  Exits with
1 if the fit, or what it was made from, differs from the Voigt profile that the integral is.
"""
import sys

import cuboid
import numpy as np

try:
    from scipy.optimize import min_squares
    from scipy.special import voigt_profile
except ImportError:
    print("scipy is not there")
    sys.exit(77)

SPREAD = 0.8
TRUE = np.array([91.2, 2.5, 30.0, 0.7])  # mass, width, area, background
NAMES = ["mass", "width", "area", "background"]
ENERGIES = np.linspace(86.0, 97.0, 23)

# z: a standard normal number.
CROSS_SECTION = (
    f"z = x[0]; energy = beam + {SPREAD}*z; "
    "resonance = area*width/(2*pi)/((energy - mass)^2 + width^2/4); "
    "(resonance + background)*exp(-z^2/2)/sqrt(2*pi)"
)


def model(parameters):
    """Cross-sections, and their derivatives [energy, parameter]."""
    rows = {"beam": ENERGIES, **dict(zip(NAMES, parameters))}
    value, grad = cuboid.value_and_grad_many(
        CROSS_SECTION, (-np.inf, np.inf), rows, wrt=NAMES, epsrel=1e-8, epsabs=1e-9
    )
    return value.value, np.stack([grad[name].value for name in NAMES], axis=1)


def exact(parameters):
    mass, width, area, background = parameters
    return area * voigt_profile(ENERGIES - mass, SPREAD, width / 2) + background


errors = 0.02 * exact(TRUE)
data = exact(TRUE) + errors * np.random.default_rng(1).standard_normal(len(ENERGIES))


def pulls(parameters):
    return (model(parameters)[0] - data) / errors


def slopes(parameters):
    return model(parameters)[1] / errors[:, None]


fit = min_squares(pulls, [90.0, 2.0, 20.0, 1.0], slopes, x_scale="jac")
uncertainty = np.sqrt(np.diag(np.linalg.inv(fit.jac.T @ fit.jac)))
by_profile = min_squares(lambda p: (exact(p) - data) / errors, fit.x, x_scale="jac", xtol=1e-12)
print(f"chi2 = {2 * fit.cost:.1f} of {len(ENERGIES) - len(TRUE)}, {fit.njev} steps")
wrong = not fit.success or np.abs(model(TRUE)[0] - exact(TRUE)).max() > 1e-6
for name, found, its, profile, true in zip(NAMES, fit.x, uncertainty, by_profile.x, TRUE):
    print(f"{name:10} {found:9.4f} +- {its:.4f}   of the profile {profile:9.4f}   true {true}")
    wrong += abs(found - profile) > 1e-3 * its or abs(found - true) > 4 * its
sys.exit(1 if wrong else 0)
