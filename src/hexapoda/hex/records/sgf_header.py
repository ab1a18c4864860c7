"""The header of an SGF game: conversion between root properties and the fields of a `GameRecord`.

Fields without a standard property are stored as a JSON object in the property `HXR`. RE, PB and PW refer to
the players, not to the colors of their stones: PB is the player who moved first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hexapoda.errors import HexapodaError
from hexapoda.hex.cell import by_row, format_cell
from hexapoda.hex.game import HEX
from hexapoda.hex.position import BLACK, WHITE, Position
from hexapoda.record import Ending, GameRecord, GameTree
from hexapoda.record.date import read_date
from hexapoda.record.draft import draft_header
from hexapoda.record.repair import Repair
from hexapoda.record.sgf import SgfNode
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["read_header", "root_properties"]

_OWN = "HXR"
_LETTERS = "BW"
_ENDINGS = {Ending.RESIGN: "R", Ending.TIMEOUT: "T"}
_WORDS = {"r": Ending.RESIGN, "resign": Ending.RESIGN, "t": Ending.TIMEOUT, "time": Ending.TIMEOUT}
_FORFEIT = "forfeit"
"""The third termination that RE can express; a `GameRecord` stores it in `detail`."""
_RESULT = re.compile(r"\s*([BW])(?:lack|hite)?\b(?:\s*\+\s*(\w*))?", re.IGNORECASE)
_NO_RESULT = frozenset({"", "?", "void"})
_RULE = re.compile(r"swap[-=](pieces|sides|off)", re.IGNORECASE)
_UNSAFE = re.compile("[\x00\r\ufeff\ud800-\udfff]")
"""Characters that do not survive reading a file. They are replaced in properties, but HXR keeps them, because
JSON escapes them."""
_EMPTY: dict[str, Any] = {
    "rules": {},
    "start": None,
    "detail": "",
    "date": "",
    "event": "",
    "tags": {},
}
"""The JSON values that HXR stores for fields that a header lacks but that the properties would set."""
_NOTHING = frozenset({"", "null"})
"""The values of EV that do not name an event, in lowercase. LittleGolem writes them for friendly games."""
_NOT_TAGS = frozenset(
    re.findall(
        r"\w+",
        "FF GM SZ PB PW RE PL AB AW AE C B W BL WL OB OW CA KM TE BM IT DO CR SQ TR MA AR LN LB DT EV HXR",
    )
)
"""Properties that become fields or annotations, or that the replay makes redundant."""


def read_header(root: SgfNode, source: str, variant: str, start: Position) -> tuple[GameRecord, list[Repair]]:
    """Return the header that the root describes, and a repair for each property that was not understood or
    was dropped. `start` is the position with the stones of the root.
    """
    repairs = []
    text = (root.first("RE") or "").strip()
    found = _RESULT.match(text)
    winner = None if found is None else _LETTERS.index(found[1].upper())
    word = "" if found is None else (found[2] or "").lower()
    if found is None and text.lower() not in _NO_RESULT:
        reason = Sentence("the result {text} is unknown: expected a winner, such as B+", text=repr(text[:40]))
        repairs.append(Repair("unknown", reason, root.line))
    rule = _RULE.search(root.first("RU") or "")
    event = _line(root.first("EV"))
    written = _line(root.first("DT"))
    date = read_date(written)
    tags = {
        found.name: found.value.strip() if found.name == "GC" else _line(found.value)
        for found in reversed(root.properties)
        if found.name not in _NOT_TAGS and found.value.strip()
    }
    tags = dict(reversed(tags.items())) | ({"DT": written} if written != date else {})
    if rule is not None and rule[0] == tags["RU"]:
        del tags["RU"]
    header = draft_header(
        "hex",
        source,
        variant,
        names=(root.first("PB") or "", root.first("PW") or ""),
        winner=winner,
        ending=_WORDS.get(word, Ending.UNKNOWN),
        rules=(("swap", rule[1].lower()),) if rule is not None and rule[1].lower() != "off" else (),
        start=start.text() if _is_set_up(start) else None,
        detail=_FORFEIT if word in ("f", _FORFEIT) else "",
        date=date,
        event="" if event.lower() in _NOTHING else event,
        tags=tuple(tags.items()),
    )
    own = root.first(_OWN)
    if own is not None:
        try:
            header = _with_own(header, own, start)
        except (HexapodaError, ValueError, TypeError, AttributeError, RecursionError) as error:
            reason = Sentence("the property HXR was dropped: {why}", why=message_of(error))
            repairs.append(Repair("dropped", reason, root.line))
    return header, repairs


def root_properties(tree: GameTree, *, plain: bool = False) -> dict[str, list[str]]:
    """Return the values of the root's properties, by name. `plain` omits HXR."""
    properties = _standard(tree)
    more = {} if plain else _more(tree, properties)
    if more:
        properties[_OWN] = [json.dumps(more)]
    return properties


