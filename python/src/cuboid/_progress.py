"""Progress as the library tells it, for a bar or a function of the caller's."""

import sys
from typing import Any, Callable, List, Union

import numpy as np

from ._errors import ArgumentError
from ._result import Progress


def progress_of(structure: Any) -> Progress:
    """A copy in Python."""
    names = [name for name, _ in structure._fields_[1:-3]]
    numbers = {name: getattr(structure, name) for name in names}
    numbers["method"] = structure.method.decode()
    numbers["phase"] = structure.phase.decode()
    value = np.array(structure.value[: structure.ncomp])
    error = np.array(structure.error[: structure.ncomp])
    return Progress(**numbers, value=value, error=error)


class Listener:
    """Keeps the history of a call, and tells a bar (True), a function of the caller's, or nobody.

    The function receives each Progress; what it returns ends the integration if it is true.
    failures: receives what it raises.
    """

    def __init__(
        self, progress: Union[bool, Callable[[Progress], Any]], failures: List[BaseException]
    ) -> None:
        if not (progress is None or isinstance(progress, bool) or callable(progress)):
            raise ArgumentError(f"progress = {progress!r} is neither True nor a function")
        self.history: List[Progress] = []
        self.failures = failures
        self._bar = Bar() if progress is True else None
        self._tell: Any = self._bar.tell if self._bar else progress or None

    def __enter__(self) -> "Listener":
        return self

    def __exit__(self, *_how: Any) -> None:
        if self._bar:
            self._bar.close()

    def take(self, pointer: Any) -> int:
        """Called by the library; other than 0, it ends the integration."""
        try:
            progress = progress_of(pointer.contents)
            self._keep(progress)
            return int(bool(self._tell and self._tell(progress)))
        except BaseException as error:  # Nothing may pass through C.
            self.failures.append(error)
            return 1

    def end(self, last: Progress) -> None:
        """The bar shows how the integration ended, however long before it was told last."""
        if self._bar:
            self._bar.tell(last)

    def _keep(self, progress: Progress) -> None:
        """Only what is new; of a long history every other step goes."""
        most = 2000
        last = self.history[-1] if self.history else None
        if last and np.array_equal(last.value, progress.value, equal_nan=True):
            self.history.pop()
        elif len(self.history) >= most:
            del self.history[1::2]
        self.history.append(progress)


class Bar:
    """A bar of the share of the accuracy: of tqdm if it is there, else a line on stderr."""

    def __init__(self) -> None:
        self._bar = None
        try:
            from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]
        except ImportError:
            return
        self._bar = tqdm(total=100, bar_format="{l_bar}{bar}| {postfix}")

    def tell(self, progress: Progress) -> None:
        share = 0.0 if np.isnan(progress.share) else 100 * min(progress.share, 1.0)
        text = f"{progress.evaluations:.3g} evaluations, {progress.rate:.3g}/s"
        if np.isfinite(progress.seconds_left):
            text += f", about {progress.seconds_left:.1f} s left"
        if self._bar is None:
            line = f"\r{progress.method} {share:5.1f} % {text}   "
            print(line, end="", file=sys.stderr, flush=True)
            return
        self._bar.set_description_str(f"{progress.method}, {progress.phase}", refresh=False)
        self._bar.set_postfix_str(text, refresh=False)
        self._bar.n = round(share, 1)
        self._bar.refresh()

    def close(self) -> None:
        if self._bar is None:
            print(file=sys.stderr)
        else:
            self._bar.close()
