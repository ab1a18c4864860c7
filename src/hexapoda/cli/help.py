"""The help of commands, in a pager if it is longer than the terminal.

`paged` shows output in the pager, and `HexapodaCommand` uses it for help. Typer formats the text.
"""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from typing import Any

from typer.core import TyperCommand

__all__ = ["HexapodaCommand", "paged"]


class HexapodaCommand(TyperCommand):
    """A command whose help is paged."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help, in a pager if it is longer than the terminal."""
        with paged():
            super().format_help(ctx, formatter)


class _Kept(io.StringIO):
    """A buffer that passes for a terminal, so that Rich writes the same colors and characters as to one."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return True


@contextlib.contextmanager
def paged() -> Iterator[None]:
    """Show the output of the block in `$PAGER`, by default `less`, if stdin and stdout are terminals and the
    output does not fit on the screen. Otherwise print it.
    """
    if not (sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()):
        yield
        return
    kept = _Kept(sys.stdout.encoding)
    with contextlib.redirect_stdout(kept):
        yield
    text = kept.getvalue()
    if text.count("\n") < shutil.get_terminal_size().lines or not _has_pager():
        sys.stdout.write(text)
        return
    import pydoc  # here, because the import takes time and is rarely needed

    os.environ.setdefault("LESS", "FRX")  # keep colors, and leave the text on the screen
    pydoc.pager(text)


def _has_pager() -> bool:
    """Return whether the pager can be found. An empty `PAGER` means no pager."""
    try:
        words = shlex.split(os.environ.get("PAGER", "less"))
    except ValueError:
        return False
    return bool(words) and shutil.which(words[0]) is not None
