#!/usr/bin/env python3
"""draw.py [FOLDER]: draws the pictures of README.md and docs, with the Python package and matplotlib."""

import pathlib
import sys

import answers
import comparisons
import cuboid
import matplotlib
import numpy as np

matplotlib.use("agg")
from matplotlib import pyplot  # noqa: E402


def ring(x):
    return np.exp(-(((x**2).sum(axis=1) - 0.5) ** 2) / 0.005)


def ridge(x):
    return np.exp(-((x.sum(axis=1) - 2) ** 2) / 0.02)


def draw_regions(figure):
    """Where cubature splits three regions of the plane."""
    lens = [(0, 1), lambda x: (x**2, np.sqrt(x))]
    triangle = cuboid.Simplex([[0, 0], [1, 0], [0.3, 0.9]], points=[[0.4, 0.3]])
    pictures = (
        ("a ridge between functions", "exp(-300*(x + y - 1)^2)", lens, 1e-6),
        ("1/|x - p| in a triangle", "1/hypot(x - 0.4, y - 0.3)", triangle, 1e-10),
        ("a peak in a disc", "exp(-200*((x - 0.5)^2 + y^2))", cuboid.Ball([0, 0], 1, inner=0.3), 1e-8),
    )
    for axes, (title, f, region, epsrel) in zip(figure.subplots(1, 3), pictures):
        result = cuboid.integrate(f, region, method="cuhre", epsrel=epsrel, trace=True)
        result.plot_partition(axes=axes)
        axes.set(title=title, aspect="equal")
        axes.title.set_size(10)
    for bar in figure.axes[3:]:
        bar.remove()


def save(folder, name):
    pyplot.tight_layout()
    pyplot.savefig(folder / name, dpi=80, metadata={"Software": None})
    pyplot.close()


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    pyplot.figure(figsize=(5, 3.5))
    steps = cuboid.integrate(ridge, 4, method="vegas_plus", seed=1, epsrel=1e-4, history=True)
    steps.plot_convergence()
    save(folder, "convergence.png")
    pyplot.figure(figsize=(5, 4))
    regions = cuboid.integrate(ring, [(-1, 1)] * 2, method="cuhre", epsrel=1e-5, trace=True)
    regions.plot_partition().set_aspect("equal")
    save(folder, "partition.png")
    draw_regions(pyplot.figure(figsize=(9, 3.2)))
    save(folder, "regions.png")
    pyplot.figure(figsize=(7, 3.2))
    comparisons.draw(pyplot)
    save(folder, "comparisons.png")
    for name, draw in (("answers.png", answers.draw_answers), ("errors.png", answers.draw_errors)):
        pyplot.figure(figsize=(7, 3.2))
        draw(pyplot)
        save(folder, name)


if __name__ == "__main__":
    main()
