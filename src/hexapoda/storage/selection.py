"""`GameSelection`: conditions that select games of the store, as users type them.

Contains the only list of these conditions, and parses variants, results, openings and positions. The command
line and the browser page declare how users enter them; `filter` turns them into SQL.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import DATA_OWNER
from hexapoda.games import find_game, game_names
from hexapoda.games.variant_choice import check_variant
from hexapoda.record import Ending
from hexapoda.storage.filter import GameFilter, player_words
from hexapoda.storage.indexing import opening_keys, position_key
from hexapoda.text.sentence import Sentence
from hexapoda.text.suggestion import check_choice

__all__ = ["GameSelection", "game_of_text", "result_words", "stored_position"]

_NO_WINNER = MappingProxyType({"draw": "1/2-1/2", "none": "*"})


@dataclass(frozen=True, slots=True)
class GameSelection:
    """The conditions on games, as typed; None if not given.

    Attributes:
        game: the name of a game.
        player, opponent, winner: part of a player's name.
        result: one of `result_words`.
        variant: a variant, in any spelling.
        ending: why the game ended, a value of `hexapoda.record.Ending`.
        min_plies, max_plies: the minimum and maximum length in plies.
        event: part of the event.
        match: the name of a match.
        opening: the first moves, as a game string or as moves separated by semicolons.
        position: a position or a game string, on one line.
    """

    game: str | None = None
    player: str | None = None
    opponent: str | None = None
    winner: str | None = None
    result: str | None = None
    variant: str | None = None
    ending: str | None = None
    min_plies: int | None = None
    max_plies: int | None = None
    event: str | None = None
    match: str | None = None
    opening: str | None = None
    position: str | None = None

    def filter(self) -> GameFilter:
        """Return the conditions as a `GameFilter`. Raises `UsageError` or another `HexapodaError`."""
        game = None if self.game is None else check_choice("game", self.game, game_names())
        variant = self.variant
        named: Any = None
        if variant is not None:
            named = game_of_text(variant) if game is None else find_game(game)
            variant = check_variant(named, variant)
        keys: list[int] = []
        if self.opening is not None:
            of = named if named is not None else game_of_text(self.opening)
            keys = opening_keys(*_opening(of, self.opening, variant), game=of.name)
        key = None if self.position is None else position_key(stored_position(self.position))
        result, ending = self.result, self.ending
        if result is not None:
            word = check_choice("result", result, result_words())
            result = _NO_WINNER.get(word, word)
        if ending is not None:
            ending = check_choice("ending", ending, tuple(member.value for member in Ending))
        return GameFilter(
            game=game,
            variant=variant,
            player=self.player,
            opponent=self.opponent,
            winner=self.winner,
            result=result,
            ending=ending,
            min_plies=self.min_plies,
            max_plies=self.max_plies,
            event=self.event,
            match=self.match,
            opening=keys,
            position=key,
            owners=("", DATA_OWNER),
        )


def result_words() -> tuple[str, ...]:
    """Return the names of the sides that can win, and the words for a draw and for no result."""
    return (*player_words(), *_NO_WINNER)


def game_of_text(text: str) -> Any:
    """Return the game that a variant, a position or an opening belongs to. Raises `UsageError`."""
    for name in game_names():
        game = find_game(name)
        if game.archive is not None and game.archive.takes(text):
            return game
    raise UsageError(
        Sentence("{text!r} is not a variant, a position or a game string of any game", text=text[:80])
    )


def stored_position(text: str) -> Any:
    """Parse a position of any game, with rule switches under which all stored positions are legal."""
    return game_of_text(text).archive.parse_position(text)


def _opening(game: Any, text: str, variant: str | None) -> tuple[str, list[str]]:
    if game.archive is None:
        raise UsageError(
            Sentence(
                "positions of {name} are not indexed, so games cannot be found by opening", name=game.name
            )
        )
    found: tuple[str, list[str]] = game.archive.parse_opening(text, variant)
    return found
