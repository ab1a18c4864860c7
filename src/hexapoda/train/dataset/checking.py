"""`check_dataset`: checks that a dataset agrees with its card, and that its positions and moves are legal."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from hexapoda.errors import HexapodaError, UsageError
from hexapoda.games import Game, find_game
from hexapoda.text.sentence import message_of, reason_of
from hexapoda.train.dataset.card import CARD, SUMS, DatasetCard
from hexapoda.train.dataset.part import DatasetPart
from hexapoda.train.dataset.reading import read_shard

__all__ = ["check_dataset"]


def check_dataset(folder: Path | str, on_positions: Callable[[int, int], None] | None = None) -> DatasetCard:
    """Check the checksums of all files, and check every position: its text, the legality of its moves, and
    the range and consistency of its numbers. Calls `on_positions(checked, all)` after each file. Returns the
    card.

    Raises `UsageError` if a check fails, naming the file and, where possible, the row, or if the dataset is
    not finished.
    """
    folder = Path(folder)
    card = DatasetCard.read(folder)
    if not card.finished:
        raise UsageError(f"{str(folder)!r} is not finished: run the same command again to continue it")
    _check_sums(folder, card)
    game, checked = find_game(str(card.game)), 0
    found: Counter[str] = Counter()
    variants: Counter[str] = Counter()
    games = _Games(card.games)
    for entry in card.shards:
        part = read_shard(folder, entry)
        _check_numbers(part, str(folder / entry.file))
        games.check(part, str(folder / entry.file))
        for row in range(len(part)):
            place = f"{str(folder / entry.file)!r}, row {row}"
            try:
                variants[_checked_variant(game, part, row)] += 1
            except HexapodaError as error:
                raise UsageError(f"{place}: {message_of(error)}") from None
            except (AttributeError, TypeError, ValueError):  # such as null in Parquet
                raise UsageError(f"{place}: expected strings for the position, rules and moves") from None
        found.update(part.known())
        checked += len(part)
        if on_positions is not None:
            on_positions(checked, card.positions)
    if checked != card.positions:
        raise UsageError(f"{str(folder / CARD)!r} says {card.positions} positions, but there are {checked}")
    if any(getattr(card, f"with_{what}") != found[what] for what in found):
        raise UsageError(f"{str(folder / CARD)!r} has the wrong counts: expected {dict(found)}")
    if +variants != +Counter(card.variants):
        raise UsageError(f"{str(folder / CARD)!r} has the wrong variants: expected {dict(variants)}")
    return card


def _check_sums(folder: Path, card: DatasetCard) -> None:
    """Check that the checksum file agrees with the card. `read_shard` checks the shards themselves."""
    path = folder / SUMS
    expected = [f"{entry.sha256}  {entry.file}" for entry in card.shards]
    try:
        lines = path.read_text("utf-8").splitlines()
        own = hashlib.sha256((folder / CARD).read_bytes()).hexdigest()
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {reason_of(error)}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{str(path)!r} is damaged: it is not text") from None
    if lines != [*expected, f"{own}  {CARD}"]:
        raise UsageError(f"{str(path)!r} has the wrong checksums: the card or the checksums were changed")


def _check_numbers(part: DatasetPart, name: str) -> None:
    """Check the numeric columns. Raises `UsageError`."""
    lengths = np.diff(part.ends, prepend=0)
    if not (part.shares >= 0).all():
        raise UsageError(f"{name!r}: a share of a policy is out of range")
    whole = np.bincount(np.repeat(np.arange(len(part)), lengths), part.shares, len(part))
    for what, wrong in (
        ("value", np.abs(part.values) > 1),
        ("proof", ~(np.isnan(part.proofs) | (np.abs(part.proofs) == 1))),
        ("result", ~(np.isnan(part.results) | np.isin(part.results, (-1, 0, 1)))),
        ("policy", (lengths < 0) | (lengths > 0) & ~(np.abs(whole - 1) < 1e-3)),
        ("ply", part.plies < 0),
        ("value of a proven position", np.abs(part.values - part.proofs) > 1e-3),
    ):
        if len(rows := np.flatnonzero(wrong)):
            raise UsageError(f"{name!r}, row {rows[0]}: the {what} is out of range")


class _Games:
    """A check that the rows of each game are consecutive, in the order of plies, and have the same result.

    A proof need not agree with the result: a player may miss a win that the search has proven.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._last: tuple[int, int] = (0, -1)
        self._result: float = math.nan

    def check(self, part: DatasetPart, name: str) -> None:
        """Check the next rows. Raises `UsageError` that names the file and the row."""
        # The results from the point of view of the player who moves at even plies.
        results = np.where(part.plies % 2, -part.results, part.results).tolist()
        for row, place in enumerate(zip(part.games.tolist(), part.plies.tolist(), strict=True)):
            what = ""
            if not 0 <= place[0] < self._count:
                what = f"game {place[0]} is out of range: the card says {self._count} games"
            elif place <= self._last:
                what = "the game or the ply does not come after that of the previous row"
            elif place[0] == self._last[0] and self._last[1] >= 0 and not _same(results[row], self._result):
                what = "the result differs from the game's earlier rows"
            if what:
                raise UsageError(f"{name!r}, row {row}: {what}")
            self._last, self._result = place, results[row]


def _same(one: float, other: float) -> bool:
    return one == other or (math.isnan(one) and math.isnan(other))


def _checked_variant(game: Game, part: DatasetPart, row: int) -> str:
    """Return the variant of a position. Raises an error if its text cannot be read or a move is illegal."""
    rules = game.parse_rules(filter(None, part.rules[row].split(",")))
    position = game.parse_position(part.positions[row], rules)
    for text in (part.played[row], *part.policy(row)):
        position.parse_move(text)
    return str(position.variant)
