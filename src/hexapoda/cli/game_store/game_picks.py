"""`GamePicks`: the options that select games of the store, shared by several commands.

Collects their values as the user typed them. `options` declares each option, and `storage.selection`
interprets them.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, get_type_hints

from hexapoda.cli.game_store.options import (
    Ending,
    Event,
    GameVariant,
    GameWord,
    Match,
    MaxPlies,
    MinPlies,
    Opening,
    Opponent,
    Player,
    ResultWord,
    Winner,
)
from hexapoda.cli.subject import PositionText, read_position_text

if TYPE_CHECKING:
    from hexapoda.storage import GameFilter

__all__ = ["GamePicks", "takes_picks"]


@dataclass(frozen=True, slots=True)
class GamePicks:
    """The options that select games, as the user typed them; None if not given."""

    game: GameWord = None
    player: Player = None
    opponent: Opponent = None
    winner: Winner = None
    result: ResultWord = None
    variant: GameVariant = None
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
        from hexapoda.storage.selection import GameSelection

        typed = {field.name: getattr(self, field.name) for field in fields(self)}
        for name in ("opening", "position"):
            if typed[name] is not None:
                typed[name] = read_position_text(typed[name])
        return GameSelection(**typed).filter()


def takes_picks(command: Callable[..., None]) -> Callable[..., None]:
    """Decorate a command so that the options of `GamePicks` replace its parameter `picks`.

    Typer reads options from the signature, so the signature of the decorated command lists them. The command
    itself receives their values as `picks`.
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
