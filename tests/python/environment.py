"""The virtual environment in which the Python package is tested."""
import subprocess
import sys


def quiet(*command):
    """Whether a command succeeds in five minutes."""
    try:
        return subprocess.run(command, capture_output=True, timeout=300).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def has(python, packages):
    return quiet(python, "-c", "import " + ", ".join(packages))


def install(python, packages):
    """Whether an interpreter has packages, now that they have been fetched if they were missing."""
    command = [python, "-m", "pip", "install", "--quiet", "--retries", "0", "--timeout", "15"]
    return has(python, packages) or quiet(*command, *packages)


def environment(folder, needed):
    """The Python of the environment in a folder, with packages; None: it cannot be made."""
    python = folder / "environment" / "bin" / "python"
    if not python.exists() and not quiet(sys.executable, "-m", "venv", str(folder / "environment")):
        return None
    return str(python) if install(str(python), needed) else None
