"""The results of store queries: stored games, moves played from a position, statistics, ratings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hexapoda.games import find_game
from hexapoda.record import GameRecord, GameTree, Node
from hexapoda.record.node import line_of_moves
from hexapoda.record.tree_json import nodes_from_json

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Added",
    "DeletedGame",
    "Exploration",
    "GameVersion",
    "Meetings",
    "PlayedMove",
    "PlayerTotal",
    "Rating",
    "StoredGame",
    "Totals",
]


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game in the store.

    Attributes:
        id: its number in the store.
        record: the header and the main line.
        nodes: all nodes as JSON; None if the game is only a main line without annotations.
        owner: its owner; empty for the public library.
        kind: `game` or `analysis`.
        name: the name that its owner gave it.
        updated: the time of its last change, ISO 8601 in UTC.
    """

    id: int
    record: GameRecord
    nodes: str | None = None
    owner: str = ""
    kind: str = "game"
    name: str = ""
    updated: str = field(default="", compare=False)

    def root(self) -> Node:
        """Return the nodes of the game. Raises `InvalidGameError` if they cannot be read."""
        if self.nodes is None:
            return line_of_moves(self.record.moves)
        return nodes_from_json(json.loads(self.nodes))

    def tree(self) -> GameTree:
        """Return the whole game. Its moves were checked when it was stored. Raises `HexapodaError` if its
        start or its nodes cannot be read.
        """
        return GameTree(find_game(self.record.game), self.record, root=self.root())


@dataclass(frozen=True, slots=True)
class Added:
    """The result of adding games to the store.

    Attributes:
        added: the number of new games.
        duplicates: the number of games that were already in the store.
        completed: the number of duplicates that filled gaps in the stored game, such as missing player names.
    """

    added: int
    duplicates: int
    completed: int = 0


@dataclass(frozen=True, slots=True)
class DeletedGame:
    """A game in the trash: its number, its record, and when (ISO 8601 in UTC) and why it was deleted."""

    id: int
    record: GameRecord
    deleted: str
    reason: str


@dataclass(frozen=True, slots=True)
class GameVersion:
    """A former version of a game.

    Attributes:
        number: its number, from 1 for the oldest.
        record: the game as it was.
        replaced: when it was replaced, ISO 8601 in UTC; empty if that is unknown.
        editor: who replaced it; empty if that is unknown.
        reason: why it was replaced: `edited`, `saved`, `deleted`, or a phrase in English.
    """

    number: int
    record: GameRecord
    replaced: str
    editor: str
    reason: str


@dataclass(frozen=True, slots=True)
class Totals:
    """Game counts by result. `wins0` and `wins1` are the wins of players 0 and 1."""

    wins0: int = 0
    draws: int = 0
    wins1: int = 0
    unfinished: int = 0

    @property
    def games(self) -> int:
        """The number of games, including unfinished ones."""
        return self.wins0 + self.draws + self.wins1 + self.unfinished

    def score(self, player: int) -> float | None:
        """Return the score of player 0 or 1, from 0 to 1; None if no game is finished. A draw counts half."""
        finished = self.wins0 + self.draws + self.wins1
        if not finished:
            return None
        return ((self.wins0, self.wins1)[player] + self.draws / 2) / finished


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was played from a position, with the results of the games that continued with it.

    Attributes:
        texts: the texts of the move and of its symmetric equivalents, sorted; `("?",)` if no legal move leads
            to the stored next position.
        totals: the results of those games.
    """

    texts: tuple[str, ...]
    totals: Totals


@dataclass(frozen=True, slots=True)
class Exploration:
    """The games that went through a position, and their next moves.

    Attributes:
        key: the key of the position in the store.
        totals: the results of these games, each counted once.
        moves: the moves played, most frequent first.
        ended: the results of the games whose record ends at this position.
    """

    key: int
    totals: Totals
    moves: tuple[PlayedMove, ...]
    ended: Totals


@dataclass(frozen=True, slots=True)
class PlayerTotal:
    """The results of a player under all names. `aliases` are the names other than `name`."""

    name: str
    engine: str
    wins: int
    draws: int
    losses: int
    unfinished: int
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Meetings:
    """The pairings of players in one game, such as Hive, as columns. Unfinished games do not count.

    Attributes:
        players: the name and the engine of each player.
        first, second: for each pairing, the indices of players 0 and 1 in `players`.
        wins, draws, losses: for each pairing, the numbers of games that player 0 won, drew and lost.
    """

    players: Sequence[tuple[str, str]]
    first: NDArray[Any]
    second: NDArray[Any]
    wins: NDArray[Any]
    draws: NDArray[Any]
    losses: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player in a pool, such as a tournament.

    Attributes:
        name, engine: the player.
        game: the name of the game.
        pool: the name of the group of players who were rated together.
        elo: the rating in Elo, relative to the pool's anchor.
        error: half the width of the 95% confidence interval, in Elo; None if unknown.
        games: the number of games that the rating is based on.
        date: the date of the rating, in ISO 8601.
    """

    name: str
    engine: str
    game: str
    pool: str
    elo: float
    error: float | None
    games: int
    date: str
