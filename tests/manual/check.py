#!/usr/bin/env python3
"""Holds the manual to the library: check.py MANUAL

Every symbol of both libraries, every option, method and status has its page or entry; every argument
of Cuba's routines is explained; links lead somewhere.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MANUAL = Path(sys.argv[1])
failures = []


def demand(condition, sentence):
    if not condition:
        failures.append(sentence)


def page(name, section=3):
    """The text of a man page, links followed."""
    path = MANUAL / f"man/man{section}/{name}.{section}"
    if not path.exists():
        return ""
    text = path.read_text()
    if text.startswith(".so "):
        return (MANUAL / "man" / text.split()[1]).read_text()
    return text.replace("\\-", "-")


def bold(text):
    return set(re.findall(r"\\fB(.*?)\\fR", text))


header = (ROOT / "include/cuboid.h").read_text()
for symbol in re.findall(r"\b(cuboid_\w+)\(", "\n".join(re.findall(r"^CUBOID_API .*?;", header, re.S | re.M))):
    demand(symbol in page(symbol), f"{symbol} has no page that names it")
for listed, name in (("CUBOID_OPTIONS", "cuboid_options"), ("CUBOID_METHODS", "cuboid_methods")):
    body = re.search(rf"#define {listed}\(X\)(.*?[^\\])\n", header, re.S)[1]
    headings = re.findall(r"^\.SS\s+(\S+)$", page(name, 7), re.M)
    wanted = re.findall(r"^ *X\((\w+),", body, re.M)
    demand(sorted(headings) == sorted(wanted), f"{name}(7) has {headings} and not {wanted}")
for status in re.findall(r"X\((CUBOID_\w+), -?\d+,", header):
    demand(status in page("cuboid"), f"cuboid(3) does not explain {status}")

cuba = (ROOT / "compat/cuba.h").read_text()
for routine, arguments in re.findall(r"^void ((?:ll)?(?:Vegas|Suave|Divonne|Cuhre))\((.*?)\);", cuba, re.S | re.M):
    text = page(routine)
    for argument in re.findall(r"(\w+)(?:\[\])?(?:,|$)", arguments):
        demand(argument in bold(text), f"{routine}(3) does not explain {argument}")
for name in re.findall(r"^void (cuba\w+)\(", cuba, re.M):
    demand(name in bold(page(name)), f"{name}(3) does not explain {name}")

for path in (MANUAL / "man").glob("man*/*"):
    text = path.read_text()
    demand(text.startswith(".so ") or "EXAMPLES" in text, f"{path.name} has no example")

pages = {path.name for path in (MANUAL / "html").iterdir()}
for path in (MANUAL / "html").glob("*.html"):
    for link in re.findall(r'href="([^":#]+\.html)', path.read_text()):
        demand("/" in link or link in pages, f"{path.name} leads to {link}, which is not there")

print("\n".join(failures) or f"{len(pages)} pages hold")
sys.exit(bool(failures))
