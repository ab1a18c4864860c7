"""`GamePicks`: the options that select games of the store, shared by several commands.

Owns what they mean, and the spelling of results and openings. `options` declares each option.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, get_type_hints

from hexapoda.cli.game_store.options import (
    Ending,
    Event,
    GameWord,
    Match,
    MaxPlies,
    MinPlies,
    Opening,
    Opponent,
    Player,
    ResultWord,
    Winner,
    game_of_text,
    stored_position,
)
from hexapoda.cli.subject import PositionText, Variant, check_variant, read_position_text
from hexapoda.errors import UsageError
from hexapoda.games import find_game, game_names
from hexapoda.suggestion import check_choice

if TYPE_CHECKING:
    from hexapoda.storage import GameFilter

__all__ = ["GamePicks", "takes_picks"]

_NO_WINNER = MappingProxyType({"draw": "1/2-1/2", "none": "*"})


@dataclass(frozen=True, slots=True)
class GamePicks:
    """The options that select games, as the user typed them; None if not given."""

    game: GameWord = None
    player: Player = None
    opponent: Opponent = None
    winner: Winner = None
    result: ResultWord = None
    variant: Variant = None
    ending: Ending = None
    min_plies: MinPlies = None
    max_plies: MaxPlies = None
    event: Event = None
    match: Match = None
    opening: Opening = None
    position: PositionText = None

    @property
    def given(self) -> bool:
        """Whether any option was given."""
        return self != GamePicks()

    def filter(self) -> GameFilter:
        """Make a filter from the options. Raises `UsageError` and other `HexapodaError`s."""
        from hexapoda.record import Ending
        from hexapoda.storage import GameFilter, opening_keys, position_key
        from hexapoda.storage.filter import player_words

        game = None if self.game is None else check_choice("game", self.game, game_names())
        variant = self.variant
        named: Any = None
        if variant is not None:
            named = game_of_text(variant) if game is None else find_game(game)
            variant = check_variant(named, variant)
        keys: list[int] = []
        if self.opening is not None:
            text = read_position_text(self.opening)
            of = named if named is not None else game_of_text(text)
            keys = opening_keys(*_opening(of, text, variant), game=of.name)
        key = None
        if self.position is not None:
            key = position_key(stored_position(read_position_text(self.position)))
        result, ending = self.result, self.ending
        if result is not None:
            word = check_choice("result", result, (*player_words(), *_NO_WINNER))
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
        )


def takes_picks(command: Callable[..., None]) -> Callable[..., None]:
    """Decorate a command so that the options of `GamePicks` replace its parameter `picks`.

    Typer reads options from the signature, so the signature of the decorated command lists them. The command
    itself gets their values as `picks`.
    """
    hints = get_type_hints(GamePicks, include_extras=True)
    options = [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name]
        )
        for field in fields(GamePicks)
    ]

    @functools.wraps(command)
    def with_options(**values: Any) -> None:
        picks = GamePicks(**{option.name: values.pop(option.name) for option in options})
        command(**values, picks=picks)

    signature = inspect.signature(command, eval_str=True)
    parameters: list[inspect.Parameter] = []
    for parameter in signature.parameters.values():
        parameters += options if parameter.name == "picks" else [parameter]
    with_options.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return with_options


def _opening(game: Any, text: str, variant: str | None) -> tuple[str, list[str]]:
    if game.archive is None:
        raise UsageError(f"--opening: positions of {game.name} are not indexed")
    found: tuple[str, list[str]] = game.archive.parse_opening(text, variant)
    return found
