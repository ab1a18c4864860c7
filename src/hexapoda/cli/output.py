"""What a command prints: JSON lines for programs, plain lines for people.

Owns the promises of `--json`: UTF-8 whatever the locale, one object a line, never NaN or Infinity,
flushed at once so that a reader of the pipe sees progress. The commands own colors and layouts.
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

from hexapoda.text_table import TextColumn, format_row, format_table

__all__ = [
    "Output",
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
    """Write one object as one line of JSON to stdout. A number that JSON does not know becomes null."""
    text = json.dumps(_finite(value), ensure_ascii=False, allow_nan=False) + "\n"
    data = _utf8(text)
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:  # a stream that was put in stdout's place and takes only text
        sys.stdout.write(data.decode("utf-8"))
        sys.stdout.flush()
        return
    buffer.write(data)
    buffer.flush()


def print_text(text: str) -> None:
    """Write a line to stdout; what the terminal's encoding lacks is written as an escape."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def print_table(columns: Sequence[TextColumn], rows: Sequence[Sequence[object]]) -> None:
    """Write a table to stdout: fitted to a terminal, and as wide as it is into a file or a pipe."""
    for line in format_table(columns, rows, terminal_width()):
        print_text(line)
    sys.stdout.flush()


def print_row(columns: Sequence[TextColumn], row: Sequence[object]) -> None:
    """Write one row of a table whose rows come one by one, in columns of their least widths."""
    for line in format_row(columns, row, terminal_width()):
        print_text(line)
    sys.stdout.flush()


def terminal_width() -> int | None:
    """The columns of the terminal that stdout is, or None when it is a file or a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def print_written(text: str, target: str | Path) -> None:
    """Report on a file that is written: on stderr where the file itself went to stdout."""
    from hexapoda.output_file import is_stdout

    if is_stdout(target):
        print(text, file=sys.stderr, flush=True)
    else:
        print_text(text)


def placed(file: str, line: int | None, message: str) -> str:
    """`FILE:LINE: MESSAGE`, with the line of the message where it begins with one: it is said once."""
    found = _LINE.match(message)
    if found is not None:
        line, message = int(found[1]), message[found.end() :]
    return f"{file}: {message}" if line is None else f"{file}:{line}: {message}"


class Output:
    """Where one command's results go: `result` prints the object or the text, as the user asked."""

    def __init__(self, json: bool) -> None:
        """`json`: whether `--json` was given."""
        self.json = json

    def result(self, value: Mapping[str, Any], text: str | None) -> None:
        """Print `value` as JSON, or `text` for people; None prints nothing for them."""
        if self.json:
            print_json(value)
        elif text is not None:
            print_text(text)
            sys.stdout.flush()


def _utf8(text: str) -> bytes:
    """`text` in UTF-8. What Python could not decode gets its bytes back, if those are UTF-8."""
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
