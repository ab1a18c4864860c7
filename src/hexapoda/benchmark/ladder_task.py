"""`LadderTask`: rates an engine by games against the opponents on a game's ladders.

The opponents and their ratings come from `Game.ladders`, and a checksum freezes them. The games are saved
like those of any match, so an interrupted task can be resumed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path

from hexapoda.arena.journal import Journal
from hexapoda.arena.match import Match, MatchResult, Progress
from hexapoda.arena.options import RATING_WITHIN, MatchOptions
from hexapoda.engine import Limit
from hexapoda.errors import EngineUnavailable, UsageError
from hexapoda.games import find_game
from hexapoda.games.ladder import Ladder
from hexapoda.registry import EngineSpec

__all__ = ["LADDER_TASKS", "LadderTask", "open_ladder_journal", "rate_on_ladder"]


@dataclass(frozen=True, slots=True)
class LadderTask:
    """A rating task. Its opponents never change: a new set of opponents requires a new task name."""

    name: str
    """The name, which begins with the name of the game and a hyphen."""
    sha256: str
    """The SHA-256 checksum of the ladders as JSON."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.name.partition("-")[0]

    @property
    def summary(self) -> str:
        """A one-line description for lists."""
        return f"games against levels of known rating: {', '.join(one.variant for one in self.ladders())}"

    @property
    def opponent_count(self) -> int:
        """The number of opponents on all ladders."""
        return sum(len(ladder.rungs) for ladder in self.ladders())

    def ladders(self) -> tuple[Ladder, ...]:
        """Return the ladders. Raises `UsageError` if they do not match the checksum."""
        found = find_game(self.game).ladders
        text = json.dumps([asdict(ladder) for ladder in found], sort_keys=True)
        if hashlib.sha256(text.encode()).hexdigest() != self.sha256:
            raise UsageError(
                f"the ladders of task {self.name!r} have changed: they no longer match its checksum"
            )
        return found


_ALL = (
    LadderTask("hex-ladder", "dc10c68a1805673aa15003ee2254834047f1cbc44ca5c2462935310ffecdb443"),
    LadderTask("hive-ladder", "11d42d8323565cde01d2564f6510399b93b16d8c80847ae6a6479a0758550ba6"),
)
LADDER_TASKS: Mapping[str, LadderTask] = {task.name: task for task in _ALL}
"""The tasks by name."""


def open_ladder_journal(
    task: LadderTask,
    ladder: Ladder,
    spec: EngineSpec,
    limit: Limit,
    *,
    seed: int,
    within: float = RATING_WITHIN,
    folder: Path,
) -> Journal:
    """Open or create, in `folder`, the journal of the games that rate an engine. The same arguments, package
    version and engine version give the same journal, so its games are not played again.

    `within`: the rating is complete when half the width of its 95% interval is at most this many Elo. Raises
    `UsageError` if the journal cannot be created.
    """
    options = MatchOptions(game=task.game, nodes=limit.nodes, time=limit.time, seed=seed)
    settings = options.rating_settings(spec.text, ladder, within)
    parts = [settings.to_json(), version("hexapoda"), spec.version()]
    digest = hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:12]
    name = f"{task.name}-{ladder.variant}-{digest}".replace("+", "")  # an id must not contain a +
    journal = Journal(folder / name)
    if journal.exists():
        return journal
    settings = replace(settings, event=name)
    if journal.folder.is_dir() and next(journal.records(), None) is None:  # killed before writing settings
        Journal.write(journal.folder, settings, ())
        return journal
    return Journal.create(folder, settings, name)


def rate_on_ladder(journal: Journal, on_progress: Callable[[Progress], None] | None = None) -> MatchResult:
    """Play until the rating is precise enough, and return the result. Raises the errors of `Match.run`.
    `KeyboardInterrupt` is not caught; the games played so far are kept.
    """
    try:
        return Match(journal.settings(), journal).run(on_progress)
    except EngineUnavailable:
        if next(journal.records(), None) is None:
            journal.discard()  # no game was saved, so there is nothing to resume
        raise
