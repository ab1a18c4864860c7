"""Game files of Y: a heading with the board, the players and the result, and then the moves.

    Y triangle-4 pass=on
    First: Ann
    Second: Ben
    Result: First
    1.1 2.1 pass 3.2

A file may have many games; each begins with its line `Y`. Variations are not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from game_of_y.game import GAME_OF_Y
from hexapoda.record import Ending, GameTree
from hexapoda.record.draft import Draft, Ply, draft_header
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.interpreter import PlainInterpreter

__all__ = ["FORMATS", "interpreter"]

_NAME = "ytext"
_START = re.compile(r"Y (triangle-\d+)(?: pass=(on|off))?\s*")
_TAG = re.compile(r"(First|Second|Result):(.*)")
_RESULTS = {"First": 0, "Second": 1, "Draw": None}


def interpreter(draft: Draft) -> PlainInterpreter:
    """Return what plays the texts of a draft."""
    return PlainInterpreter(GAME_OF_Y, draft)


def _detect(head: Head) -> bool:
    return bool(head.lines) and _START.fullmatch(head.lines[0]) is not None


def _read(text: str, source: str) -> Iterator[Draft]:
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if _START.fullmatch(line) and lines:
            yield _game(lines, source)
            lines = []
        if line.strip():
            lines.append((number, line.strip()))
    if lines:
        yield _game(lines, source)


def _game(lines: list[tuple[int, str]], source: str) -> Draft:
    start, (first, heading) = Ply(), lines[0]
    tags: dict[str, str] = {}
    ply = start
    for number, line in lines[1:]:
        if tag := _TAG.fullmatch(line):
            tags[tag[1]] = tag[2].strip()
            continue
        for word in line.split():
            ply = ply.add(word, number)
    found = _START.fullmatch(heading)
    header = draft_header(
        GAME_OF_Y.name,
        source,
        found[1] if found else "",
        names=(tags.get("First", ""), tags.get("Second", "")),
        winner=_RESULTS.get(tags.get("Result", "")),
        finished=tags.get("Result") in _RESULTS,
        ending=Ending.UNKNOWN,
        rules=(("pass", found[2]),) if found and found[2] else (),
    )
    return Draft(header, start, _NAME, first)


def _write(tree: GameTree, plain: bool) -> str:
    header = tree.header
    rules = [f"{name}={value}" for name, value in header.rules]
    lines = [" ".join(["Y", header.variant, *rules])]
    for side, player in zip(("First:", "Second:"), header.players, strict=True):
        lines.append(" ".join([side, *player.name.split()]))
    if header.finished:
        lines.append(f"Result: {next(name for name, one in _RESULTS.items() if one == header.winner)}")
    lines.append(" ".join(node.text for node in tree.main_line()))
    return "\n".join(lines) + "\n"


FORMATS = (RecordFormat(_NAME, _detect, _read, _write, (".y",), between="\n", title="Text of Y"),)
