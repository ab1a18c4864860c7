"""Describing errors raised by foreign code, such as a bot: what went wrong, and where.

`describe_error` returns one line for messages, and `traceback_text` the traceback for logs.
"""

from __future__ import annotations

import os
import traceback
from pathlib import Path
from types import TracebackType

__all__ = ["describe_error", "traceback_text"]

_OURS = str(Path(__file__).parent) + os.sep
_LIBRARY = str(Path(os.__file__).parent) + os.sep
"""The folder of the standard library, which also contains the installed packages."""


def describe_error(error: BaseException) -> str:
    """Return the error and its location as one line: `KeyError: 'oops' (bot.py:12)`.

    The location is the innermost line of the traceback in the user's own files; failing that, in a library or
    in this package.
    """
    name = type(error).__name__
    try:
        words = str(error)
    except Exception:  # `__str__` is foreign code too
        words = "<no text: its __str__ failed>"
    # Line breaks become spaces; other characters that a terminal would obey are shown as escapes.
    words = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in " ".join(words.split()))
    text = f"{name}: {words}" if words else name
    place = _place(error.__traceback__)
    return f"{text} ({place})" if place else text


def traceback_text(error: BaseException) -> str:
    """Return the traceback of an error and its causes, starting at the first line of foreign code."""
    own = error.__traceback__
    while own is not None and own.tb_next is not None and _path(own).startswith(_OURS):
        own = own.tb_next
    return "".join(traceback.format_exception(type(error), error, own))


def _place(trace: TracebackType | None) -> str:
    best, rank = "", 0
    while trace is not None:
        path = _path(trace)
        known = 1 if path.startswith((_OURS, _LIBRARY)) else 2
        if known >= rank and not Path(path).name.startswith("<"):  # such as <frozen importlib>
            best, rank = f"{Path(path).name}:{trace.tb_lineno}", known
        trace = trace.tb_next
    return best


def _path(trace: TracebackType) -> str:
    return os.path.abspath(trace.tb_frame.f_code.co_filename)  # noqa: PTH100 - the file need not exist
