"""`NewMatch`: a match or tournament that a page asks for, and the command that plays it.

The options are those of the command line, and are also checked by `MatchOptions`. A page names engines by
their ids in the catalog. Only the bounds of the options are defined here.
"""

from __future__ import annotations

import os
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from hexapoda.arena.journal import Journal, match_folder, new_match_id
from hexapoda.arena.options import MatchOptions, option_words
from hexapoda.errors import UsageError
from hexapoda.games import Game, find_game
from hexapoda.registry import add_values
from hexapoda.text.sentence import Sentence
from hexapoda.web.opponents import opponents_by_id
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings

__all__ = ["NAME", "NewMatch", "check_matches", "resumed_match"]

NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"
"""The pattern for the names of matches, training runs and files of puzzles that pages start."""
_MOST_GAMES = 100_000
"""The maximum number of games in a match or tournament."""
Seconds = Annotated[float, Field(ge=0.01, le=600, allow_inf_nan=False, description="Seconds for a move.")]
Nodes = Annotated[int, Field(ge=1, le=10**9, description="Nodes for a move.")]


class NewMatchEngine(BaseModel):
    """An engine in a match, optionally with limits of its own in place of the common ones."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(max_length=100, description="The id of an opponent in the catalog.")
    time: Seconds | None = None
    nodes: Nodes | None = None


class NewMatch(BaseModel):
    """A match to play, or a tournament of more than two engines."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field(max_length=40, description="The name of the game, as in the catalog.")
    variant: str | None = Field(default=None, max_length=40, description="By default the first variant.")
    rules: dict[str, str] = Field(default_factory=dict, max_length=20)
    engines: list[NewMatchEngine] = Field(min_length=2, max_length=10)
    format: Literal["round-robin", "gauntlet"] = Field(
        default="round-robin",
        description="For more than two engines; gauntlet: the first against the others.",
    )
    games: int = Field(default=20, ge=1, le=20_000, description="Games of each pairing.")
    time: Seconds | None = None
    nodes: Nodes | None = None
    clock: str | None = Field(default=None, max_length=40, description="Such as `60+1`, in place of `time`.")
    concurrency: int = Field(default=1, ge=1, le=64, description="Games at a time.")
    seed: int | None = Field(default=None, ge=0, le=2**31 - 1)
    id: str | None = Field(default=None, pattern=NAME, description="By default the time of the start.")

    def command(self) -> tuple[str, list[str]]:
        """Return the id of the match and the arguments of `hexapoda` that play it. Raises `Problem` and
        `HexapodaError`.
        """
        game = find_game(self.game)
        tournament = len(self.engines) > 2
        engines = [_text(game, each) for each in self.engines]
        options = MatchOptions(
            game=game.name,
            variant=self.variant,
            rule=[f"{name}={value}" for name, value in self.rules.items()] or None,
            games=self.games,
            time=self.time,
            nodes=self.nodes,
            clock=self.clock,
            seed=self.seed,
        )
        cores = os.cpu_count() or 1
        if self.concurrency > cores:
            raise Problem(
                400,
                Sentence("this machine can play {cores} games at a time", cores=cores),
                "concurrency",
            )
        format = self.format if tournament else "match"
        settings = options.settings(engines, format=format, concurrency=self.concurrency)
        if settings.total > _MOST_GAMES:
            raise Problem(
                400,
                Sentence(
                    "these are {total} games: expected at most {most}",
                    total=settings.total,
                    most=_MOST_GAMES,
                ),
                "games",
            )
        id = self.id or new_match_id()
        if (match_folder() / id).exists():
            raise Problem(409, Sentence("a match {id!r} already exists", id=id), "id")
        words = ["tournament", *engines, "--format", format] if tournament else ["match", *engines]
        words += option_words(options)
        return id, [*words, f"--concurrency={self.concurrency}", f"--id={id}", "--quiet"]


def resumed_match(id: str) -> list[str]:
    """Return the arguments of `hexapoda` that resume a match. Raises `UsageError` if there is none, and
    `InvalidGameError` if its settings are damaged.
    """
    try:
        settings = Journal.open(match_folder(), id).settings()
    except OSError as error:  # no folder can have this name
        raise UsageError(f"no match is called {id[:100]!r}: {error.strerror}") from None
    return [settings.command, f"--resume={id}", "--quiet"]


def check_matches(settings: WebSettings) -> None:
    """Raise `Problem` 409 if commands write matches to a different folder than the one shown on pages."""
    if settings.matches is not None and settings.matches.resolve() != match_folder().resolve():
        raise Problem(
            409, Sentence("this server shows matches from another folder than the one it writes to")
        )


def _text(game: Game, engine: NewMatchEngine) -> str:
    """Return an engine as a command-line argument. Raises `Problem`."""
    known = opponents_by_id(game)
    if engine.id not in known:
        raise Problem(
            400,
            Sentence(
                "no engine is called {id!r}: expected one of {names}",
                id=engine.id[:40],
                names=", ".join(known),
            ),
            "engines",
        )
    text = known[engine.id].text
    limits = {"time": engine.time, "nodes": engine.nodes}
    given = ",".join(f"{name}={value}" for name, value in limits.items() if value is not None)
    return add_values(text, given) if given else text
