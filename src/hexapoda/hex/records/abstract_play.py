"""Games of Abstract Play as JSON: records of finished games, and states of games as their pages show them.

    {"header": {"game": {"name": "Hex"}, "players": [{"name": "Ada", "result": 1}, ...]},
     "moves": [["a1", "b2"], ...]}
    {"game": "hex", "variants": ["size-11"], "winner": [2], "stack": [{"lastmove": "a1"}, ...]}

The default board is 13x13. Player 1 joins top and bottom. A swap exchanges the seats of the players, not the
stones; only records mention it. These games are read, but not written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hexapoda.hex.records.line import Word, board_draft
from hexapoda.record.date import read_date
from hexapoda.record.draft import Draft, unreadable
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.line_counter import LineCounter
from hexapoda.text.sentence import Sentence

__all__ = ["ABSTRACT_PLAY"]

_NAME = "abstract-play"
_RECORD = re.compile(r'"game"\s*:\s*\{\s*"name"\s*:\s*"Hex"')
_STATE = re.compile(r'"game"\s*:\s*"hex"')
_PARTS = re.compile(r'"(?:stack|numplayers|gameover)"\s*:')
_USUAL = 13
_DECODER = json.JSONDecoder()
_BETWEEN = re.compile(r"[\s,\[\]]*")


def _detect(head: Head) -> bool:
    if head.text.lstrip()[:1] not in ("{", "["):
        return False
    return bool(_RECORD.search(head.text) or (_STATE.search(head.text) and _PARTS.search(head.text)))


def _read(text: str, source: str) -> Iterator[Draft]:
    """Yield the games in a text: a single object, a list of objects, or objects one after another."""
    at, lines = 0, LineCounter(text)
    while True:
        between = _BETWEEN.match(text, at)
        at = at if between is None else between.end()
        line = lines.at(at)
        if at >= len(text):
            return
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            yield unreadable("hex", _NAME, source, line, Sentence("it is not JSON: expected a game"))
            return
        yield _game(value, source, line)


def _game(value: Any, source: str, line: int) -> Draft:
    try:
        return _record(value, source, line) if "header" in value else _state(value, source, line)
    except (TypeError, ValueError, LookupError, AttributeError):
        reason = Sentence("it is not a game from Abstract Play: expected its moves in 'moves' or 'stack'")
        return unreadable("hex", _NAME, source, line, reason)


def _record(value: Mapping[str, Any], source: str, line: int) -> Draft:
    header = value["header"]
    seats = [(str(seat["name"]), seat.get("result")) for seat in header["players"]]
    first, second = seats
    moves = [Word(_move(move)) for turn in value["moves"] for move in turn if move is not None]
    swapped = header.get("pie-invoked") is True
    if swapped:
        moves.insert(1, Word("swap-sides"))
        first, second = second, first
    results = (first[1], second[1])
    known = all(isinstance(result, int | float) for result in results)
    side = _side(header["game"].get("variants"))
    return board_draft(
        _NAME,
        source,
        line,
        side,
        side,
        moves,
        names=(first[0], second[0]),
        winner=int(results[1] > results[0]) if known and results[0] != results[1] else None,
        date=read_date(str(header.get("date-start", ""))),
        event=str(header.get("event") or ""),
        tags=tuple(
            (name, str(text))
            for name, text in (
                ("Site", header.get("site", {}).get("name")),
                ("GameId", header.get("site", {}).get("gameid")),
                ("Round", header.get("round")),
            )
            if text
        ),
    )


def _state(value: Mapping[str, Any], source: str, line: int) -> Draft:
    moves = [Word(_move(entry)) for entry in value["stack"] if _move(entry)]
    winner = value.get("winner")
    won = winner[0] if isinstance(winner, list) and len(winner) == 1 else None
    side = _side(value.get("variants"))
    stack = value["stack"]
    first = stack[0].get("_timestamp", "") if stack else ""
    return board_draft(
        _NAME,
        source,
        line,
        side,
        side,
        moves,
        winner=won - 1 if won in (1, 2) else None,
        date=read_date(str(first)),
    )


def _move(value: Any) -> str:
    """Return the cell of a move, which is a string, an object or an entry of the stack; empty if there is
    none.
    """
    if isinstance(value, str):
        return value.lower()
    for found in (value.get("move"), value.get("lastmove")):
        if isinstance(found, str):
            return found.lower()
    for result in value.get("_results", ()):
        if result.get("type") == "place":
            return str(result["where"]).lower()
    return ""


def _side(variants: Any) -> int:
    """Return the board size that the variants name, or else the default size."""
    for text in variants or ():
        found = re.search(r"[0-9]{1,3}", str(text))
        if found is not None:
            return int(found[0])
    return _USUAL


ABSTRACT_PLAY = RecordFormat(_NAME, _detect, _read, title="Abstract Play")
