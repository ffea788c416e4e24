"""expect of texts and compiled functions: what is integrated is made of both without Python."""

import re
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from ._compiled import is_compiled
from ._errors import ArgumentError
from ._expression import is_expression
from ._integrand import Integrand
from ._integrate import integrate_quietly
from ._result import Result

_WEIGHTED = """
struct cuboid_pair {
  int (*fn)(const int *, const double *, const int *, double *, void *);
  int (*log_density)(const int *, const double *, const int *, double *, void *);
  void *of_fn, *of_density;
  double scale;
};

int weighted(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  const struct cuboid_pair *pair = userdata;
  const int one = 1, more = *ncomp - 1;
  double logarithm;
  int ended = pair->log_density(ndim, x, &one, &logarithm, pair->of_density);
  f[0] = exp(logarithm - pair->scale);
  for (int c = 1; c < *ncomp; ++c) f[c] = 0;
  if (ended == -999 || f[0] == 0) return ended;
  ended = pair->fn(ndim, x, &more, f + 1, pair->of_fn);
  for (int c = 1; c < *ncomp; ++c) f[c] *= f[0];
  return ended;
}
"""


class Weighted(NamedTuple):
    """The density, and fn times it, over e^scale."""

    f: Any
    given: Dict[str, Any]  # what integrate gets with it
    kept: Tuple[Any, ...]
    shape: Tuple[int, ...]  # of fn
    scale: float

    def integrate(self, limits: Any, **asked: Any) -> Result:
        try:
            return integrate_quietly(self.f, limits, **self.given, **asked)
        finally:
            for one in self.kept:
                one.check_overrun()


def weighted(
    fn: Any, log_density: Any, limits: Any, parameters: Any, ncomp: Optional[int]
) -> Weighted:
    are_expressions = [isinstance(one, str) and is_expression(one) for one in (fn, log_density)]
    are_compiled = [isinstance(one, str) or is_compiled(one) for one in (fn, log_density)]
    if are_expressions[0] != are_expressions[1] or not all(are_compiled):
        raise ArgumentError(
            "fn and log_density go together as two expressions, as two that are compiled or texts in C, "
            "or as two functions of Python"
        )
    density = Integrand(log_density, limits, parameters=parameters)
    if density.ncomp != 1:
        raise ArgumentError(f"log_density has {density.ncomp} components, and must have one")
    of_fn = Integrand(fn, limits, parameters=parameters, ncomp=ncomp)
    # A first integral, which need not be accurate.
    first = integrate_quietly(
        log_density, limits, parameters=parameters, log=True, epsrel=0.1, maxeval=100_000
    ).value
    scale = float(np.round(first)) if np.isfinite(first) else 0.0
    if are_expressions[0]:
        text = _of_expressions(fn, log_density, scale)
        return Weighted(text, {"parameters": parameters}, (), of_fn.shape, scale)
    pair = np.zeros(1, dtype=[("functions", np.uintp, 4), ("scale", float)])
    functions = [one._function for one in (of_fn, density) if one._function]
    pair["functions"] = [one.address for one in functions] + [one.userdata or 0 for one in functions]
    pair["scale"] = scale
    given = {"parameters": pair[0], "ncomp": 1 + of_fn.ncomp}
    return Weighted(_WEIGHTED, given, (of_fn, density), of_fn.shape, scale)


def _of_expressions(fn: str, log_density: str, scale: float) -> str:
    defined, logarithm = _at_last(log_density)
    for name in re.findall(r"(\w+)\s*=(?!=)[^;]*;", defined):  # A name is defined once in a text.
        fn = re.sub(rf"\b{name}\b", f"cuboid_{name}", fn)
    before, values = _at_last(fn)
    weight = "cuboid_weight"
    products = [f"{weight} > 0 ? ({one})*{weight} : 0" for one in _split(values, ",")]
    return f"{defined}{weight} = exp(({logarithm}) - ({scale!r})); {before}{weight}, {', '.join(products)}"


def _at_last(text: str) -> Tuple[str, str]:
    """The names that it defines, and what it is."""
    *defined, last = [one for one in _split(text, ";") if one.strip()] or [""]
    if any(one.lstrip().startswith("f[") for one in (*defined, last)):
        raise ArgumentError("write the components of fn with commas between them, not as f[0] = ...")
    return "".join(one + "; " for one in defined), last


def _split(text: str, at: str) -> List[str]:
    """Where it stands in no brackets."""
    parts, depth = [""], 0
    for one in text:
        depth += (one in "([") - (one in ")]")
        if one == at and depth == 0:
            parts.append("")
        else:
            parts[-1] += one
    return parts
