"""The sources of the games of a dataset: `FileSource` and `StoreSource`, which yield `SourceGame` objects.

JSON Lines files of games, such as match journals and the games of training runs, are read line by line; other
files are read into memory, one at a time. Lines appended to a file after it became a source are ignored.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from hexapoda.errors import HexapodaError, InvalidGameError, UsageError
from hexapoda.files.game_file import existing, files_below
from hexapoda.games import find_game
from hexapoda.record import GameRecord
from hexapoda.record.journal import JOURNAL
from hexapoda.record.reading import NoGames, walk_file
from hexapoda.record.replay import replay
from hexapoda.storage.selection import game_of_text
from hexapoda.text.sentence import message_of, reason_of
from hexapoda.train.recorded_games import DECIDED
from hexapoda.train.run_folder import may_hold_games

if TYPE_CHECKING:
    from hexapoda.storage import Store
    from hexapoda.storage.filter import GameFilter

__all__ = ["FileSource", "SourceGame", "SourceMove", "StoreSource"]

_LINES = ".jsonl"
_BLOCK = 1 << 20
_GZIP = b"\x1f\x8b"
"""The first bytes of a file that is compressed with gzip."""
_UNREADABLE = (
    *(HexapodaError, KeyError, TypeError, ValueError),
    *(AttributeError, OverflowError, RecursionError),
)
_MOST_VISITS = 1e12


@dataclass(frozen=True, slots=True)
class SourceMove:
    """A move, and what is known about the position before it."""

    text: str
    chosen: bool
    """Whether a player chose the move; False for book moves and random moves."""
    value: float | None
    """The result that the search expects for the player to move, from -1 to 1; None if it is unknown."""
    proof: int | None
    """1 for a proven win of the player to move, -1 for a proven loss; None if nothing is proven."""
    policy: Mapping[str, float]
    """How often the search visited each move; empty if this is unknown."""


@dataclass(frozen=True, slots=True)
class SourceGame:
    """A game from a source."""

    game: str
    variant: str
    rules: tuple[tuple[str, str], ...]
    start: str | None
    """The text of the initial position; None for the usual start."""
    moves: tuple[SourceMove, ...]
    decided: bool
    """Whether the result says something about the positions; after a loss on time, it does not."""
    winner: int | None


Found = SourceGame | NoGames | str
"""A game, a file that is intact but has no games, or the reason why a game cannot be read."""


class FileSource:
    """The games of one file."""

    def __init__(self, path: Path, name: str, scale: float) -> None:
        """`name` is the name of the file in the card. For `scale`, see `DatasetSettings.score_scale`. Raises
        `UsageError` if the file cannot be read.
        """
        self._path, self._name, self._scale = path, name, scale
        if path.exists() and not path.is_file():
            raise UsageError(f"cannot read {str(path)!r}: it is not a regular file, and games are read twice")
        found = hashlib.sha256()
        self._bytes, self._packed = 0, False
        with self._open() as file:
            while block := file.read(_BLOCK):
                if not self._bytes:
                    self._packed = block.startswith(_GZIP)
                found.update(block)
                self._bytes += len(block)
        self._sha256 = found.hexdigest()

    @classmethod
    def below(cls, paths: list[Path], scale: float, *, without: Path | None = None) -> list[FileSource]:
        """Return the files at or below the paths, except those in `without`, the folder of the dataset.
        Raises `UsageError` if a path does not exist or a file is unreadable.
        """
        found = []
        own = None if without is None else without.resolve()
        for root in existing(paths):
            for path in files_below(root):
                name = path.relative_to(root).as_posix() if path != root else path.name
                if own is not None and path != root and own in path.resolve().parents:
                    continue
                if path == root or (path.exists() and may_hold_games(path)):  # not a broken link
                    found.append(cls(path, name, scale))
        return found

    def to_json(self) -> dict[str, Any]:
        """Return a JSON object that identifies the file by its name (relative to the path below which it was
        found), its size and its checksum.
        """
        return {"file": self._name, "bytes": self._bytes, "sha256": self._sha256}

    def games(self) -> Iterator[Found]:
        """Yield the games in order. In place of a game that cannot be read, yield the reason; for a file
        that is intact but has no games, yield a `NoGames`.
        """
        if self._packed:
            yield f"{self._name}: it is compressed with gzip: expected the uncompressed file"
            return
        if self._path.suffix.lower() == _LINES:
            yield from self._lines()
            return
        for found in walk_file(self._path, named=False):
            if isinstance(found, NoGames):
                if found.error is not None:
                    yield f"{self._name}: {found.reason}"
                else:
                    yield NoGames(self._name, found.reason, None)
            elif found.error is not None:
                yield f"{self._name}: {message_of(found.error)}"
            else:
                yield game_of_record(found.tree.to_record(), self._scale)

    def _lines(self) -> Iterator[Found]:
        left = self._bytes
        with self._open() as file:
            number = 0
            while left > 0 and (line := file.readline(left)):
                number, left = number + 1, left - len(line)
                if not line.strip():
                    continue
                try:
                    yield _game_of_line(line.decode("utf-8", "replace"), self._scale)
                except _UNREADABLE as error:
                    if line.endswith(b"\n"):  # otherwise the line may be incomplete
                        reason = message_of(error) if isinstance(error, HexapodaError) else "expected a game"
                        yield f"{self._name}:{number}: {reason}"

    def _open(self) -> IO[bytes]:
        try:
            return self._path.open("rb")
        except OSError as error:
            raise UsageError(f"cannot read {str(self._path)!r}: {reason_of(error)}") from None


class StoreSource:
    """The games in the store of a library."""

    def __init__(self, store: Store, wanted: GameFilter, scale: float) -> None:
        """`wanted` selects the games. For `scale`, see `DatasetSettings.score_scale`."""
        self._store, self._wanted, self._scale = store, wanted, scale
        self._games, self._changes = store.count(wanted), store.changes()

    def to_json(self) -> dict[str, Any]:
        """Return a JSON object that identifies the games by their number and the library's change count."""
        return {"library": True, "games": self._games, "changes": self._changes}

    def games(self) -> Iterator[Found]:
        """Yield the games, oldest first. In place of an unreadable game, yield the reason."""
        damaged: list[int] = []
        for stored in self._store.records(self._wanted, damaged):
            while damaged:
                yield f"game {damaged.pop(0)} of the library: it is damaged"
            try:
                yield game_of_record(stored.tree().to_record(), self._scale)
            except InvalidGameError as error:
                yield f"game {stored.id} of the library: {message_of(error)}"
        for number in damaged:
            yield f"game {number} of the library: it is damaged"


