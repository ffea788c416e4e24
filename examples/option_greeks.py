#!/usr/bin/env python3
"""The price of a call option and its Greeks, by the Python package: derivatives of an integral.

The pay-off has a kink where the option begins to be worth something, and that moves with all the
parameters; a digital option has a jump there.  With the place as a break, both are exact.  Exits with
1 if anything differs from the formulas of Black and Scholes.
"""
import math
import sys

import cuboid

MARKET = {"spot": 100.0, "strike": 105.0, "sigma": 0.2, "rate": 0.03}  # one year

DENSITY = "exp(-0.5*z^2)/sqrt(2*pi)"
PRICE = "spot*exp(rate - 0.5*sigma^2 + sigma*z)"
WORTH_FROM = "(log(strike/spot) - rate + 0.5*sigma^2)/sigma"  # in z


def greeks(pay_off):
    return cuboid.value_and_grad(
        f"z = x[0]; exp(-rate)*({pay_off})*{DENSITY}", [(-math.inf, math.inf)], MARKET,
        breaks={0: [WORTH_FROM]}, epsrel=1e-9, epsabs=1e-10,
    )  # fmt: skip


def normal(z):
    return 0.5 * math.erfc(-z / math.sqrt(2))


def bell(z):
    return math.exp(-0.5 * z * z) / math.sqrt(2 * math.pi)


spot, strike, sigma, rate = MARKET.values()
d1 = (math.log(spot / strike) + rate + 0.5 * sigma**2) / sigma
d2 = d1 - sigma
discount = math.exp(-rate)
call, of_call = greeks(f"fmax(0, {PRICE} - strike)")
digital, of_digital = greeks(f"{PRICE} > strike ? 1 : 0")
known = [
    ("price of a call", call, spot * normal(d1) - strike * discount * normal(d2)),
    ("delta", of_call["spot"], normal(d1)),
    ("vega", of_call["sigma"], spot * bell(d1)),
    ("rho", of_call["rate"], strike * discount * normal(d2)),
    ("price of a digital", digital, discount * normal(d2)),
    ("delta", of_digital["spot"], discount * bell(d2) / (spot * sigma)),
    ("vega", of_digital["sigma"], -discount * bell(d2) * d1 / sigma),
    ("rho", of_digital["rate"], discount * (bell(d2) / sigma - normal(d2))),
]
wrong = 0
for name, found, exact in known:
    print(f"{name:20} {found.value:14.9f} {exact:14.9f}")
    wrong += not found.converged or abs(found.value - exact) > 1e-8 * max(1, abs(exact))
sys.exit(1 if wrong else 0)
