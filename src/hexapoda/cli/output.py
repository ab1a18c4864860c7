"""Command output: JSON lines for programs, plain lines for users.

Defines what `--json` guarantees: UTF-8 in any locale, one object per line, never NaN or Infinity, and a flush
after every line so that the reader of a pipe sees progress. The commands own their colors and layouts.
"""

from __future__ import annotations

import json
import math
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hexapoda.text.text_table import TextColumn, format_row, format_table

__all__ = [
    "Output",
    "counted",
    "placed",
    "print_json",
    "print_row",
    "print_table",
    "print_text",
    "print_written",
    "terminal_width",
]

_LINE = re.compile(r"line ([0-9]+)(?:, |: )")


def print_json(value: Mapping[str, Any]) -> None:
    """Write one object as one line of JSON to stdout. NaN and infinite numbers become null."""
    text = json.dumps(_finite(value), ensure_ascii=False, allow_nan=False) + "\n"
    data = _utf8(text)
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:  # a text-only stream that replaced stdout
        sys.stdout.write(data.decode("utf-8"))
        sys.stdout.flush()
        return
    buffer.write(data)
    buffer.flush()


def print_text(text: str) -> None:
    """Write a line to stdout, with escapes for characters that its encoding lacks."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def print_table(columns: Sequence[TextColumn], rows: Sequence[Sequence[object]]) -> None:
    """Write a table to stdout. On a terminal, fit it to the width."""
    for line in format_table(columns, rows, terminal_width()):
        print_text(line)
    sys.stdout.flush()


def print_row(columns: Sequence[TextColumn], row: Sequence[object]) -> None:
    """Write one row of a table before the other rows are known, in columns of fixed minimum width."""
    for line in format_row(columns, row, terminal_width()):
        print_text(line)
    sys.stdout.flush()


def terminal_width() -> int | None:
    """Return the width of the terminal in columns, or None if stdout is a file or a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def print_written(text: str, target: str | Path) -> None:
    """Report that a file was written: on stderr if the file itself was written to stdout."""
    from hexapoda.files.output_file import is_stdout

    if is_stdout(target):
        print(text, file=sys.stderr, flush=True)
    else:
        print_text(text)


def placed(file: str, line: int | None, message: str) -> str:
    """Return `FILE:LINE: MESSAGE`. A line number at the start of the message replaces `line`."""
    found = _LINE.match(message)
    if found is not None:
        line, message = int(found[1]), message[found.end() :]
    return f"{file}: {message}" if line is None else f"{file}:{line}: {message}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 game`, `2 games`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


class Output:
    """Prints the results of one command as JSON or as text."""

    def __init__(self, json: bool) -> None:
        """`json`: whether `--json` was given."""
        self.json = json

    def result(self, value: Mapping[str, Any], text: str | None) -> None:
        """Print `value` with `--json`, otherwise `text` if it is not None."""
        if self.json:
            print_json(value)
        elif text is not None:
            print_text(text)
            sys.stdout.flush()


def _utf8(text: str) -> bytes:
    """Encode as UTF-8. Restores the original bytes of surrogate escapes if the result is valid UTF-8."""
    try:
        data = text.encode("utf-8", "surrogateescape")
        data.decode("utf-8")
    except UnicodeError:
        return text.encode("utf-8", "backslashreplace")
    return data


def _finite(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return value
