"""Answers about the library."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.games.json_types import StoredRowJson
from hexapoda.page.json_types import OpeningJson, RecordJson
from hexapoda.web.answers.parts import BoardJson, LocalizedJson, MoveJson, ResultJson

__all__ = [
    "DeletedJson",
    "EditedGameJson",
    "ExplorerJson",
    "ImportJson",
    "LibraryJson",
    "PlayersJson",
    "RestoredJson",
    "SameMovesJson",
    "StoredGameJson",
    "StoredGamesJson",
    "TrashJson",
    "UndoneJson",
]


class LibraryJson(LocalizedJson):
    """The store and what is in it."""

    name: str
    writable: Annotated[bool, Field(description="Whether pages may change it.")]
    games: int
    variants: Annotated[dict[str, dict[str, int]], Field(description="Games of each variant of each game.")]
    trouble: Annotated[str, Field(description="Why it cannot be read; empty if it can.")]


class StoredGamesJson(TypedDict):
    """Games that match, newest first."""

    games: list[StoredRowJson]
    damaged: Annotated[list[int], Field(description="The numbers of games of this page that cannot be read.")]
    offset: int
    total: int


class StoredGameJson(StoredRowJson):
    """A game with its record."""

    record: RecordJson


class EditedGameJson(TypedDict):
    """A game after a correction."""

    game: StoredRowJson
    undo: Annotated[str | None, Field(description="Undoes the correction; null if nothing has changed.")]


class UndoneJson(TypedDict):
    """A game as it was before a correction."""

    game: StoredRowJson


class DeletedJson(TypedDict):
    """Games that are in the trash now."""

    deleted: list[int]


class RestoredJson(TypedDict):
    """Games that are no longer in the trash."""

    restored: list[int]


class TrashRowJson(StoredRowJson, LocalizedJson):
    """A deleted game."""

    deleted: Annotated[str, Field(description="When, in ISO 8601.")]
    reason: Annotated[str, Field(description="`deleted`, or with which game it was merged.")]


class TrashJson(TypedDict):
    """Deleted games, the latest first."""

    games: list[TrashRowJson]


class TotalsJson(TypedDict):
    """Games by their results."""

    games: int
    first: Annotated[int, Field(description="Won by the first player.")]
    draws: int
    second: int
    unfinished: int


class SameMovesJson(TypedDict):
    """A move, and those that lead to the same position by symmetry."""

    text: str
    same: list[str]
    move: MoveJson | None


class ExploredMoveJson(SameMovesJson, TotalsJson):
    """A move that was played from a position."""

    rating: Annotated[float | None, Field(description="The mean rating of its players.")]


class TreeMoveJson(SameMovesJson):
    """A move of the game's opening tree."""

    chance: Annotated[
        float, Field(description="Win probability of its mover, if both play the best moves of the tree.")
    ]
    results: Annotated[TotalsJson, Field(description="Games between engines with the position after it.")]


class ExploredGameJson(StoredRowJson):
    """A game that went through a position."""

    at: Annotated[int, Field(description="The ply at which it did so first.")]


class ExplorerJson(TypedDict):
    """A position with the moves that were played from it."""

    game: str
    variant: str
    rules: dict[str, str]
    start: str | None
    moves: list[ExploredMoveJson]
    board: BoardJson
    legal: list[MoveJson]
    last: MoveJson | None
    result: ResultJson | None
    opening: OpeningJson | None
    totals: TotalsJson
    ended: Annotated[int, Field(description="Games whose record ends here.")]
    more: Annotated[int, Field(description="Moves that are not listed.")]
    games: list[ExploredGameJson]
    tree: Annotated[
        list[TreeMoveJson], Field(description="The moves of the game's opening tree, best first.")
    ]


class PlayerJson(TypedDict):
    """A player with results."""

    name: str
    label: str
    aliases: list[str]
    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    elo: float | None
    error: Annotated[float | None, Field(description="Half of the interval of 95%.")]
    group: Annotated[
        int, Field(description="Players in different groups have not met, not even through others.")
    ]
    estimate: Annotated[
        bool, Field(description="Whether the rating is only a guess, after too few different results.")
    ]


class PlayersJson(TypedDict):
    """The players of one game, best first."""

    game: str
    players: list[PlayerJson]
    total: int


class ImportFaultJson(LocalizedJson):
    """A game that was not imported."""

    line: int | None
    text: str


ImportState: TypeAlias = Literal["waiting", "running", "done", "failed", "stopped"]


class ImportJson(LocalizedJson):
    """The progress of a file."""

    id: str
    file: str
    state: ImportState
    games: int
    added: int
    duplicates: int
    completed: Annotated[int, Field(description="Duplicates that have completed the stored game.")]
    bad: int
    faults: list[ImportFaultJson]
    note: Annotated[str, Field(description="Why it failed.")]