def _standard(tree: GameTree) -> dict[str, list[str]]:
    header = tree.header
    start: Any = tree.start
    columns, rows = start.columns, start.rows
    properties = {
        "FF": ["4"],
        "GM": ["11"],
        "CA": ["UTF-8"],
        "SZ": [str(columns) if columns == rows else f"{columns}:{rows}"],
    }
    if start.swap != "off":
        properties["RU"] = [f"swap={start.swap}"]
    for name, player in zip(("PB", "PW"), header.players, strict=True):
        if player.name:
            properties[name] = [player.name]
    if header.winner is not None:
        ending = "F" if header.detail == _FORFEIT else _ENDINGS.get(header.ending, "")
        properties["RE"] = [f"{_LETTERS[header.winner]}+{ending}"]
    for name, text in header.tags:
        if _is_property(name) and text:
            properties.setdefault(name, [text])
    if header.event:
        properties["EV"] = [header.event]
    if header.date:
        properties.setdefault("DT", [header.date[:10]])
    for name, color in (("AB", BLACK), ("AW", WHITE)):
        if cells := start.stones(color):
            properties[name] = [format_cell(cell) for cell in sorted(cells, key=by_row)]
    if _is_set_up(start):
        properties["PL"] = [_LETTERS[start.color_to_move]]
    return {name: [_UNSAFE.sub(" ", value) for value in values] for name, values in properties.items()}


def _more(tree: GameTree, properties: Mapping[str, list[str]]) -> dict[str, Any]:
    """Return the JSON values of the header fields that reading the properties would lose, change or add."""
    root = SgfNode(1)
    for name, values in properties.items():
        root.add(name, values)
    start: Any = tree.start
    plain = Position.from_stones(
        start.variant, start.stones(BLACK), start.stones(WHITE), color_to_move=start.color_to_move
    )
    read = read_header(root, tree.header.source, start.variant, plain)[0].to_json()
    wanted = tree.header.to_json()
    more = {name: value for name, value in wanted.items() if repr(read.get(name)) != repr(value)}
    return more | {name: _EMPTY[name] for name in read if name not in wanted}


def _with_own(header: GameRecord, text: str, start: Position) -> GameRecord:
    """Return the header with the fields of HXR. If the start position in HXR does not match `start`, it is
    ignored, because the file was edited. Raises `HexapodaError`, `ValueError` or another error if HXR is
    invalid.
    """
    more = json.loads(text)
    own = GameRecord.from_json(
        {**header.to_json(), **more, "game": "hex", "moves": [], "source": header.source}
    )
    found: Any = HEX.initial(header.variant, dict(own.rules))
    if own.start is not None:
        found = HEX.parse_position(own.start, dict(own.rules))
    if _stones(found) != _stones(start):
        own = replace(own, start=header.start)
    return replace(own, variant=header.variant)


def _stones(position: Position) -> tuple[Any, ...]:
    return position.variant, position.stones(BLACK), position.stones(WHITE), position.color_to_move


def _is_set_up(start: Position) -> bool:
    return bool(start.stones(BLACK) or start.stones(WHITE)) or start.color_to_move != BLACK


def _line(text: str | None) -> str:
    return " ".join((text or "").split())


def _is_property(name: str) -> bool:
    return name.isascii() and name.isalpha() and name.isupper() and len(name) <= 2
