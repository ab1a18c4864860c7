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
    """The store and its contents."""

    name: str
    writable: Annotated[bool, Field(description="Whether pages may change it.")]
    games: int
    variants: Annotated[
        dict[str, dict[str, int]], Field(description="The number of stored games, by game and variant.")
    ]
    trouble: Annotated[str, Field(description="Why it cannot be read; empty if it can.")]


class StoredGamesJson(TypedDict):
    """A page of the matching games, newest first."""

    games: list[StoredRowJson]
    damaged: Annotated[list[int], Field(description="The numbers of the unreadable games on this page.")]
    offset: int
    total: int


class StoredGameJson(StoredRowJson):
    """A game with its record."""

    record: RecordJson


class EditedGameJson(TypedDict):
    """A game after a correction."""

    game: StoredRowJson
    undo: Annotated[
        str | None, Field(description="The token that undoes the correction; null if nothing changed.")
    ]


class UndoneJson(TypedDict):
    """A game as it was before a correction."""

    game: StoredRowJson


class DeletedJson(TypedDict):
    """The numbers of the games that were just moved to the trash."""

    deleted: list[int]


class RestoredJson(TypedDict):
    """The numbers of the games that were restored from the trash."""

    restored: list[int]


class TrashRowJson(StoredRowJson, LocalizedJson):
    """A deleted game."""

    deleted: Annotated[str, Field(description="When it was deleted, in ISO 8601.")]
    reason: Annotated[str, Field(description="`deleted`, or which game it was merged with.")]


class TrashJson(TypedDict):
    """Deleted games, most recently deleted first."""

    games: list[TrashRowJson]


class TotalsJson(TypedDict):
    """The numbers of games by result."""

    games: int
    first: Annotated[int, Field(description="Games won by the first player.")]
    draws: int
    second: int
    unfinished: int


class SameMovesJson(TypedDict):
    """A move, and the other moves that lead to the same position by symmetry."""

    text: str
    same: list[str]
    move: MoveJson | None


class ExploredMoveJson(SameMovesJson, TotalsJson):
    """A move that was played from a position."""

    rating: Annotated[float | None, Field(description="The mean rating of its players.")]


class TreeMoveJson(SameMovesJson):
    """A move of the game's opening tree."""

    chance: Annotated[
        float, Field(description="The mover's win probability, if both play the tree's best moves.")
    ]
    results: Annotated[TotalsJson, Field(description="Recorded games through the position after the move.")]


class ExploredGameJson(StoredRowJson):
    """A game that reached a position."""

    at: Annotated[int, Field(description="The ply at which it first did so.")]


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
    more: Annotated[int, Field(description="How many moves are not listed.")]
    games: list[ExploredGameJson]
    tree: Annotated[
        list[TreeMoveJson], Field(description="The moves of the game's opening tree, best first.")
    ]


class PlayerJson(TypedDict):
    """A player with results and a rating."""

    name: str
    label: str
    aliases: list[str]
    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    elo: float | None
    error: Annotated[float | None, Field(description="Half the width of the 95% interval.")]
    group: Annotated[
        int, Field(description="Players in different groups are not linked by games; 0 without a rating.")
    ]
    estimate: Annotated[
        bool, Field(description="Whether invented draws keep the rating finite, as after a perfect score.")
    ]


class PlayersJson(TypedDict):
    """The players of one game, such as Hive, best first."""

    game: str
    players: list[PlayerJson]
    total: int


class ImportFaultJson(LocalizedJson):
    """A game or file that was not imported, and why."""

    line: int | None
    text: str


ImportState: TypeAlias = Literal["waiting", "running", "done", "failed", "stopped"]


class ImportJson(LocalizedJson):
    """The progress of an import."""

    id: str
    file: str
    state: ImportState
    games: int
    added: int
    duplicates: int
    completed: Annotated[int, Field(description="Duplicates that completed a stored game.")]
    bad: int
    faults: list[ImportFaultJson]
    note: Annotated[str, Field(description="Why it failed; empty if it did not.")]
