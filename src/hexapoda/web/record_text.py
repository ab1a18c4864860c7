"""The games in a text that a page sends: their format and number, and each game as a tree.

A text that contains no games may still be a position, with or without the moves that led to it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.games.translations import translated
from hexapoda.page.json_types import RecordJson
from hexapoda.page.record_json import listed_game, record_json
from hexapoda.record import GameTree, ReadGame
from hexapoda.record.reading import open_text
from hexapoda.text.sentence import Sentence, message_of
from hexapoda.web.answers.record import BadGameJson, GameRowJson, GamesJson, ReadRecordJson
from hexapoda.web.position_fields import MOST_MOVES, PositionFields, find_position, named_game
from hexapoda.web.problem import Problem

__all__ = ["read_records"]

_LONGEST_POSITION = 32_000
"""The maximum length in characters of a text that may be a position."""
_LISTED = 1_000
"""The maximum number of games in a list."""
_SECONDS = 10.0
"""Seconds of processor time after which a list of games is cut off, with at least one game. Processor time
does not depend on how busy the machine is. The worker process has its own limit for the whole job.
"""


@dataclass(frozen=True, slots=True)
class _Games:
    """The games in a text, read one by one. `format` is None if the text is a position."""

    format: str | None
    games: Iterable[GameTree | InvalidGameError]


def read_records(
    text: str, name: str | None, index: int | None, rules: dict[str, str]
) -> ReadRecordJson | GamesJson:
    """Return one game of a text as a record: the only game, or the game at `index`, from 0. If the text has
    several games and `index` is None, return a list of them. `name`: the name of the game, if known. Raises
    `Problem` 400.
    """
    found = _games_of(text, name, rules)
    first: GameTree | InvalidGameError | None = None
    rows: list[GameRowJson | BadGameJson] = []
    until = time.process_time() + _SECONDS
    at, more = -1, False
    try:
        for at, game in enumerate(islice(found.games, None if index is None else index + 1)):
            if index is None:
                if len(rows) == _LISTED or (rows and time.process_time() > until):
                    more = True
                    break
                first = first or game
                rows.append(_row(at, game))
            elif at == index:
                return {"index": index, "format": found.format, "record": _record(game)}
    except HexapodaError as error:  # the rest of the text cannot be read
        if not rows:
            raise _problem(error) from None
        rows.append(_row(len(rows), _as_invalid(error)))
    if index is not None:
        raise Problem(
            400, Sentence("there is no game number {number} in the text", number=index + 1), "index"
        )
    if first is None:
        raise Problem(400, Sentence("the text contains no games"), "text")
    if len(rows) == 1 and not more:
        return {"count": 1, "index": 0, "format": found.format, "record": _record(first)}
    listed: GamesJson = {"count": len(rows), "format": found.format, "games": rows}
    if more:
        listed["more"] = True
    return listed


def _games_of(text: str, name: str | None, rules: dict[str, str]) -> _Games:
    """Return the games in a text. Raises `Problem` 400."""
    if not text.strip():
        raise Problem(400, Sentence("the text is empty: expected a game or a position"), "text")
    sniffed, games = open_text(text, Sentence("the text"), None if name is None else named_game(name).name)
    if sniffed.format is not None:
        return _Games(sniffed.format.name, map(_readable, games))
    contents = sniffed.contents
    if contents.kind in ("other", "damaged"):
        raise Problem(400, Sentence("the text contains no games: {reason}", reason=contents.reason), "text")
    return _Games(None, [_position(text.strip(), name, rules, contents.reason)])


def _readable(found: ReadGame) -> GameTree | InvalidGameError:
    try:
        return found.readable()
    except InvalidGameError as error:
        return error


def _position(text: str, name: str | None, rules: dict[str, str], reason: str) -> GameTree:
    """Return the game that led to a position. `reason`: why the text has no games. Raises `Problem` 400."""
    if "\n" in text or len(text) > _LONGEST_POSITION:
        raise Problem(400, Sentence("the text contains no games: {reason}", reason=reason), "text")
    named = find_position(PositionFields(game=name, text=text, rules=rules))
    return GameTree.from_position(named.position)


def _record(game: GameTree | InvalidGameError) -> RecordJson:
    if isinstance(game, InvalidGameError):
        raise _problem(game)
    plies = sum(1 for _ in game.main_line())
    if plies > MOST_MOVES:
        raise Problem(
            400,
            Sentence("the game has {plies} moves: expected at most {most}", plies=plies, most=MOST_MOVES),
            "text",
        )
    return record_json(game)


def _row(index: int, game: GameTree | InvalidGameError) -> GameRowJson | BadGameJson:
    """Return the row of a game in a list."""
    if isinstance(game, InvalidGameError):
        return translated(BadGameJson(index=index, error=message_of(game), line=game.line))
    return {"index": index, **listed_game(game)}


def _problem(error: HexapodaError) -> Problem:
    where = {name: getattr(error, name, None) for name in ("line", "ply")}
    return Problem(
        400, message_of(error), "text", **{name: at for name, at in where.items() if at is not None}
    )


def _as_invalid(error: HexapodaError) -> InvalidGameError:
    return error if isinstance(error, InvalidGameError) else InvalidGameError(message_of(error))
