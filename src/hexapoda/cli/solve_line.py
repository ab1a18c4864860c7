"""What the `solve` commands share: the options as given, and a progress line.

Owns no search. The module of each game defines its options and output.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

__all__ = ["SolveOptions", "StatusLine", "plies_text"]


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """The options of `solve` besides the position; None, False or empty if not given."""

    plies: int | None = None
    time: float | None = None
    nodes: int | None = None
    all_moves: bool = False
    save: Path | None = None
    map_file: Path | None = None
    threads: int | None = None
    memory: int | None = None
    without: tuple[str, ...] = ()
    force: bool = False


class StatusLine:
    """A progress line that is overwritten in place. Prints nothing if there is no terminal."""

    def __init__(self, stream: TextIO) -> None:
        """`stream` is standard error."""
        self._stream = stream if stream.isatty() else None
        self._width = 0

    def __enter__(self) -> StatusLine:
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")

    def show(self, searched: int, nodes: int) -> None:
        """Show the progress of a search."""
        self.write(f"no forced win within {plies_text(searched)}; {nodes:,} positions")

    def write(self, text: str) -> None:
        """Replace the line by `text`."""
        self._write(text)

    def _write(self, text: str) -> None:
        if self._stream is not None:
            self._stream.write("\r" + text.ljust(self._width) + ("" if text else "\r"))
            self._stream.flush()
            self._width = len(text)


def plies_text(count: int) -> str:
    """`1 ply`, `5 plies`."""
    return f"{count} ply" if count == 1 else f"{count} plies"
