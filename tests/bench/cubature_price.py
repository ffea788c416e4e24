#!/usr/bin/env python3
"""What native cubature costs beside Cuba's own Cuhre in the same library, and what its errors say.

    cubature_price.py INTEGRALS.json libcuboid.so libcuba.so [--methods LIST] [--probing LIST]
                      [--maxeval N] [--only PREFIX] [--rows]

INTEGRALS.json is as tests/reference/generate takes it; of its integrals, those in 2 to 13
dimensions are taken.  The formulas are compiled by cc.  Prints, for each method, option probing and
request:

- price: where both converge, native evaluations by those of llCuhre: median, nine tenths, worst;
- wrong: of all that converges natively, true errors above the estimate but for rounding (1e-13 of
  the integral of the absolute value), and in brackets of Cuba's;
- true/estimate: the median where the integrand is smooth and true errors are above that rounding;
- as asked: of all that converges, estimates that are the request itself.
"""

import argparse
import ctypes
import json
import subprocess
import tempfile
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int64, c_longlong, c_void_p
from pathlib import Path
from statistics import median

from pagani_reference import PRELUDE, aslist, function

REQUESTS = (1e-3, 1e-6, 1e-9)
ROUNDING = 1e-13
CUBA_FINAL = 4
# What makes an integrand, or one of its derivatives, unbounded or jump.
ROUGH = {"c0", "discontinuous", "box", "diagonal", "singular", "infinite_boundary",
         "infinite_interior", "nan_point", "nan_boundary", "infinite_derivative",
         "boundary_unbounded", "cusp", "infinite_domain"}


def on_cube(entry):
    """The integrand on the unit cube, as Cuba takes it."""
    name, ndim = entry["id"], entry["ndim"]
    bounds = [", ".join(repr(float(bound)) for bound in entry[side]) for side in ("lower", "upper")]
    return f"""
int {name}_cube(const int *ndim, const double t[], const int *ncomp, double f[], void *userdata) {{
  static const double lower[] = {{{bounds[0]}}}, upper[] = {{{bounds[1]}}};
  double x[{ndim}], volume = 1;
  for (int i = 0; i < {ndim}; ++i) {{
    x[i] = lower[i] + t[i] * (upper[i] - lower[i]);
    volume *= upper[i] - lower[i];
  }}
  const int status = {name}(ndim, x, ncomp, f, userdata);
  for (int c = 0; c < *ncomp; ++c) f[c] *= volume;
  return status;
}}
"""


def compiled(entries, folder):
    text = PRELUDE + "".join(dict.fromkeys(entry["helpers_c"] + "\n" for entry in entries))
    text += "".join(function(entry, entry["id"]) + on_cube(entry) for entry in entries)
    source, library = Path(folder, "functions.c"), Path(folder, "functions.so")
    source.write_text(text)
    subprocess.run(["cc", "-O2", "-w", "-fPIC", "-shared", source, "-o", library, "-lm"], check=True)
    return ctypes.CDLL(str(library))


class Answer:
    def __init__(self, status, neval, probed, values, errors, entry):
        self.converged, self.neval, self.probed = status == 0, neval, probed
        truths = [float(value) for value in aslist(entry["value"])]
        sizes = entry.get("abs_integral") or [abs(truth) for truth in truths]
        self.rounding = ROUNDING * max(map(float, aslist(sizes)))
        self.truths, self.estimates = truths, errors
        self.errors = [abs(value - truth) for value, truth in zip(values, truths)]

    def wrong(self):
        return any(not error <= estimate + self.rounding
                   for error, estimate in zip(self.errors, self.estimates))

    def parts(self):
        """True errors by their estimates, where they are no rounding."""
        return [error / estimate for error, estimate in zip(self.errors, self.estimates)
                if error > self.rounding and estimate > 0]

    def as_asked(self, epsrel):
        return any(abs(estimate - epsrel * abs(truth)) <= 1e-2 * epsrel * abs(truth)
                   for estimate, truth in zip(self.estimates, self.truths))


