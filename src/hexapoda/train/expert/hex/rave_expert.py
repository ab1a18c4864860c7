"""`RaveExpert`: what a run needs of the engine `rave`: its games, and how its network learns from them."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.hex.network import LARGEST_SIDE, check_network
from hexapoda.hex.variant import board_size, variant_of
from hexapoda.nets.network_file import read_network, training_of, write_network
from hexapoda.train.expert.expert_settings import ExpertRunSettings
from hexapoda.train.expert.game_lines import append_games, games_of
from hexapoda.train.expert.hex.games import BOARDS, Terms, check_terms, play_game, tasks_of
from hexapoda.train.expert.hex.learner import Training, check_finite, measured
from hexapoda.train.expert.hex.network import write
from hexapoda.train.expert.hex.samples import sample
from hexapoda.train.iteration_report import IterationReport

__all__ = ["RaveExpert"]

OnProgress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class _Played:
    """The games of a generation."""

    games: int
    plies: int
    positions: int
    """Those that were searched."""


class RaveExpert:
    """The engine, in a run with these settings."""

    def __init__(self, settings: ExpertRunSettings) -> None:
        """Raises `UsageError` for boards on which the network does not learn or play."""
        self._settings, self._expert = settings, settings.expert
        boards = ((_square(board), count) for board, count in self._expert.boards.items())
        # Sorted, because the draw of a board depends on their order, which a table does not have.
        self._boards = tuple(sorted(boards, key=lambda board: board_size(board[0])))
        variant = settings.gate.variant
        if variant and _size("gate.variant", variant)[2] > LARGEST_SIDE**2:
            raise UsageError(
                f"gate.variant {variant!r}: expected at most {LARGEST_SIDE}x{LARGEST_SIDE}, "
                "because the engine uses no network on larger boards"
            )

    def engine_of(self, file: str) -> str:
        """Return the text of the engine with the network in a file."""
        return f"net:{file},search=rave"

    def begin(self, source: Path, target: Path) -> None:
        """Write the network that a run begins with. Raises `UsageError` if it is not one that can learn."""
        file = read_network(source)
        check_network(file.header, str(source))
        blocks = file.header.sizes["blocks"]
        if blocks != self._expert.blocks:
            raise UsageError(
                f"expert.start: {str(source)!r} has {blocks} blocks: expected expert.blocks = {blocks}"
            )
        write_network(
            target, replace(file.header, training={**file.header.training, "iteration": 0}), file.values
        )

    def guide_of(self, path: Path, networks: Sequence[Path]) -> Path | None:
        """Return which of the networks guided the games that are in the file; None if it has no games, or
        they had none of these.
        """
        played = next(games_of([path]), None) if path.exists() else None
        terms = played.get("terms") if played else None
        known = terms.get("network") if isinstance(terms, dict) else None
        return next((network for network in networks if known and digest(network) == known), None)

    def play(
        self, path: Path, generation: int, network: Path | None, on_progress: OnProgress
    ) -> float | None:
        """Play the games of a generation, or those that are left. `network` guides the searches. Return how
        many seconds that took, None if some of the games were there before.
        """
        expert = self._expert
        terms = Terms(
            expert.playouts,
            expert.quick,
            expert.long,
            self._settings.seed,
            () if network else ("network",),
            self._boards or BOARDS,
            expert.decided,
            digest(network) if network else "",
        )
        check_terms(path, terms)
        numbers = range((generation - 1) * expert.games, generation * expert.games)
        began = time.perf_counter()
        before = append_games(
            path,
            play_game,
            tasks_of(numbers, terms, network),
            expert.processes,
            lambda done, all: on_progress("self-play", done, all),
        )
        return None if before else round(time.perf_counter() - began, 3)

    def learn(
        self,
        generation: int,
        games: Sequence[Path],
        start: Path | None,
        checkpoint: Path,
        target: Path,
        on_progress: OnProgress,
    ) -> IterationReport:
        """Learn from files of games, the newest last, beginning with the network `start`, and write the
        network of a generation. Goes on from the checkpoint, if there is one. Return what the generation has
        done.

        Raises `TrainingDivergedError`, and `UsageError` for damaged files.
        """
        expert = self._expert
        on_progress("reading games", 0, len(games))
        samples, unseen = sample(games)
        on_progress("reading games", len(games), len(games))
        if not samples:
            raise UsageError(f"{games[-1]}: expected positions to learn from")
        learned = {
            "games": [digest(path) for path in games],
            "from": digest(start) if start else "",
            "seed": self._settings.seed + generation - 1,
            "steps": expert.steps,
            "rate": expert.rate,
            "batch": expert.batch,
        }
        training = Training.begin(learned, checkpoint, start, expert.blocks)
        training.learn(
            samples,
            checkpoint,
            steps=expert.steps,
            rate=expert.rate,
            batch=expert.batch,
            on_step=lambda done, all: on_progress("learning", done, all),
        )
        found = measured(training.network, unseen, expert.batch)
        check_finite(training.network, found)
        write(target, training.network, self._described(generation, learned, sum(map(len, samples.values()))))
        played = _played(games[-1])
        return IterationReport(
            iteration=generation,
            games=played.games,
            decisive=played.games,
            plies=played.plies / played.games,
            policy_loss=found.policy,
            value_loss=found.value,
            positions=played.positions,
            learning_seconds=round(training.seconds, 3),
        )

    def _described(self, generation: int, learned: dict[str, Any], positions: int) -> dict[str, Any]:
        """Return the `training` of a header."""
        configuration = asdict(self._settings)
        # The file may be shared; where the network and the openings were is nobody's business.
        configuration["expert"]["start"] = Path(self._expert.start).name
        configuration["gate"]["openings"] = Path(self._settings.gate.openings).name
        return training_of(configuration, iteration=generation, positions=positions, learned=learned)


def digest(path: Path) -> str:
    """Return the SHA-256 of a file. Raises `OSError`."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _played(path: Path) -> _Played:
    games = plies = positions = 0
    for game in games_of([path]):
        games += 1
        plies += len(game["moves"])
        positions += sum(value is not None for value in game["values"])
    return _Played(games, plies, positions)


def _size(setting: str, board: str) -> tuple[int, int, int]:
    try:
        columns, rows = board_size(board)
    except InvalidGameError as error:
        raise UsageError(f"{setting}: {error}") from None
    return columns, rows, columns * rows


def _square(board: str) -> str:
    columns, rows, _ = _size("expert.boards", board)
    if columns != rows or columns > LARGEST_SIDE:
        raise UsageError(
            f"expert.boards: the network does not learn {board!r}: "
            f"expected square boards of at most {LARGEST_SIDE}x{LARGEST_SIDE}"
        )
    return variant_of(columns, rows)
