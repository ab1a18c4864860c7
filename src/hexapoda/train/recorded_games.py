"""`RecordedGames`: training positions from recorded games, for example engine games; `RecordedParts`: the
order in which they are used."""

from __future__ import annotations

import hashlib
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hexapoda.errors import HexapodaError, IllegalMoveError, UsageError
from hexapoda.files.game_file import decode, existing, files_below, load_bytes
from hexapoda.record import Ending, GameRecord
from hexapoda.record.reading import NoGames, walk_text
from hexapoda.train.episode import EpisodeSettings
from hexapoda.train.packed_samples import PackedSamples
from hexapoda.train.run_folder import may_hold_games
from hexapoda.train.run_settings import RunSettings, WarmSettings
from hexapoda.train.samples import Samples

__all__ = ["DECIDED", "RecordedGames", "RecordedParts", "read_recorded_games"]

DECIDED = frozenset({Ending.NORMAL, Ending.REPETITION, Ending.RESIGN, Ending.ADJUDICATED, Ending.UNKNOWN})
"""Endings whose result says something about the positions; a loss on time does not."""
_HELD_OUT = 50
"""One out of this many different games, but at least one, is held out for measuring the losses."""
_MOST_HELD_OUT = 4096


@dataclass(frozen=True, slots=True)
class _Game:
    texts: tuple[str, ...]
    first: int
    """The first ply that is learned from."""
    decided: bool
    """Whether the result says something about the positions."""
    winner: int | None
    scores: tuple[float | None, ...]
    """The engines' scores for their moves; empty if scores are not used."""

    @property
    def positions(self) -> int:
        return max(0, len(self.texts) - self.first)


class RecordedGames:
    """Games of one variant, as positions to learn from."""

    def __init__(
        self,
        settings: EpisodeSettings,
        warm: WarmSettings,
        games: Sequence[_Game],
        left_out: int,
        digest: str,
    ) -> None:
        """Use `read_recorded_games` instead."""
        self._settings, self._warm, self._games = settings, warm, games
        self.left_out = left_out
        """How many games and files were skipped because they are damaged, or belong to another game or
        variant, or begin with another position or under other rules."""
        self.digest = digest
        """The SHA-256 of the SHA-256 digests of all files, in hexadecimal."""
        self.lengths = np.array([game.positions for game in games], np.int64)
        """int64 [games]: how many positions of each game can be learned from."""
        first: dict[tuple[str, ...], int] = {}
        self.lines = np.array([first.setdefault(game.texts, len(first)) for game in games], np.int64)
        """int64 [games]: a number for the moves of each game; games with the same moves share it."""

    def __len__(self) -> int:
        return len(self._games)

    def samples(
        self, numbers: Sequence[int], *, legal_only: bool = False, most: int | None = None
    ) -> Samples:
        """Return the positions of some games, at most `most`; the policy target is the move that was played.
        A game is used up to the first position that does not fit the encodings, or the first illegal move.
        For `legal_only`, see `LearnerSettings`.
        """
        encoder, layout = self._settings.encoder, self._settings.layout
        count = int(self.lengths[list(numbers)].sum())
        count = count if most is None else min(most, count)
        observations = np.zeros((count, *encoder.shape), encoder.dtype)
        policies = np.zeros((count, layout.size), np.float32)
        values, weights = np.zeros(count, np.float32), np.zeros(count, np.float32)
        legal = np.zeros((count, layout.size if legal_only else 0), np.bool_)
        row = 0
        for number in numbers:
            game = self._games[number]
            position = self._settings.begin().position
            try:
                for ply, text in enumerate(game.texts):
                    move = position.parse_move(text)
                    if ply >= game.first and row < count:
                        policies[row, layout.number(position, move)] = 1
                        encoder.write(position, observations[row])
                        if legal_only:
                            legal[row] = layout.mask(position)
                        values[row], weights[row] = self._value(game, ply, position.turn)
                        row += 1
                    position.push(move)
            except (IllegalMoveError, UsageError):
                policies[row : row + 1] = 0  # this row was set before the encoder refused the position
        return Samples(observations[:row], policies[:row], values[:row], weights[:row], legal[:row])

    def _value(self, game: _Game, ply: int, turn: int) -> tuple[float, bool]:
        """Return the value of a position for the player to move, and whether it is known."""
        result = 0 if game.winner is None else 1 if game.winner == turn else -1
        score = game.scores[ply] if game.scores else None
        if score is None:
            return result, game.decided
        expected = math.tanh(score / (2 * self._warm.score_scale))
        return ((result + expected) / 2 if game.decided else expected), True


