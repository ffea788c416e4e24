"""python -m cuboid: the command `cuboid`, that of the package, else the one on the search path."""

import os
import shutil
import sys

from .prefix import PREFIX


def command() -> str:
    """Where the command is; empty: nowhere."""
    inside = os.path.join(PREFIX, "bin", "cuboid")
    return inside if os.access(inside, os.X_OK) else shutil.which("cuboid") or ""


def main() -> None:
    found = command()
    if not found:
        sys.exit(
            "cuboid: this package was built without the command (it needs CLI11 and nlohmann-json), "
            "and there is none on the search path"
        )
    os.execv(found, [found, *sys.argv[1:]])


if __name__ == "__main__":
    main()
