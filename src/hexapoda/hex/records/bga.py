"""Logs of Board Game Arena: as JSON, which the pages of the site get, and as the text that the pages show.

    {"data": {"logs": [{"time": "1700000000", "data": [
        {"type": "playToken", "args": {"player_id": "1", "player_name": "Ada", "coord": "c3"}}]}]}}

    Ada plays at c3

Red, who begins, is our Black. A log may end before its game, also within a packet. If a player moves twice in
a row, the log leaves out a pass of the other. Owns reading these logs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from hexapoda.errors import InvalidGameError
from hexapoda.hex.records.line import Word, line_draft
from hexapoda.hex.variant import parse_variant
from hexapoda.record.draft import Draft, reading_error, unreadable
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.repair import Repair
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["BGA"]

_NAME = "bga"
_DECODER = json.JSONDecoder()
_PLAYED = re.compile(r'"type"\s*:\s*"(?:playToken|swapPieces)"')
_LOGS = re.compile(r'"logs"\s*:\s*\[')
_DATA = re.compile(r'"data"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")
_SHOWN = re.compile(r"(.{1,80}?) (?:plays at ([a-z][0-9]{1,2})|(swap|passe|resign)s)[.!]?\s*", re.IGNORECASE)
_BOARD = re.compile(r".*\bHex ([0-9]{1,2}x[0-9]{1,2})\b")
_QUOTED = 80
_WORDS = {"swapPieces": "swap-pieces", "pass": "pass"}
_RESIGNED = frozenset({"resign", "playerConcedeGame"})


@dataclass
class _Log:
    """One game, as far as its actions have been read."""

    line: int
    variant: str = ""
    date: str = ""
    players: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    words: list[Word] = field(default_factory=list)
    resigned: int | None = None
    cut: str = ""
    repairs: list[Repair] = field(default_factory=list)

    def color(self, player: str) -> int:
        """Return the color of a player: the first who is named is Red."""
        if player not in self.players:
            self.players.append(player)
        return min(self.players.index(player), 1)

    def draft(self, source: str) -> Draft:
        """Return the game."""
        names = [*(self.names.get(player, "") for player in self.players), "", ""]
        draft = line_draft(
            _NAME,
            source,
            self.line,
            self.words,
            variant=self.variant,
            resigned=self.resigned,
            names=(names[0], names[1]),
            date=self.date,
        )
        unfinished = None
        if self.cut and self.resigned is None:
            reason = Sentence("{text} is cut off: expected a whole action", text=quoted(self.cut))
            unfinished = reading_error(source, self.line, len(self.words) + 1, reason)
        return replace(draft, unfinished=unfinished, repairs=tuple(self.repairs))


def _detect(head: Head) -> bool:
    if head.text.lstrip()[:1] in ("{", "["):
        return _PLAYED.search(head.text) is not None
    return any(_SHOWN.fullmatch(line) for line in head.lines) and head.most(_SHOWN, _BOARD)


def _read(text: str, source: str) -> Iterator[Draft]:
    if text.lstrip()[:1] not in ("{", "["):
        yield _shown(text, source)
        return
    begins = [found.end() for found in _LOGS.finditer(text)]
    if not begins:
        data = _DATA.search(text) if text.lstrip()[:1] == "{" else None
        begins = [text.find("[") + 1 if data is None else data.end()]  # a single action has no list
    line, counted = 1, 0
    for begin, end in zip(begins, [*begins[1:], len(text)], strict=True):
        line += text.count("\n", counted, begin)
        counted = begin
        log = _Log(line)
        for packet in _packets(log, text, begin, end):
            _packet(log, packet)
        yield log.draft(source)


def _packets(log: _Log, text: str, at: int, end: int) -> Iterator[Any]:
    """Yield the objects of a list up to its end, or up to where the text is cut off, which `log` gets."""
    while True:
        between = _BETWEEN.match(text, at)
        at = at if between is None else between.end()
        if at >= end or text[at] == "]":
            return
        try:
            packet, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            log.cut = text[at : at + _QUOTED]
            return
        yield packet


def _packet(log: _Log, packet: Any) -> None:
    """Read a packet of actions, or a single action."""
    if not isinstance(packet, dict):
        return
    events = packet.get("data")
    log.date = log.date or _date(packet.get("time"))
    for event in events if isinstance(events, list) else [packet]:
        args = event.get("args") if isinstance(event, dict) else None
        if isinstance(args, dict):
            _event(log, event.get("type"), args)


def _event(log: _Log, kind: Any, args: Mapping[str, Any]) -> None:
    if "size" in args:
        try:
            log.variant = log.variant or parse_variant(str(args["size"]))
        except InvalidGameError as error:
            log.repairs = [Repair("dropped", message_of(error), log.line)]
        if args.get("red"):
            log.color(str(args["red"]))
    player = str(args.get("player_id", ""))
    word = str(args.get("coord", "")) if kind == "playToken" else _WORDS.get(str(kind), "")
    if not word and kind not in _RESIGNED:
        return
    color = log.color(player)
    if args.get("player_name"):
        log.names[player] = str(args["player_name"])
    if kind in _RESIGNED:
        log.resigned = color
    else:
        log.words.append(Word(word, word.lower(), color))


def _shown(text: str, source: str) -> Draft:
    """Return the game of a log as text: one action on each line."""
    log = _Log(1)
    for number, line in enumerate(text.split("\n"), 1):
        board, found = _BOARD.match(line), _SHOWN.fullmatch(line.strip())
        if found is not None:
            color = log.color(found[1])
            log.names[found[1]] = found[1]
            word = found[2] or {"swap": "swap-pieces", "passe": "pass"}.get(found[3].lower(), "")
            if word:
                log.words.append(Word(word, word.lower(), color))
            else:
                log.resigned = color
        elif board is not None and not log.variant:
            try:
                log.variant = parse_variant(board[1])
            except InvalidGameError as error:
                return unreadable("hex", _NAME, source, number, message_of(error))
    return log.draft(source)


def _date(time: Any) -> str:
    """Return the date of a time in seconds since 1970."""
    try:
        return datetime.fromtimestamp(int(time), UTC).date().isoformat()
    except (TypeError, ValueError, OverflowError, OSError):
        return ""


BGA = RecordFormat(_NAME, _detect, _read, title="Board Game Arena")
