"""Game logs of Board Game Arena: the JSON that the site's pages load, and the text that they show.

    {"data": {"logs": [{"time": "1700000000", "data": [
        {"type": "playToken", "args": {"player_id": "1", "player_name": "Ada", "coord": "c3"}}]}]}}

    Ada plays at c3

Red, who moves first, is our Black. A log may be truncated, even inside a packet. Two moves in a row by one
player mean that the log omits a pass by the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hexapoda.errors import InvalidGameError
from hexapoda.hex.records.line import Word, line_draft
from hexapoda.hex.variant import parse_variant
from hexapoda.record.bga_packets import log_offsets, packet_logs, utc_time
from hexapoda.record.draft import Draft, reading_error, unreadable
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.repair import Repair
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["BGA"]

_NAME = "bga"
_PLAYED = re.compile(r'"type"\s*:\s*"(?:playToken|swapPieces)"')
_DATA = re.compile(r'"data"\s*:\s*\[')
_SHOWN = re.compile(
    r"(.{1,80}?) (?:plays at ([a-z][0-9]{1,2})|(swaps|passes|resigns))[.!]?\s*", re.IGNORECASE
)
_BOARD = re.compile(r".*\bHex ([0-9]{1,2}x[0-9]{1,2})\b")
_MOVE_TEXTS = {"swapPieces": "swap-pieces", "pass": "pass"}
_SHOWN_TEXTS = {"swaps": "swap-pieces", "passes": "pass"}
_RESIGNED = frozenset({"resign", "playerConcedeGame"})


@dataclass
class _Log:
    """One game, as far as its log has been read."""

    line: int
    variant: str = ""
    date: str = ""
    players: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    moves: list[Word] = field(default_factory=list)
    resigned: int | None = None
    cut_text: str = ""
    """The text at which the log is cut off; empty if it is complete."""
    third_player: str | None = None
    """The name or id of a third player, at whose first action reading stops."""
    repairs: list[Repair] = field(default_factory=list)

    def color(self, player: str) -> int:
        """Return the color of a player: 0 for the first one named, who is Red, and 1 for the second. A third
        player is stored in `third_player`, and reading stops: the number returned is then not a color.
        """
        if player not in self.players:
            self.players.append(player)
        color = self.players.index(player)
        if color > 1:
            self.third_player = player
        return color

    def draft(self, source: str) -> Draft:
        """Return the draft of the game."""
        names = [*(self.names.get(player, "") for player in self.players), "", ""]
        draft = line_draft(
            _NAME,
            source,
            self.line,
            self.moves,
            variant=self.variant,
            resigned=self.resigned,
            names=(names[0], names[1]),
            date=self.date,
        )
        unfinished = None
        reason = None
        if self.third_player is not None:
            reason = Sentence(
                "the log has a third player, {name}",
                name=quoted(self.names.get(self.third_player, self.third_player)),
            )
        elif self.cut_text and self.resigned is None:
            reason = Sentence("{text} is cut off: expected a whole action", text=quoted(self.cut_text))
        if reason is not None:
            unfinished = reading_error(source, self.line, len(self.moves) + 1, reason)
        return replace(draft, unfinished=unfinished, repairs=tuple(self.repairs))


def _detect(head: Head) -> bool:
    if head.text.lstrip()[:1] in ("{", "["):
        return _PLAYED.search(head.text) is not None
    return any(_SHOWN.fullmatch(line) for line in head.lines) and head.most(_SHOWN, _BOARD)


def _read(text: str, source: str) -> Iterator[Draft]:
    if text.lstrip()[:1] not in ("{", "["):
        yield _shown(text, source)
        return
    offsets = log_offsets(text)
    if not offsets:
        data = _DATA.search(text) if text.lstrip()[:1] == "{" else None
        offsets = [text.find("[") + 1 if data is None else data.end()]  # a single action has no list
    for packets in packet_logs(text, offsets):
        log = _Log(packets.line)
        for packet in packets:
            _packet(log, packet)
        log.cut_text = packets.cut_text
        yield log.draft(source)


def _packet(log: _Log, packet: Any) -> None:
    """Read a packet of actions, or a single action."""
    if not isinstance(packet, dict):
        return
    events = packet.get("data")
    log.date = log.date or utc_time(packet.get("time")).partition("T")[0]
    for event in events if isinstance(events, list) else [packet]:
        args = event.get("args") if isinstance(event, dict) else None
        if isinstance(args, dict):
            _event(log, event.get("type"), args)


def _event(log: _Log, kind: Any, args: Mapping[str, Any]) -> None:
    if log.third_player is not None:
        return
    if "size" in args:
        try:
            log.variant = log.variant or parse_variant(str(args["size"]))
        except InvalidGameError as error:
            log.repairs = [Repair("dropped", message_of(error), log.line)]
        if args.get("red"):
            log.color(str(args["red"]))
    name = str(args.get("player_name") or "")
    # Some actions have only the name of the player, for example resignations.
    named = next((id for id, known in log.names.items() if known == name), name)
    player = str(args.get("player_id") or named)
    move = str(args.get("coord", "")) if kind == "playToken" else _MOVE_TEXTS.get(str(kind), "")
    if not move and kind not in _RESIGNED:
        return
    is_known = player in log.players or (bool(player) and len(log.players) < 2)
    if kind in _RESIGNED and not args.get("player_id") and not is_known:
        return  # the log does not say which of the two players resigned
    if name:
        log.names[player] = name
    color = log.color(player)
    if log.third_player is not None:
        return
    if kind in _RESIGNED:
        log.resigned = color
    else:
        log.moves.append(Word(move, move.lower(), color))


def _shown(text: str, source: str) -> Draft:
    """Return the draft of a game from a log as text, with one action on each line."""
    log = _Log(1)
    for number, line in enumerate(text.split("\n"), 1):
        board, found = _BOARD.match(line), _SHOWN.fullmatch(line.strip())
        if found is not None:
            color = log.color(found[1])
            if log.third_player is not None:
                break
            log.names[found[1]] = found[1]
            move = found[2] or _SHOWN_TEXTS.get(found[3].lower(), "")
            if move:
                log.moves.append(Word(move, move.lower(), color))
            else:
                log.resigned = color
        elif board is not None and not log.variant:
            try:
                log.variant = parse_variant(board[1])
            except InvalidGameError as error:
                return unreadable("hex", _NAME, source, number, message_of(error))
    return log.draft(source)


BGA = RecordFormat(_NAME, _detect, _read, title="Board Game Arena")
