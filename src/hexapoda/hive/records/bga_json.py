"""Game logs of Board Game Arena as JSON, as the site sends them to its own pages.

    {"data": {"logs": [{"move_id": "4", "time": "1700000000", "data": [
        {"type": "tokenPlayed", "log": "...", "args": {"notation": "[wS1 ]", "player_name": "Ada"}}]}],
      "players": [{"id": 1, "color": "#ffffff", "name": "Ada"}]}}

Finds the games in a file, which may contain several, and their players. `bga_packets` finds the packets, and
`bga` interprets the actions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from hexapoda.hive.records.bga import BgaLog
from hexapoda.record.bga_packets import QUOTED_LENGTH, PacketLog, log_offsets, packet_logs, utc_time
from hexapoda.record.draft import Draft
from hexapoda.record.format import Head, RecordFormat

__all__ = ["BGA_JSON"]

_NAME = "bga-json"
_DECODER = json.JSONDecoder()
_PLAYERS = re.compile(r'"players"\s*:\s*\[')
_PLAYED = re.compile(r'"type"\s*:\s*"tokenPlayed"')
_ACTIONS = frozenset(
    ["tokenPlayed", "message", "offerDraw", "acceptDraw", "declineDraw", "queenSurr", "playerConcedeGame"]
)
"""The types of events that belong to the game. Other events concern the page, unless they have a notation."""
_COLORS = ("ffffff", "000000")


@dataclass
class _Players:
    """The names of a game's players, White's first; empty while unknown."""

    names: list[str] = field(default_factory=lambda: ["", ""])

    def add_mover(self, name: Any) -> None:
        """Record the name of a player who moves. White moves first, so the first name is White's."""
        if isinstance(name, str) and name not in self.names and "" in self.names:
            self.names[self.names.index("")] = name

    def set_from_list(self, players: list[Any]) -> None:
        """Set the names from a list of players with their colors."""
        for player in players:
            color = str(player.get("color", "")).lstrip("#").lower() if isinstance(player, dict) else ""
            if color in _COLORS:
                self.names[_COLORS.index(color)] = str(player.get("name", ""))


def _detect(head: Head) -> bool:
    return head.text.lstrip()[:1] in ("{", "[") and _PLAYED.search(head.text) is not None


def _read(text: str, source: str) -> Iterator[Draft]:
    offsets = log_offsets(text) or [text.index("[") + 1 if "[" in text else 0]
    for packets in packet_logs(text, offsets):
        yield _game(text, packets, source)


BGA_JSON = RecordFormat(_NAME, _detect, _read)


def _game(text: str, packets: PacketLog, source: str) -> Draft:
    log = BgaLog(_NAME, source, packets.line, "")
    players = _Players()
    for packet in packets:
        if isinstance(packet, dict):
            _packet(log, players, packet, packets.line)
    end = packets.end
    if packets.cut_text:
        log.cut(packets.line, packets.cut_text)
    elif not packets.closed:
        log.cut(packets.line, text[max(0, end - QUOTED_LENGTH) : end])
    listed = _PLAYERS.search(text, packets.offset, end)
    if listed is not None:
        with suppress(ValueError, RecursionError):  # if the list is invalid, keep the names from the moves
            players.set_from_list(_DECODER.raw_decode(text, listed.end() - 1)[0])
    log.names = (players.names[0], players.names[1])
    return log.draft()


def _packet(log: BgaLog, players: _Players, packet: Mapping[str, Any], line: int) -> None:
    events = packet.get("data")
    if not isinstance(events, list):
        log.cut(line, json.dumps(packet))
        return
    log.name = log.name or str(packet.get("table_id") or "")
    log.date = log.date or utc_time(packet.get("time"))
    for event in events:
        if not isinstance(event, dict):
            continue
        args = event.get("args")
        args = args if isinstance(args, dict) else {}
        kind = str(event.get("type", ""))
        if kind not in _ACTIONS and "notation" not in args:
            continue
        notation = str(args.get("notation", "")).strip()
        if kind == "tokenPlayed":
            players.add_mover(args.get("player_name"))
            notation = notation if notation.startswith("[") else f"[{notation}]"
        log.add(line, str(packet.get("move_id", "")), kind, notation, str(event.get("log", "")))
        if kind == "playerConcedeGame" and args.get("player_name") in players.names:
            log.resigned = players.names.index(args["player_name"])
