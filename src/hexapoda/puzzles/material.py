"""The games from which puzzles are made: games in files, in the store, and between engines."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from hexapoda.engine import Engine, Limit
from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.files.game_file import load
from hexapoda.games import Game, find_game, game_names
from hexapoda.puzzles.grading import level_engine
from hexapoda.record import GameRecord, scan_games

__all__ = ["GameLine", "engine_games", "file_games", "file_positions", "record_game"]

_LONGEST_GAME = 200
"""Engines stop after this many plies, even if the game is not over."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game to search.

    Attributes:
        game: the game.
        position: the starting position.
        moves: the moves from there.
        source: where the game comes from; becomes the `source` of its puzzles.
    """

    game: Game
    position: Any
    moves: tuple[Any, ...]
    source: str

    @property
    def mark(self) -> str:
        """Twelve hexadecimal digits by which a later run recognizes the game."""
        at, texts = self.position.copy(), [self.game.name, self.game.format_position(self.position)]
        for move in self.moves:
            texts.append(at.format_move(move))
            at.push(move)
        return hashlib.sha256(";".join(texts).encode()).hexdigest()[:12]


def file_games(path: Path) -> Iterator[GameLine | InvalidGameError]:
    """Yield the games of a file in any format, and an error for each game that cannot be read. Raises
    `UsageError` if the file cannot be read, and `InvalidGameError` if it has no games.
    """
    for number, found in enumerate(scan_games(path), 1):
        try:
            yield record_game(found.checked().to_record(), f"{path.name}, game {number}")
        except InvalidGameError as error:
            yield error


def file_positions(path: Path) -> Iterator[GameLine]:
    """Yield the positions of a file as games without moves, at most one position per line. A line can have
    other columns, separated by tabs, which are ignored. Lines without a position are skipped.
    """
    for number, line in enumerate(load(path).split("\n"), 1):
        # The longest column first, because a short one, such as a number, can also look like a position.
        for column in sorted(line.split("\t"), key=len, reverse=True):
            found = _position_in(column.strip())
            if found is not None:
                yield GameLine(*found, (), f"{path.name}, line {number}")
                break


def record_game(record: GameRecord, source: str) -> GameLine:
    """Return the game of a record. Raises `InvalidGameError` for an illegal move."""
    game = find_game(record.game)
    rules = dict(record.rules)
    start = (
        game.initial(record.variant, rules)
        if record.start is None
        else game.parse_position(record.start, rules)
    )
    at, moves = start.copy(), list[Any]()
    for number, move in enumerate(record.moves, 1):
        try:
            moves.append(game.parse_move(at, move.text))
            at.push(moves[-1])
        except HexapodaError as error:
            raise InvalidGameError(f"{source}: ply {number}: {error}") from None
    return GameLine(game, start, tuple(moves), source)


def engine_games(
    game: Game, variants: Sequence[str], levels: Sequence[int], seed: int, numbers: Iterable[int]
) -> Iterator[GameLine]:
    """Yield games between random levels of the game's strongest engine, one for each of `numbers`. Each game
    begins with a few random moves. The same seed and number give the same game in every run.
    """
    named = [game.parse_variant(name) for name in variants]
    for number in numbers:
        random = Random(f"{seed} {number}")
        position = game.initial(random.choice(named))
        pair = [random.choice(levels) for _ in range(2)]
        # Built-in engines need no host, and starting one would take longer than their searches.
        engines = [level_engine(game, level, random.randrange(1 << 30)).create() for level in pair]
        moves = _played(position, engines, random)
        names = " and ".join(f"level {level}" for level in pair)
        yield GameLine(game, game.initial(position.variant), moves, f"{names}, game {number} of seed {seed}")


def _played(position: Any, engines: Sequence[Engine], random: Random) -> tuple[Any, ...]:
    opening = random.randint(1, 4)
    while position.outcome() is None and position.ply < _LONGEST_GAME:
        if position.ply < opening:
            move = random.choice(list(position.legal_moves))
        else:
            # The levels have their own node limits; this one is for the highest level.
            move = engines[position.turn].search(position, Limit(nodes=20_000)).move
        position.push(move)
    return tuple(position.moves)


def _position_in(text: str) -> tuple[Game, Any] | None:
    for name in game_names():
        game = find_game(name)
        if game.archive is not None and game.archive.takes(text):
            try:
                return game, game.parse_position(text)
            except HexapodaError:
                return None
    return None
