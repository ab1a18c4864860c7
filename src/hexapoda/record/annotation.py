"""Annotations of a move as commands in the comments of a file: reading and writing.

`[%eval SCORE#WIN,DEPTH]` is the evaluation from an analysis, for the player who moved.
`[%play score=.. win=.. depth=.. nodes=.. time=.. book]` is what the player reported with the move,
`[%mark ...]` is a mark on the board (see `mark`), and `[%nag 7]` is a glyph for which a format has no sign of
its own. Reading and writing the files is up to the formats.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import Any

from hexapoda.record.draft import Ply
from hexapoda.record.game_record import MoveRecord
from hexapoda.record.mark import MARK, format_mark, parse_mark
from hexapoda.record.node import MoveEvaluation, Node

__all__ = ["COMMAND", "annotate", "commands"]

COMMAND = re.compile(r"\[(?=%(?:eval|play|mark|nag|next)\b)")
"""The bracket that begins a command. Writers escape it in free text."""

_FLOAT = r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
_EVAL = re.compile(rf"\[%eval ({_FLOAT})?(?:#([-+]?[0-9]+))?(?:,([0-9]+))?\]")
_PLAY = re.compile(r"\[%play((?: [a-z]+(?:=[-+.0-9eE]+)?)*)\]")
_GLYPH = re.compile(r"(?<! ) *\[%nag ([1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])\]")
_PLAYED = {"score": float, "win": int, "depth": int, "nodes": int, "time": float}


def commands(node: Node, nags: Iterable[int] = ()) -> list[str]:
    """Return a list with a single comment that has all commands of a node; an empty list if it has none.
    `nags` are the glyphs that need a command.
    """
    found = [command for command in (_eval_text(node.evaluation), _play_text(node.played)) if command]
    found += map(format_mark, node.marks)
    found += [f"[%nag {nag}]" for nag in nags]
    return [" ".join(found)] if found else []


def annotate(
    ply: Ply, nags: Iterable[int], comments: Iterable[str], unescape: Callable[[str], str] = str
) -> None:
    """Add glyphs and comments that were read from a file to a ply. Commands in the comments set
    `ply.evaluation` and `ply.details`, and add marks and glyphs; `unescape` decodes the rest of each comment.
    """
    ply.annotate(nags=nags)
    for comment in comments:
        rest = comment
        if "[%" in comment:
            rest = _read_commands(ply, comment)
        if rest == comment or rest.strip():
            ply.annotate([unescape(rest.strip())])


def _read_commands(ply: Ply, comment: str) -> str:
    """Set the fields of a ply from the commands in a comment; return the rest of the comment."""
    rest = comment
    found = _EVAL.search(rest)
    if found is not None and any(found.groups()):
        ply.evaluation = _evaluation(found)
        rest = rest[: found.start()] + rest[found.end() :]
    reported = _PLAY.search(rest)
    if reported is not None and ply.parent is not None:
        ply.details = _played(reported[1].split())
        rest = rest[: reported.start()] + rest[reported.end() :]
    ply.annotate(nags=[int(nag) for nag in _GLYPH.findall(rest)])
    rest = _GLYPH.sub("", rest)
    kept, at = [], 0
    for command in MARK.finditer(rest):
        mark = parse_mark(command)
        if mark is not None:
            ply.annotate(marks=[mark])
            kept.append(rest[at : command.start()].rstrip(" "))
            at = command.end()
    return "".join([*kept, rest[at:]])


def _eval_text(evaluation: MoveEvaluation | None) -> str:
    if evaluation is None:
        return ""
    text = "" if evaluation.score is None else _number(evaluation.score)
    text += "" if evaluation.win_in is None else f"#{evaluation.win_in}"
    text += "" if evaluation.depth is None else f",{evaluation.depth}"
    return f"[%eval {text}]" if text else ""


def _evaluation(found: re.Match[str]) -> MoveEvaluation:
    score, win_in, depth = found.groups()
    return MoveEvaluation(
        None if score is None else float(score),
        None if win_in is None else int(win_in),
        None if depth is None else int(depth),
    )


def _play_text(played: MoveRecord | None) -> str:
    if played is None:
        return ""
    values = zip(_PLAYED, (played.score, played.win_in, played.depth, played.nodes, played.time), strict=True)
    words = [f"{name}={_number(value)}" for name, value in values if value is not None and _number(value)]
    words += ["book"] if played.book else []
    return f"[%play {' '.join(words)}]" if words else ""


def _played(words: list[str]) -> MoveRecord:
    values: dict[str, Any] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name in _PLAYED and value:
            values[name] = _PLAYED[name](value)
    if "win" in values:
        values["win_in"] = values.pop("win")
    return MoveRecord("", book="book" in words, **values)


def _number(value: float) -> str:
    return repr(value) if math.isfinite(value) else ""
