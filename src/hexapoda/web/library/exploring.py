"""The opening explorer and the list of players, as pages see them.

Builds their JSON, and caches players and ratings until games change. The store counts games, and
`hexapoda.analysis.standings` rates players.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexapoda.analysis.standings import Standing, rated, standings
from hexapoda.record.summary import game_summary
from hexapoda.web.answers.library import (
    ExploredGameJson,
    ExploredMoveJson,
    ExplorerJson,
    PlayerJson,
    PlayersJson,
    SameMovesJson,
    TotalsJson,
    TreeMoveJson,
)
from hexapoda.web.position_fields import NamedPosition
from hexapoda.web.position_json import position_json

if TYPE_CHECKING:
    from hexapoda.arena.statistics import Rating
    from hexapoda.storage import GameFilter, Store, Totals
    from hexapoda.web.answers.parts import MoveJson

__all__ = ["Ratings", "explore_json", "players_json"]

_MOST_RATED = 1000
"""The maximum number of players for which ratings are computed; more would take seconds."""
_REMEMBERED = 20
"""The maximum number of cached lists of players."""
_MOVES = 60
"""The maximum number of moves shown for a position."""
_GAMES = 8
"""The maximum number of games shown for a position."""


class Ratings:
    """The players of the library with their ratings, cached until games or names change."""

    def __init__(self) -> None:
        self._known: dict[object, tuple[int, _Players]] = {}
        self._lock = threading.Lock()

    def of(self, store: Store, game: str) -> Mapping[tuple[str, str], float]:
        """Return the Elo by name and engine for the largest group of players linked by games."""
        from hexapoda.storage import GameFilter

        return self.players(store, GameFilter(game=game)).elos

    def players(self, store: Store, wanted: GameFilter) -> _Players:
        """Return the players of the games that match a filter."""
        at = (store.url, repr(wanted))
        with self._lock:
            number = store.changes()
            known = self._known.get(at)
            if known is not None and known[0] == number:
                return known[1]
            found = _players(store, wanted)
            self._known.pop(at, None)
            self._known[at] = (number, found)
            while len(self._known) > _REMEMBERED:
                del self._known[next(iter(self._known))]
            return found


@dataclass(frozen=True, slots=True)
class _Players:
    """The players, best first, with their ratings by label, aliases by name, and Elo by name and engine."""

    table: list[Standing]
    ratings: Mapping[str, Rating]
    names: Mapping[str, list[str]]
    elos: Mapping[tuple[str, str], float]


def _players(store: Store, wanted: GameFilter) -> _Players:
    encounters = next(iter(store.meetings(wanted).values()), None)  # the filter names one game
    table = [] if encounters is None else standings(encounters)
    names: dict[str, list[str]] = {}
    for alias, name in store.aliases().items():
        names.setdefault(name, []).append(alias)
    ratings = rated(encounters) if encounters is not None and len(table) <= _MOST_RATED else {}
    order = {label: number for number, label in enumerate(ratings)}
    table.sort(key=lambda player: order.get(player.label, len(order)))
    keys = {player.label: (player.name, player.engine) for player in table}
    elos = {keys[label]: rating.elo for label, rating in ratings.items() if rating.group == 0}
    return _Players(table, ratings, names, elos)


def explore_json(store: Store, at: NamedPosition, wanted: GameFilter, ratings: Ratings) -> ExplorerJson:
    """Return a position, the moves that were played from it, and the newest games that reached it, each with
    the ply at which it first did so. Raises `UsageError`.
    """
    from hexapoda.storage import Totals

    game, position = at.game, at.position
    found = store.explore(position, wanted)
    elos = ratings.of(store, game.name) if found.moves else {}
    movers = store.movers(position, wanted) if elos else {}
    shown = position_json(at)
    legal = {move["move"]: move for move in shown["legal"]}
    moves: list[ExploredMoveJson] = [
        {
            **_shown(played.texts, legal),
            "rating": _mean(movers.get(played.texts[0], {}), elos),
            **_totals(played.totals),
        }
        for played in found.moves[:_MOVES]
    ]
    tree: list[TreeMoveJson] = [
        {
            **_shown(move.texts, legal),
            "chance": move.win_probability,
            "results": _totals(Totals(move.results[0], move.results[2], move.results[1])),
        }
        for move in ([] if game.opening_tree is None else game.opening_tree.opening_moves(position))
    ]
    games: list[ExploredGameJson] = [
        {**game_summary(stored.id, stored.record), "at": ply}
        for ply, stored in store.newest_through(position, wanted, limit=_GAMES, damaged=[])
    ]
    return {
        **shown,
        "totals": _totals(found.totals),
        "ended": found.ended.games,
        "moves": moves,
        "more": max(0, len(found.moves) - _MOVES),
        "games": games,
        "tree": tree,
    }


def players_json(
    store: Store, game: str, wanted: GameFilter, text: str, limit: int, ratings: Ratings
) -> PlayersJson:
    """Return up to `limit` players of finished games, best first. `text`: part of a name or an alias."""
    found = ratings.players(store, wanted)
    names = found.names
    part = text.casefold()
    known = [
        player
        for player in found.table
        if part in " ".join([player.label, *names.get(player.name, ())]).casefold()
    ]
    rows: list[PlayerJson] = []
    for player in known[:limit]:
        rating = found.ratings.get(player.label)
        rows.append(
            {
                "name": player.name,
                "label": player.label,
                "aliases": sorted(names.get(player.name, ())),
                "games": player.games,
                "wins": player.wins,
                "draws": player.draws,
                "losses": player.losses,
                "score": player.score,
                "elo": None if rating is None else rating.elo,
                "error": None if rating is None else rating.error,
                "group": 0 if rating is None else rating.group,
                "estimate": rating is not None and rating.held,
            }
        )
    return {"game": game, "players": rows, "total": len(known)}


def _shown(texts: Sequence[str], legal: Mapping[str, MoveJson]) -> SameMovesJson:
    """Return the JSON of moves that lead to the same position by symmetry, represented by a legal one."""
    text = next((text for text in texts if text in legal), None)
    return {
        "text": texts[0] if text is None else text,
        "same": [other for other in texts if other != text][:12],
        "move": None if text is None else legal[text],
    }


def _mean(counts: Mapping[tuple[str, str], int], elos: Mapping[tuple[str, str], float]) -> float | None:
    """Return the mean rating of the players of a move, weighted by games; None if no player has a rating."""
    rated_games = [(elos[player], number) for player, number in counts.items() if player in elos]
    games = sum(number for _, number in rated_games)
    return sum(elo * number for elo, number in rated_games) / games if games else None


def _totals(totals: Totals) -> TotalsJson:
    return {
        "games": totals.games,
        "first": totals.wins0,
        "draws": totals.draws,
        "second": totals.wins1,
        "unfinished": totals.unfinished,
    }