class RecordedParts:
    """Recorded games, in the order in which a run trains on them, divided into parts. The order depends only
    on the seed, so an interruption between two parts does not change what the run learns.
    """

    SIZE = 4096
    """The approximate number of positions in a part."""

    def __init__(self, games: RecordedGames, settings: RunSettings) -> None:
        """Raises `UsageError` unless there are at least two different games with positions: one to train
        on, and one to measure the losses on.
        """
        self.games, self._seed, self._legal_only = games, settings.seed, settings.learner.legal_only
        numbers = np.flatnonzero(games.lengths)
        # Duplicates of a game must not be divided between training and the held-out games.
        _, lines = np.unique(games.lines[numbers], return_inverse=True)
        different = int(lines.max(initial=-1)) + 1
        if different < 2:
            raise UsageError(
                "expected at least two different recorded games: one for training, "
                "one for measuring the losses"
            )
        every = min(_HELD_OUT, different)
        held_out = lines % every == every - 1
        self._held_out = numbers[held_out]
        self._numbers = numbers[~held_out]
        self._all = int(games.lengths[self._numbers].sum())
        """The number of positions in the games that are learned from."""
        self.count = -(-settings.warm.positions // self.SIZE)
        """How many parts there are."""

    @property
    def learned_games(self) -> int:
        """How many games are learned from."""
        return len(self._numbers)

    def part(self, number: int) -> Samples:
        """Return the positions of part `number`, counted from 0. After the last game, all games are used
        again, in another order.
        """
        begin, end = number * self.SIZE, (number + 1) * self.SIZE
        chosen: list[int] = []
        for turn in range(begin // self._all, (end - 1) // self._all + 1):
            order = np.random.default_rng([self._seed, 3, turn]).permutation(self._numbers)
            lengths = self.games.lengths[order]
            starts = turn * self._all + np.cumsum(lengths) - lengths
            chosen += order[(starts >= begin) & (starts < end)].tolist()
        return self.games.samples(chosen, legal_only=self._legal_only)

    def random_samples(self, count: int, rng: np.random.Generator) -> PackedSamples:
        """Return the positions of random games, at most `count`."""
        order = rng.permutation(self._numbers)
        ends = np.cumsum(self.games.lengths[order])
        enough = int(np.searchsorted(ends, count)) + 1
        # Packed a part at a time, so that only one takes the memory of whole arrays.
        parts = np.split(order[:enough], np.flatnonzero(np.diff(ends[:enough] // self.SIZE)) + 1)
        left, packed = count, []
        for numbers in parts:
            found = self.games.samples(numbers.tolist(), legal_only=self._legal_only, most=left)
            packed.append(PackedSamples.of(found))
            left -= len(found)
        return PackedSamples.joined(packed)

    def held_out(self) -> Samples:
        """Return positions of the held-out games."""
        numbers = self._held_out.tolist()
        return self.games.samples(numbers, legal_only=self._legal_only, most=_MOST_HELD_OUT)


def read_recorded_games(
    path: Path,
    settings: EpisodeSettings,
    warm: WarmSettings,
    on_file: Callable[[int, int], None] | None = None,
) -> RecordedGames:
    """Read the games of a file, or of all files below a folder. Moves that the records mark as
    coming from an opening book or suite are not used for training. Calls `on_file(done, all)`.

    Broken links are skipped. Raises `UsageError` if a file cannot be read, or if there is nothing to learn
    from.
    """
    [root] = existing([path])
    files = [file for file in files_below(root) if file == root or may_hold_games(file)]
    games: list[_Game] = []
    digest, left_out = hashlib.sha256(), 0
    reason = ""
    for done, file in enumerate(files, 1):
        if file != root and not file.exists():
            continue  # a broken link
        data = load_bytes(file)
        digest.update(hashlib.sha256(data).digest())
        for found in walk_text(decode(data, file), str(file), named=file == root):
            if found.error is not None or isinstance(found, NoGames):
                left_out += found.error is not None
                reason = reason or str(found.error or found.report.skipped)
            elif _fits(record := found.tree.to_record(), settings):
                games.append(_game(record, warm))
            else:
                left_out += 1
        if on_file is not None:
            on_file(done, len(files))
    found_games = RecordedGames(settings, warm, games, left_out, digest.hexdigest())
    if not found_games.lengths.sum():
        what = f"games of {settings.game.title}, {settings.variant}"
        raise UsageError(f"{str(path)!r} has no {what} to learn from{': ' * bool(reason)}{reason}")
    return found_games


def _fits(record: GameRecord, settings: EpisodeSettings) -> bool:
    """Return whether a record has the variant and the rules of a run, and begins at the usual start."""
    game = settings.game
    if (record.game, record.variant) != (game.name, settings.variant) or record.start is not None:
        return False
    if not record.rules and not settings.rules:
        return True
    try:
        start = game.initial(record.variant, dict(record.rules))
    except HexapodaError:
        return False
    return game.rules_of(start) == game.rules_of(game.initial(settings.variant, settings.rules))


def _game(record: GameRecord, warm: WarmSettings) -> _Game:
    book = next((ply for ply, move in enumerate(record.moves) if not move.book), record.plies)
    texts = tuple(sys.intern(move.text) for move in record.moves)
    scores = tuple(move.score for move in record.moves) if warm.score_scale else ()
    return _Game(
        texts,
        max(book, warm.skipped_plies),
        record.finished and record.ending in DECIDED,
        record.winner,
        scores,
    )
