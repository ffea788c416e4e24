#!/usr/bin/env python3
"""What can be said of the pages without running a program: of README.md, docs and the README of each folder.

Links and their anchors lead somewhere; a page has one heading of the first level, its title; each picture says in words
what it shows; README.md fits on two screens; each page of docs is on the site, and each program on a page is a test.
Paragraphs are short and lines are wrapped; what docs/architecture.md names is there.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST_LINES = 110
MOST_COLUMNS = 120
LINES_OF_PARAGRAPH = 6
MADE = ("python-reference.md", "gallery.md")  # by programs, which decide about their lines
SOURCES = (".h", ".hpp", ".cpp", ".cu", ".cuh", ".c", ".cmake", ".txt", ".py", ".in")
failures = []


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=False)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


def without_code(text):
    """The text without blocks and pieces of code, in which nothing is a link or a heading."""
    return re.sub(r"`[^`\n]*`", lambda match: " " * len(match[0]), re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S))


def anchors(text):
    """Of the headings, as GitHub and MkDocs make them."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.M):
        slug = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading.lower()).strip())
        found.add(slug if slug not in found else next(f"{slug}_{n}" for n in range(1, 99) if f"{slug}_{n}" not in found))
    return found


def check_links(page, text):
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target or target.startswith("mailto:"):
            continue
        name, _, anchor = target.partition("#")
        other = (page.parent / name).resolve() if name else page
        if not other.exists():
            failures.append(f"{page.relative_to(ROOT)}: {target} leads nowhere")
        elif anchor and other.suffix == ".md" and anchor not in anchors(other.read_text(encoding="utf-8")):
            failures.append(f"{page.relative_to(ROOT)}: {target} has no such heading")


def check_form(page, text):
    titles = re.findall(r"^# .+$", text, re.M)
    if len(titles) != 1 or not text.lstrip().startswith("# "):
        failures.append(f"{page.relative_to(ROOT)}: {len(titles)} titles, where one begins the page")
    for words in re.findall(r"!\[([^\]]*)\]\(", text):
        if len(words.split()) < 3:
            failures.append(f"{page.relative_to(ROOT)}: the picture '{words}' has no text that says what it shows")


def check_programs(page, text):
    """A block of C that is followed by what it prints is a program."""
    shown = re.search(r"^```(c|fortran|python)\n(?:(?!```).*\n)*```\n\n```text$", text, re.M)
    name = str(page.relative_to(ROOT))
    if shown and f"/{name}" not in (ROOT / "tests/readme/CMakeLists.txt").read_text(encoding="utf-8"):
        failures.append(f"{name} shows programs that tests/readme/CMakeLists.txt does not run")
    listed = (ROOT / "python/tests/test_package.py").read_text(encoding="utf-8")
    if re.search(r"^```py$", text, re.M) and page.parent.name == "docs" and f'"{page.stem}"' not in listed:
        failures.append(f"{name} shows programs in Python that python/tests/test_package.py does not run")


def prose(text):
    """The number of the first line and the lines of each paragraph and each item of a list."""
    code, begun, lines = False, 0, []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        fence = line.lstrip().startswith("```")
        code ^= fence
        other = code or fence or not line.strip() or line.startswith(("|", "#", "![", "<"))
        if lines and (other or re.match(r"\s*([-*]|\d+\.)\s", line)):
            yield begun, lines
            lines = []
        if not other:
            begun = begun if lines else number
            lines.append(line)


def check_paragraphs(page, text):
    for number, lines in prose(text):
        where = f"{page.relative_to(ROOT)}:{number}"
        if len(lines) > LINES_OF_PARAGRAPH:
            failures.append(f"{where}: a paragraph of {len(lines)} lines, more than {LINES_OF_PARAGRAPH}")
        if any(len(line) > MOST_COLUMNS for line in lines):
            failures.append(f"{where}: a line of more than {MOST_COLUMNS} columns")


def places(names):
    """What a page may call the files: the ends of their paths, with and without the extension, and their folders."""
    found = set()
    for name in names:
        parts = name.split("/")
        for end in range(1, len(parts) + 1):
            found |= {"/".join(parts[begin:end]) for begin in range(end)}
        found |= {re.sub(r"\.\w+$", "", "/".join(parts[begin:])) for begin in range(len(parts))}
    return found


def check_names(page):
    """Paths and names of the code that stand between backticks, but for placeholders in angle brackets."""
    names = [str(path.relative_to(ROOT)) for path in tracked(".")]
    there = places(names)
    words = set()
    for name in names:
        if name.endswith(SOURCES) or name.startswith(".ci/"):
            words |= set(re.findall(r"\w+", (ROOT / name).read_text(encoding="utf-8")))
    for said in re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)):
        if "/" in said and re.fullmatch(r"[\w.*-][\w./*-]*", said):
            pattern = re.compile(re.escape(said.rstrip("/")).replace(r"\*", ".*"))
            known = said.rstrip("/") in there or ("*" in said and any(pattern.search(name) for name in names))
            known = known or said == "layers/cuboid"  # a test
        else:
            known = all(word in words or word in there for word in re.findall(r"[A-Za-z_]\w*", said))
        if not known:
            failures.append(f"{page.relative_to(ROOT)}: `{said}` is not there")


def main():
    pages = tracked("README.md", "CONTRIBUTING.md", "docs/*.md", "*/README.md", ":!docs/manual")
    site = (ROOT / "docs/site/mkdocs.yml").read_text(encoding="utf-8")
    for page in pages:
        text = page.read_text(encoding="utf-8")
        check_links(page, without_code(text))
        check_form(page, without_code(text))
        check_programs(page, text)
        if page.name not in MADE:
            check_paragraphs(page, text)
        if page.parent == ROOT / "docs" and f": docs/{page.name}\n" not in site:
            failures.append(f"docs/{page.name} is not on the site: docs/site/mkdocs.yml")
    if pages:
        check_names(ROOT / "docs/architecture.md")
    for named in re.findall(r": (docs/\S+\.md)$", site, re.M):
        if not (ROOT / named).exists():
            failures.append(f"docs/site/mkdocs.yml names {named}, which is not there")
    lines = len((ROOT / "README.md").read_text(encoding="utf-8").splitlines())
    if lines > MOST_LINES:
        failures.append(f"README.md has {lines} lines, more than {MOST_LINES}")
    if not pages:
        print("Skipped: without git it is not known which pages there are.")
        return 77
    print("\n".join(failures) or f"{len(pages)} pages hold")
    return bool(failures)


sys.exit(main())
