"""Journals: files with one game in JSON on each line, as matches and exports write them.

The only format that belongs to no game: each line names its game. A line is a `GameRecord` or, for a game
with variations, comments or marks, a `GameTree`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from hexapoda.errors import HexapodaError
from hexapoda.files.game_file import Contents
from hexapoda.games import find_game, game_names
from hexapoda.record.draft import Draft, record_draft, unreadable
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.game_record import GameRecord
from hexapoda.record.node import line_of_moves
from hexapoda.record.tree import GameTree
from hexapoda.record.tree_json import tree_from_json
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["JOURNAL"]

_NAME = "json"
_LINE = re.compile(r'\s*\{\s*(?:"header"\s*:\s*\{\s*)?"game"\s*:\s*"(\w+)"')
_TREE = re.compile(r'\s*\{\s*"header"')
_JSON = re.compile(r'\s*(?:\{\s*(?:"|\})|\[\s*(?:[{\[\]"]|-?[0-9]|true|false|null))')


def _detect(head: Head) -> bool | Contents:
    if _LINE.match(head.text) or head.most(_LINE):
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
    # The game of a line that cannot be read does not matter: its draft has no moves.
    name = found[1] if found is not None and found[1] in game_names() else game_names()[0]
    try:
        if _TREE.match(line):
            header, root = tree_from_json(line)
        else:
            header = GameRecord.from_json(line)
            root = line_of_moves(header.moves)
        find_game(header.game)
    except HexapodaError as error:
        return unreadable(name, _NAME, source, number, message_of(error))
    return replace(record_draft(header, root, _NAME, number), file=source)


def _write(tree: GameTree, plain: bool) -> str:
    whole = not plain and not tree.is_plain
    value = tree.to_json() if whole else tree.to_record().to_json()
    return json.dumps(value, ensure_ascii=True, allow_nan=False) + "\n"


JOURNAL = RecordFormat(_NAME, _detect, _read, _write, (".jsonl", ".json"), whole=True, title="JSON")
