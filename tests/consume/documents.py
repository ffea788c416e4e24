#!/usr/bin/env python3
"""documents.py FOLDER: each relative link of the installed documents leads to something installed."""

import re
import sys
from pathlib import Path

folder = Path(sys.argv[1])
# The headers are beside other headers, not beside the documents.
ELSEWHERE = "include/"
failures = []
documents = sorted(folder.rglob("*.md"))
for document in documents:
    for link in re.findall(r"\]\(([^)\s#]+)[^)]*\)", document.read_text()):
        if "://" in link or link.startswith(ELSEWHERE):
            continue
        if not (document.parent / link).exists():
            failures.append(f"{document.relative_to(folder)}: {link} is not installed")

for needed in ("README.md", "docs/trace.schema.json", "docs/choosing.md", "compat/README.md"):
    if not (folder / needed).exists():
        failures.append(f"{needed} is not installed")
for document in (folder / "docs").glob("*.md"):
    if f"(docs/{document.name})" not in (folder / "README.md").read_text():
        failures.append(f"README.md does not name docs/{document.name}")
print("\n".join(failures) or f"all links of {len(documents)} documents hold")
sys.exit(bool(failures))
