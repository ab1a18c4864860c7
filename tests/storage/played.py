"""Games for the tests of the store: random ones as records, and their images under the symmetries."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

from hexapoda.hive import PASS, Move, Position
from hexapoda.hive.text.game_string import move_texts
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.storage import Store

Matrix = tuple[int, int, int, int]


def symmetries() -> list[Matrix]:
    """The twelve maps of the plane that keep neighbors neighbors, written out from two of them."""
    turn: Matrix = (0, -1, 1, 1)
    flip: Matrix = (0, 1, 1, 0)
    found: list[Matrix] = []
    for first in ((1, 0, 0, 1), flip):
        matrix: Matrix = first
        for _ in range(6):
            found.append(matrix)
            a, b, c, d = turn
            e, f, g, h = matrix
            matrix = (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)
    return found


def image(game: Position, matrix: Matrix, *, free: bool = False) -> Position:
    """The same game on a board that was turned or mirrored."""
    a, b, c, d = matrix
    out = Position(game.variant, opening="free", repetition=False)
    for move in game.moves:
        if move.piece is None or move.to is None:
            out.push(PASS)
        else:
            q, r = move.to
            out.push(Move(move.piece, (a * q + b * r, c * q + d * r)))
    return out


def random_position(seed: int, variant: str = "Base+MLP", plies: int = 30) -> Position:
    """A game of random moves that keeps to few of them, so that games meet."""
    rng = Random(seed)
    position = Position(variant, opening="free", repetition=False)
    for _ in range(plies):
        moves = list(position.legal_moves)
        if not moves:
            break
        position.push(rng.choice(moves[: 3 + position.ply]))
    return position


def record(game: Position, names: tuple[str, str] = ("Ann", "Ben"), result: str = "*") -> GameRecord:
    """The record of a game."""
    texts = move_texts(game)
    return GameRecord(
        game="hive",
        variant=game.variant,
        players=(PlayerRecord(names[0]), PlayerRecord(names[1])),
        moves=tuple(map(MoveRecord, texts)),
        winner={"1-0": 0, "0-1": 1}.get(result),
        finished=result != "*",
        ending=Ending.UNKNOWN if result == "*" else Ending.RESIGN,
        rules=(("opening", "free"),) if any(text[1:2] == "Q" for text in texts[:2]) else (),
    )


def random_records(number: int, *, first: int = 0, plies: int = 30) -> list[GameRecord]:
    """Different games of two variants with all results."""
    return [
        record(
            random_position(seed, ("Base+MLP", "Base")[seed % 2], plies),
            names=(f"player {seed % 5}", f"player {(seed + 1) % 5}"),
            result=("1-0", "0-1", "1/2-1/2", "*")[seed % 4],
        )
        for seed in range(first, first + number)
    ]


def file_games(path: Path, games: Iterable[GameRecord]) -> str:
    """Make an SQLite store with these games; returns its URL."""
    with Store.open(str(path)) as store:
        store.add_many(games)
    return str(path)
