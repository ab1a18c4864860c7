"""Journals: files with one game in JSON on each line, as matches and exports write them.

The only format that belongs to no game: each line names its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from hexapoda.errors import HexapodaError
from hexapoda.game_file import Contents
from hexapoda.games import find_game
from hexapoda.record.draft import Draft, Ply, unreadable
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.game_record import GameRecord
from hexapoda.record.tree import GameTree
from hexapoda.sentence import Sentence, message_of

__all__ = ["JOURNAL"]

_NAME = "json"
_LINE = re.compile(r'\s*\{\s*"game"\s*:\s*"(\w+)"')
_JSON = re.compile(r'\s*(?:\{\s*(?:"|\})|\[\s*(?:[{\[\]"]|-?[0-9]|true|false|null))')


def _detect(head: Head) -> bool | Contents:
    if head.most(_LINE):
        return True
    if _JSON.match(head.text):
        return Contents(None, Sentence("it is JSON, not a file of games"), "other")
    return False


def _read(text: str, source: str) -> Iterator[Draft]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield _draft(line, source, number)


def _draft(line: str, source: str, number: int) -> Draft:
    found = _LINE.match(line)
    name = "" if found is None else found[1]
    try:
        record = GameRecord.from_json(line)
        find_game(record.game)
    except HexapodaError as error:
        return unreadable(name, _NAME, source, number, message_of(error))
    root = ply = Ply(line=number)
    for move in record.moves:
        ply = ply.add(move.text, number)
        ply.details = move
    return Draft(replace(record, moves=(), source=record.source or source), root, _NAME, number)


def _write(tree: GameTree, plain: bool) -> str:
    return json.dumps(tree.to_record().to_json(), ensure_ascii=True, allow_nan=False) + "\n"


JOURNAL = RecordFormat(_NAME, _detect, _read, _write, (".jsonl", ".json"), title="JSON")