class Libraries:
    def __init__(self, cuboid, cuba, functions):
        self.cuboid = ctypes.CDLL(cuboid, ctypes.RTLD_GLOBAL)
        self.cuba, self.functions = ctypes.CDLL(cuba), functions
        for name in ("value", "error"):
            getattr(self.cuboid, f"cuboid_result_{name}").restype = POINTER(c_double)
        for name in ("neval", "probed"):
            if hasattr(self.cuboid, f"cuboid_result_{name}"):
                getattr(self.cuboid, f"cuboid_result_{name}").restype = c_int64
        self.cuboid.cuboid_last_error.restype = c_char_p

    def require(self, status):
        if status != 0:
            raise RuntimeError(self.cuboid.cuboid_last_error().decode())

    def by_cuba(self, entry, epsrel, maxeval):
        ncomp = entry["ncomp"]
        nregions, neval, fail = c_int(), c_longlong(), c_int()
        value, error, prob = ((c_double * ncomp)() for _ in range(3))
        self.cuba.llCuhre(entry["ndim"], ncomp, getattr(self.functions, entry["id"] + "_cube"), None,
                          c_longlong(1), c_double(epsrel), c_double(0), CUBA_FINAL, c_longlong(0),
                          c_longlong(maxeval), 0, None, None, byref(nregions), byref(neval),
                          byref(fail), value, error, prob)
        return Answer(fail.value, neval.value, 0, value[:], error[:], entry)

    def natively(self, entry, method, probing, epsrel, maxeval):
        library = self.cuboid
        integrand, options, result = c_void_p(), c_void_p(), c_void_p()
        address = ctypes.cast(getattr(self.functions, entry["id"]), c_void_p)
        self.require(library.cuboid_integrand_create(byref(integrand), entry["ndim"], entry["ncomp"],
                                                     address, None))
        self.require(library.cuboid_options_create(byref(options)))
        texts = {"method": method, "workers": "serial", "nonfinite": "zero"}
        if probing:
            texts["probing"] = probing
        for name, text in texts.items():
            self.require(library.cuboid_options_set_text(options, name.encode(), text.encode()))
        self.require(library.cuboid_options_set_real(options, b"epsrel", c_double(epsrel)))
        self.require(library.cuboid_options_set_real(options, b"epsabs", c_double(0)))
        self.require(library.cuboid_options_set_integer(options, b"maxeval", c_int64(maxeval)))
        box = [(c_double * entry["ndim"])(*map(float, entry[name])) for name in ("lower", "upper")]
        status = library.cuboid_integrate(integrand, *box, options, byref(result))
        values, errors = (getattr(library, f"cuboid_result_{name}")(result)[:entry["ncomp"]]
                          for name in ("value", "error"))
        probed = library.cuboid_result_probed(result) if probing else 0
        answer = Answer(status, library.cuboid_result_neval(result), probed, values, errors, entry)
        library.cuboid_result_free(result)
        library.cuboid_options_free(options)
        library.cuboid_integrand_free(integrand)
        return answer


def is_smooth(entry):
    return not ROUGH & set(entry["traits"])


def share(part, whole):
    return f"{part} of {whole}" + (f" ({100 * part / whole:.1f} %)" if whole else "")


def line(name, probing, epsrel, entries, native, cuba):
    """One of the table; the ratios, and those of smooth integrands."""
    pairs = [(a.neval / b.neval, entry) for entry, a, b in zip(entries, native, cuba)
             if a.converged and b.converged and b.neval > 0]
    ratios = sorted(ratio for ratio, _ in pairs)
    worst = max(pairs, key=lambda pair: pair[0])[1]["id"] if pairs else ""
    converged = [a for a in native if a.converged]
    parts = [part for entry, a in zip(entries, native) if a.converged and is_smooth(entry)
             for part in a.parts()]
    print(f"{name:7} {probing or '-':9} {epsrel:6g} {len(ratios):5d} {median(ratios):6.2f} "
          f"{ratios[9 * len(ratios) // 10]:7.2f} {ratios[-1]:8.2f} {worst:24} "
          f"{share(sum(a.wrong() for a in converged), len(converged)):18} "
          f"[{sum(b.wrong() for b in cuba if b.converged)} of {sum(b.converged for b in cuba)}] "
          f"{median(parts) if parts else float('nan'):8.1e} of {len(parts):<4d} "
          f"{sum(a.as_asked(epsrel) for a in converged):4d}", flush=True)
    smooth = [ratio for ratio, entry in pairs if is_smooth(entry)]
    return ratios, smooth


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("integrals")
    parser.add_argument("cuboid")
    parser.add_argument("cuba")
    parser.add_argument("--methods", default="cuhre,auto,pagani")
    parser.add_argument("--probing", default="none,standard,thorough")
    parser.add_argument("--maxeval", type=int, default=1000000)
    parser.add_argument("--only", default="")
    parser.add_argument("--rows", action="store_true", help="a line on every pair")
    arguments = parser.parse_args()
    with open(arguments.integrals) as file:
        entries = [entry for entry in json.load(file)
                   if 2 <= entry["ndim"] <= 13 and entry["id"].startswith(arguments.only)]
    with tempfile.TemporaryDirectory() as folder:
        libraries = Libraries(arguments.cuboid, arguments.cuba, compiled(entries, folder))
        cuba = {epsrel: [libraries.by_cuba(entry, epsrel, arguments.maxeval) for entry in entries]
                for epsrel in REQUESTS}
        print(f"{len(entries)} integrals, maxeval {arguments.maxeval}.  price: native evaluations by "
              "those of Cuba's Cuhre.")
        print("method  probing   request pairs median     .9    worst of                       wrong"
              "              [Cuba's]  true/estimate  as asked")
        for method in arguments.methods.split(","):
            for probing in arguments.probing.split(","):
                all_ratios, all_smooth = [], []
                for epsrel in REQUESTS:
                    native = [libraries.natively(entry, method, probing, epsrel, arguments.maxeval)
                              for entry in entries]
                    if arguments.rows:
                        for entry, a, b in zip(entries, native, cuba[epsrel]):
                            print(f"{entry['id']:28} {method} {probing} {epsrel:g}: {a.neval} "
                                  f"({a.probed} probed) for {b.neval}, {a.converged} {b.converged}, "
                                  f"{'wrong' if a.converged and a.wrong() else 'right'}, "
                                  f"{a.errors[0]:.2g} {a.estimates[0]:.2g}")
                    ratios, smooth = line(method, probing, epsrel, entries, native, cuba[epsrel])
                    all_ratios += ratios
                    all_smooth += smooth
                print(f"{method:7} {probing or '-':9}    all {len(all_ratios):5d} "
                      f"{median(all_ratios):6.2f} {'':7} {max(all_ratios):8.2f}   smooth: "
                      f"{median(all_smooth):.2f}, at most {max(all_smooth):.2f}, of "
                      f"{len(all_smooth)}")


if __name__ == "__main__":
    main()
