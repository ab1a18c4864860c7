"""`GameFilter`: the conditions of a query, and their SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, exists, false, or_, select

from hexapoda.errors import UsageError
from hexapoda.games import find_game, game_names
from hexapoda.storage.position_index import at_key, games_at
from hexapoda.storage.schema import aliases, games, matches, players, positions
from hexapoda.text.sentence import Sentence

__all__ = ["RESULTS", "GameFilter", "conditions", "player_words"]

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""The values of `GameFilter.result`, as in PGN; the names of `player_words` are also allowed."""

LONGEST_OPENING = 60
"""The maximum number of plies in `GameFilter.opening`."""


@dataclass(frozen=True, slots=True)
class GameFilter:
    """A selection of games. All conditions that are set must hold.

    Attributes:
        game: the name of a game.
        variant: the variant in its canonical form.
        player: part of the name of either player, ignoring case; also matches every alias of a player whose
            name contains it.
        opponent: part of the name of the other player; without `player`, of either player.
        winner: part of the name of the player who won.
        result: one of `RESULTS`, or the side that won, one of `player_words`.
        ending: why the game ended, a value of `hexapoda.record.Ending`.
        min_plies, max_plies: the minimum and maximum length in plies, inclusive.
        event: part of the event.
        match: the name of a match.
        opening: the keys of the positions that a game begins with, including the start (`position_key`).
        position: the key of a position that the game went through.
        owners: the owners of the games; an empty string stands for the public library, None for all owners.
        kind: `game` or `analysis`; None for both.
    """

    game: str | None = None
    variant: str | None = None
    player: str | None = None
    opponent: str | None = None
    winner: str | None = None
    result: str | None = None
    ending: str | None = None
    min_plies: int | None = None
    max_plies: int | None = None
    event: str | None = None
    match: str | None = None
    opening: Sequence[int] = ()
    position: int | None = None
    owners: Sequence[str] | None = ("",)
    kind: str | None = "game"

    @property
    def only_owners(self) -> bool:
        """Whether the filter selects by game and owner only, as the counters do."""
        return self == GameFilter(game=self.game, owners=self.owners)


def player_words() -> tuple[str, ...]:
    """Return the names of the two sides in all games, such as white and black, in lower case."""
    names = (player for name in game_names() for player in find_game(name).players)
    return tuple(dict.fromkeys(name.casefold() for name in names))


def conditions(wanted: GameFilter) -> list[ColumnElement[bool]]:
    """Return a filter as SQL conditions on `games`. Raises `UsageError`."""
    out: list[ColumnElement[bool]] = []
    for column, value in (
        (games.c.game, wanted.game),
        (games.c.variant, wanted.variant),
        (games.c.ending, wanted.ending),
        (games.c.kind, wanted.kind),
    ):
        if value is not None:
            out.append(column == value)
    if wanted.owners is not None:
        out.append(games.c.owner.in_(list(wanted.owners)))
    if wanted.result is not None:
        out.append(_result(wanted.result))
    if wanted.player is not None and wanted.opponent is not None:
        first, second = (_named(games.c.player0_id, wanted.player), _named(games.c.player1_id, wanted.player))
        out.append(
            or_(
                and_(first, _named(games.c.player1_id, wanted.opponent)),
                and_(second, _named(games.c.player0_id, wanted.opponent)),
            )
        )
    elif (name := wanted.player or wanted.opponent) is not None:
        out.append(or_(_named(games.c.player0_id, name), _named(games.c.player1_id, name)))
    if wanted.winner is not None:
        out.append(
            or_(
                and_(games.c.winner == 0, _named(games.c.player0_id, wanted.winner)),
                and_(games.c.winner == 1, _named(games.c.player1_id, wanted.winner)),
            )
        )
    if wanted.min_plies is not None:
        out.append(games.c.plies >= wanted.min_plies)
    if wanted.max_plies is not None:
        out.append(games.c.plies <= wanted.max_plies)
    if wanted.event is not None:
        out.append(games.c.event.icontains(wanted.event, autoescape=True))
    if wanted.match is not None:
        out.append(games.c.match_id.in_(select(matches.c.id).where(matches.c.name == wanted.match)))
    if wanted.position is not None:
        out.append(games.c.id.in_(games_at(wanted.position)))
    if wanted.opening:
        out.append(_begins(wanted.opening))
    return out


def _named(column: ColumnElement[int], name: str) -> ColumnElement[bool]:
    also = select(aliases.c.alias).where(aliases.c.name.icontains(name, autoescape=True))
    found = or_(players.c.name.icontains(name, autoescape=True), players.c.name.in_(also))
    return column.in_(select(players.c.id).where(found))


def _result(result: str) -> ColumnElement[bool]:
    if result in RESULTS:
        return _scored(result)
    if result not in player_words():
        expected = ", ".join((*RESULTS, *player_words()))
        raise UsageError(
            Sentence(
                "{result!r} is not a result: expected one of {expected}", result=result, expected=expected
            )
        )
    won = [
        and_(games.c.game == name, games.c.winner == player)
        for name in game_names()
        for player, word in enumerate(find_game(name).players)
        if word.casefold() == result
    ]
    return or_(false(), *won)


def _scored(result: str) -> ColumnElement[bool]:
    if result == "*":
        return games.c.finished.is_(False)
    if result == "1/2-1/2":
        return and_(games.c.finished.is_(True), games.c.winner.is_(None))
    return games.c.winner == RESULTS.index(result)


def _begins(keys: Sequence[int]) -> ColumnElement[bool]:
    """Return the condition that a game begins with these positions.

    Few games reach the last position, so only these games are checked for the earlier positions.
    """
    if len(keys) > LONGEST_OPENING + 1:
        raise UsageError(
            Sentence(
                "the opening has {plies} plies: expected at most {most}",
                plies=len(keys) - 1,
                most=LONGEST_OPENING,
            )
        )
    last = at_key(keys[-1])
    query = select(last.c.game_id).where(last.c.ply == len(keys) - 1)
    for ply, key in enumerate(keys[:-1]):
        earlier = positions.alias(f"at{ply}")
        here = (earlier.c.block == last.c.block, earlier.c.key == key, earlier.c.game_id == last.c.game_id)
        query = query.where(exists().where(*here, earlier.c.ply == ply))
    return games.c.id.in_(query)
