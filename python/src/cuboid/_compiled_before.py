"""Texts in C that were compiled before, in a folder of the user's own.

The rules are those of the command `cuboid`: a text is kept by all that its library depends on, and
one that depends on other files is not kept.
"""

import hashlib
import os
import re
import stat
import subprocess
import tempfile
from typing import List, Optional

# Headers of the language.
_HEADERS = {
    f"{name}.h"
    for name in (
        "assert complex ctype errno fenv float inttypes limits math stdarg stdbool stddef stdint "
        "stdio stdlib string tgmath time"
    ).split()
}

# Variables that lead a compiler to other headers and programs.
_ELSEWHERE = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX")

# What else brings files or the time into a text.
_OTHER = re.compile("embed|incbin|__DATE__|__TIME__|__TIMESTAMP__")


def key_of(text: str, compiler: List[str], rest: List[str]) -> Optional[str]:
    """What a text is kept by, with a compiler and the rest of what it is given; None: it is not."""
    if any(word.startswith(("@", "-I", "-i", "-B", "--")) for word in compiler):
        return None  # Files and folders that an option names may change.
    joined = text.replace("\\\n", "")
    if any(os.environ.get(name) for name in _ELSEWHERE) or _OTHER.search(joined):
        return None
    for behind in joined.split("include")[1:]:
        header = re.match(r"[ \t]*<([^>\n]*)>", behind)
        if header is None or header[1] not in _HEADERS:
            return None
    try:
        version = subprocess.run(
            [*compiler, "--version"], capture_output=True, text=True, check=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    parts = ["cuboid text 1", version, _processor(), *compiler, *rest, text]
    return hashlib.sha256("\0".join(parts).encode(errors="replace")).hexdigest()


def _processor() -> str:
    """Its name and what it can do, for options such as -march=native."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            first = file.read().split("\n\n")[0]
    except OSError:
        return ""
    return "\n".join(re.findall(r"^(?:model name|flags|Features).*", first, re.M))


def _folder() -> Optional[str]:
    chosen = os.environ.get("CUBOID_CACHE", "")
    if chosen == "off":
        return None
    if chosen.startswith("/"):
        return os.path.join(chosen, "texts")
    for name, inside in (("XDG_CACHE_HOME", ""), ("HOME", ".cache")):
        if os.environ.get(name, "").startswith("/"):
            return os.path.join(os.environ[name], inside, "cuboid", "texts")
    return None


def _is_private(path: str, kind: int) -> bool:
    """Whether it is there, and nobody but this user can change it."""
    try:
        found = os.lstat(path)
    except OSError:
        return False
    is_own = stat.S_IFMT(found.st_mode) == kind and found.st_uid == os.geteuid()
    return is_own and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _private_folder() -> Optional[str]:
    """With the folder above it, in which others could put another in its place."""
    folder = _folder()
    if folder is None:
        return None
    above = os.path.dirname(folder)
    is_safe = _is_private(above, stat.S_IFDIR) and _is_private(folder, stat.S_IFDIR)
    return folder if is_safe else None


def find(key: Optional[str]) -> Optional[str]:
    """The library that was kept."""
    folder = None if key is None else _private_folder()
    if folder is None:
        return None
    path = os.path.join(folder, f"{key}.so")
    return path if _is_private(path, stat.S_IFREG) else None


def keep(key: Optional[str], library: str) -> None:
    """Keeps a file, in one step.  What cannot be kept is compiled again the next time."""
    folder = _folder()
    if key is None or folder is None:
        return
    try:
        made = ""
        for part in folder.split("/")[1:]:
            made += "/" + part
            if not os.path.isdir(made):
                os.mkdir(made, 0o700)
        if _private_folder() is None:
            return
        with open(library, "rb") as file:
            content = file.read()
        number, temporary = tempfile.mkstemp(dir=folder)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(content)
            os.replace(temporary, os.path.join(folder, f"{key}.so"))
        except OSError:
            os.unlink(temporary)
    except OSError:
        return
