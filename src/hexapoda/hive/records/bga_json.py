"""Game logs of Board Game Arena as JSON, as the site's own pages get them.

    {"data": {"logs": [{"move_id": "4", "time": "1700000000", "data": [
        {"type": "tokenPlayed", "log": "...", "args": {"notation": "[wS1 ]", "player_name": "Ada"}}]}],
      "players": [{"id": 1, "color": "#ffffff", "name": "Ada"}]}}

Owns where a game, its packets and its players are. The packets are read one after another, so the JSON may be
cut off, and a text may hold several games. `bga` knows what the actions mean.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from hexapoda.hive.records.bga import BgaLog
from hexapoda.record.draft import Draft
from hexapoda.record.format import Head, RecordFormat

__all__ = ["BGA_JSON"]

_NAME = "bga-json"
_DECODER = json.JSONDecoder()
_LOGS = re.compile(r'"logs"\s*:\s*\[')
_PLAYERS = re.compile(r'"players"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")
_PLAYED = re.compile(r'"type"\s*:\s*"tokenPlayed"')
_ACTIONS = frozenset(
    ["tokenPlayed", "message", "offerDraw", "acceptDraw", "declineDraw", "queenSurr", "playerConcedeGame"]
)
"""Types of events that tell about a game of Hive; all others are about the page."""
_COLORS = ("ffffff", "000000")


@dataclass
class _Players:
    """The players of a game, in the order of their colors."""

    names: list[str] = field(default_factory=lambda: ["", ""])

    def see(self, name: Any) -> None:
        """Take the name of the player who makes a move: White makes the first."""
        if isinstance(name, str) and name not in self.names and "" in self.names:
            self.names[self.names.index("")] = name

    def read(self, players: list[Any]) -> None:
        """Take the names and colors of a list of players."""
        for player in players:
            color = str(player.get("color", "")).lstrip("#").lower() if isinstance(player, dict) else ""
            if color in _COLORS:
                self.names[_COLORS.index(color)] = str(player.get("name", ""))


def _detect(head: Head) -> bool:
    return head.text.lstrip()[:1] in ("{", "[") and _PLAYED.search(head.text) is not None


def _read(text: str, source: str) -> Iterator[Draft]:
    begins = [found.end() for found in _LOGS.finditer(text)] or [text.index("[") + 1 if "[" in text else 0]
    line, counted = 1, 0
    for begin, end in zip(begins, [*begins[1:], len(text)], strict=True):
        line += text.count("\n", counted, begin)
        counted = begin
        yield _game(text, begin, end, source, line)


BGA_JSON = RecordFormat(_NAME, _detect, _read)


def _game(text: str, at: int, end: int, source: str, line: int) -> Draft:
    """Return the game whose list of packets begins at an offset."""
    log = BgaLog(_NAME, source, line, "")
    players = _Players()
    counted = at
    while True:
        between = _BETWEEN.match(text, at)
        at = at if between is None else between.end()
        line += text.count("\n", counted, at)
        counted = at
        if at >= end or text[at] == "]":
            break
        try:
            packet, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            log.cut(line, text[at : at + 80])
            break
        if isinstance(packet, dict):
            _packet(log, players, packet, line)
    if at >= end:
        log.cut(line, text[max(0, end - 40) : end])
    listed = _PLAYERS.search(text, at, end)
    if listed is not None:
        with suppress(ValueError, RecursionError):  # without a list, the names of the moves are used
            players.read(_DECODER.raw_decode(text, listed.end() - 1)[0])
    log.names = (players.names[0], players.names[1])
    return log.draft()


def _packet(log: BgaLog, players: _Players, packet: Mapping[str, Any], line: int) -> None:
    events = packet.get("data")
    if not isinstance(events, list):
        log.cut(line, json.dumps(packet))
        return
    log.name = log.name or str(packet.get("table_id") or "")
    log.date = log.date or _date(packet.get("time"))
    for event in events:
        args = event.get("args") if isinstance(event, dict) else None
        args = args if isinstance(args, dict) else {}
        kind = str(event.get("type", "")) if isinstance(event, dict) else ""
        if kind not in _ACTIONS and "notation" not in args:
            continue
        notation = str(args.get("notation", "")).strip()
        if kind == "tokenPlayed":
            players.see(args.get("player_name"))
            notation = notation if notation.startswith("[") else f"[{notation}]"
        log.add(line, str(packet.get("move_id", "")), kind, notation, str(event.get("log", "")))
        if kind == "playerConcedeGame" and args.get("player_name") in players.names:
            log.resigned = players.names.index(args["player_name"])


def _date(seconds: Any) -> str:
    """Return the date of a Unix time, which is a text; empty if it is none."""
    try:
        return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (TypeError, ValueError, OverflowError, OSError):
        return ""
