"""Links to hivegame.com that contain a GameString, alone or in other text.

Implements the format `link`. `hexapoda.hive.text.link` finds the links.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexapoda.hive.game import HIVE
from hexapoda.hive.records.game_strings import game_string_draft
from hexapoda.hive.text.link import is_link, linked_games
from hexapoda.record.draft import Draft, unreadable
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.line_counter import LineCounter
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence

__all__ = ["LINKS"]

_NAME = "link"


def _detect(head: Head) -> bool:
    return is_link(head.text)


def _read(text: str, source: str) -> Iterator[Draft]:
    """Yield the games of the links. If a line contains a game twice, as the text and the target of a link,
    yield it once.
    """
    lines, before = LineCounter(text), (0, "")
    for at, game in linked_games(text):
        line = lines.at(at)
        if ";" not in game:
            reason = Sentence("{text} has no moves: expected a link to a game", text=quoted(game))
            yield unreadable(HIVE.name, _NAME, source, line, reason)
        elif (line, game) != before:
            yield game_string_draft(game, source, line, _NAME)
        before = (line, game)


LINKS = RecordFormat(_NAME, _detect, _read)
