#!/usr/bin/env python3
"""The mean period of a pendulum whose start is not known exactly, by the Python package.

The period is an integral over the angle; its mean is one more over the amplitude, which is normally
distributed.  Exits with 1 if cubature and sampling do not agree, or contradict the known series.
"""
import sys

import numpy as np

import cuboid

AMPLITUDE, SPREAD = 1.0, 0.1  # radians


def period(x):
    """In units of 2 pi sqrt(length / g): the elliptic integral, and the weight of the amplitude."""
    phi, theta = x[:, 0], x[:, 1]
    modulus = np.sin(theta / 2)
    weight = np.exp(-(((theta - AMPLITUDE) / SPREAD) ** 2) / 2) / (SPREAD * np.sqrt(2 * np.pi))
    return weight * 2 / np.pi / np.sqrt(1 - (modulus * np.sin(phi)) ** 2)


def series():
    """1 + theta^2 / 16 + 11 theta^4 / 3072 + ..., with the moments of the normal distribution."""
    a, s = AMPLITUDE**2, SPREAD**2
    second = a + s
    fourth = a**2 + 6 * a * s + 3 * s**2
    sixth = a**3 + 15 * a**2 * s + 45 * a * s**2 + 15 * s**3
    return 1 + second / 16 + 11 * fourth / 3072 + 173 * sixth / 737280


limits = [(0, np.pi / 2), (AMPLITUDE - 8 * SPREAD, AMPLITUDE + 8 * SPREAD)]
cubature = cuboid.integrate(period, limits, epsrel=1e-9)
sampling = cuboid.integrate(period, limits, method="vegas_plus", seed=1, epsrel=1e-4)
print(f"cubature: {cubature} with {cubature.neval} evaluations of {cubature.method}")
print(f"sampling: {sampling} with {sampling.neval} evaluations of {sampling.method}")
print(f"series:   {series():.5f}, up to the sixth power")
agree = abs(cubature.value - sampling.value) < 5 * sampling.error
sys.exit(0 if agree and abs(cubature.value - series()) < 3e-4 else 1)
