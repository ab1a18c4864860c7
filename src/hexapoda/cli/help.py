"""The help of commands in a pager, if it is longer than the terminal.

Owns `paged` and the class of the commands, whose help is paged. Typer makes the text.
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
    """What is printed for a terminal, kept: colors stay, and so does the choice of characters."""

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
    """Show what is printed in the block: in the program that `PAGER` names, or `less`, if stdin and stdout
    are a terminal with fewer lines.
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
    import pydoc  # takes time, and few calls need it

    os.environ.setdefault("LESS", "FRX")  # colors, and the text stays on the screen
    pydoc.pager(text)


def _has_pager() -> bool:
    """Whether there is a program that pages: an empty `PAGER`, or one that cannot be found, means none."""
    try:
        words = shlex.split(os.environ.get("PAGER", "less"))
    except ValueError:
        return False
    return bool(words) and shutil.which(words[0]) is not None