def game_of_record(record: GameRecord, scale: float) -> SourceGame:
    """Return a record as a game. The values come from proofs and, in games whose scores count points, from
    engine scores.
    """
    moves = []
    points = find_game(record.game).points  # scores of other games have a unit that records do not name
    for move in record.moves:
        proof = None if not move.win_in else 1 if move.win_in > 0 else -1
        value: float | None = proof
        if value is None and points and move.score is not None and not math.isnan(move.score):
            value = math.tanh(move.score / scale / 2)
        moves.append(SourceMove(move.text, not move.book, value, proof, {}))
    decided = record.finished and record.ending in DECIDED
    return SourceGame(
        record.game, record.variant, record.rules, record.start, tuple(moves), decided, record.winner
    )


def _game_of_line(line: str, scale: float) -> SourceGame:
    """Return the game in a line. Raises the errors in `_UNREADABLE`."""
    value = json.loads(line)
    if "visits" in value:
        return _searched_game(value)
    if "header" in value:
        [draft] = JOURNAL.read(line, "")
        return game_of_record(replay(draft).checked().to_record(), scale)
    return game_of_record(GameRecord.from_json(value), scale)


def _searched_game(value: dict[str, Any]) -> SourceGame:
    """Return a game from a training run of `rave`; `train.expert.hex.games` describes the format."""
    moves = []
    for text, visits, chance in zip(value["moves"], value["visits"], value["values"], strict=True):
        expected = None if chance is None else 2 * float(chance) - 1
        policy = {str(move): float(count) for move, count in (visits or {}).items()}
        if not all(0 < count <= _MOST_VISITS for count in policy.values()) or (
            expected is not None and not -1 <= expected <= 1
        ):
            raise ValueError("expected visits above 0, at most 10^12, and values from 0 to 1")
        moves.append(SourceMove(str(text), chance is not None, expected, None, policy))
    if value["winner"] not in (0, 1):
        raise ValueError("expected a winner")
    variant = str(value["variant"])
    rules = (("swap", "off"),)
    return SourceGame(game_of_text(variant).name, variant, rules, None, tuple(moves), True, value["winner"])
