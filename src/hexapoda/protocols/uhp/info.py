"""Reads and writes the lines of a running analysis, such as `info depth 9 ... pv wA1 -bQ;bG1 /bA1`.

docs/reference/uhp-extensions.md describes their format. The server writes them and the client reads them.
"""

from __future__ import annotations

import math

from hexapoda.engine import SearchInfo
from hexapoda.hive import Position
from hexapoda.hive.text.line import line_texts, read_line

__all__ = ["format_info", "is_info", "parse_info"]

_WORD = "info"
_MAX_DIGITS = 18
_PROVEN = (("win", 1), ("loss", -1))
_FIELDS = {"depth", "seldepth", "multipv", "win", "loss", "score", "nodes"}


def format_info(position: Position, info: SearchInfo) -> str:
    """Return the line for a search report on `position`."""
    words: list[object] = [_WORD]
    if info.depth is not None:
        words += ["depth", info.depth]
    if info.seldepth is not None:
        words += ["seldepth", info.seldepth]
    words += ["multipv", info.multipv]
    if info.win_in is not None:
        words += ["win" if info.win_in > 0 else "loss", abs(info.win_in)]
    elif info.score is not None and math.isfinite(info.score):
        words += ["score", f"{info.score:.10g}"]
    if info.nodes is not None:
        words += ["nodes", info.nodes]
        if info.time > 0:
            words += ["nps", round(info.nodes / info.time)]
    words += ["time", round(1000 * info.time), "pv", ";".join(line_texts(position, info.pv))]
    return " ".join(str(word) for word in words)


def is_info(line: str) -> bool:
    """Return whether a line of an answer is an info line. No MoveString begins this way."""
    return line.startswith(_WORD + " ")


def parse_info(position: Position, line: str) -> SearchInfo | None:
    """Parse an info line; return None if it is invalid. Unknown fields are ignored."""
    head, _, play = line.partition(" pv ")
    words = head.split()[1:]
    fields = dict(zip(words[::2], words[1::2], strict=False))
    if not fields.keys() & _FIELDS:
        return None
    try:
        score = float(fields["score"]) if "score" in fields else None
        proven = [sign * _count(fields[word]) for word, sign in _PROVEN if word in fields]
        return SearchInfo(
            depth=_count(fields["depth"]) if "depth" in fields else None,
            nodes=_count(fields["nodes"]) if "nodes" in fields else None,
            time=_count(fields.get("time", "0")) / 1000,
            pv=read_line(position, play.split(";")),
            score=score if score is not None and math.isfinite(score) else None,
            win_in=proven[0] if proven else None,
            seldepth=_count(fields["seldepth"]) if "seldepth" in fields else None,
            multipv=_count(fields.get("multipv", "1")),
        )
    except ValueError:
        return None


def _count(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > _MAX_DIGITS:
        raise ValueError(text)
    return int(text)
