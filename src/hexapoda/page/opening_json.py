"""The name of the opening of a position or a game, as JSON."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hexapoda.games import Game
from hexapoda.games.opening_names import LONGEST_OPENING, OpeningName
from hexapoda.games.position import Position
from hexapoda.games.translations import translated
from hexapoda.record import GameTree

if TYPE_CHECKING:
    from hexapoda.page.json_types import OpeningJson

__all__ = ["opening_fields", "opening_json", "opening_of", "opening_text"]


def opening_json(game: Game, position: Position) -> OpeningJson | None:
    """Return the name of the opening that led to a position; None if it has none."""
    names = game.opening_names
    return None if names is None else _json(names.opening_name(position))


def opening_of(tree: GameTree) -> OpeningJson | None:
    """Return the name of the opening of a game; None if it has none."""
    names, game = tree.game.opening_names, tree.game
    if names is None:
        return None
    position: Position = tree.start
    for node in islice(tree.main_line(), LONGEST_OPENING):
        game.push_recorded(position, game.recorded_move(position, node.text))
    return _json(names.opening_name(position))


def opening_fields(opening: OpeningJson | None) -> dict[str, object] | None:
    """Return the opening without the translations of its name, for the JSON output of commands."""
    return None if opening is None else {"name": opening["name"], "book": opening["book"]}


def opening_text(opening: OpeningJson, plies: int) -> str:
    """Return a line such as `Opening: ladybug against ladybug (in the book for 5 plies)`. `plies` is the
    length of the game; for a game that never left the book, the line ends with "(in the book)".
    """
    book = opening["book"]
    until = "" if book >= plies else " for 1 ply" if book == 1 else f" for {book} plies"
    return f"Opening: {opening['name']}" + (f" (in the book{until})" if book else "")


def _json(found: OpeningName | None) -> OpeningJson | None:
    if found is None:
        return None
    opening: OpeningJson = {"name": found.name, "book": found.book}
    return translated(opening)
