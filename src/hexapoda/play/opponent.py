"""`Opponent`: an engine to play against, either a level of the game's strongest engine or any engine by name.

Defines the order of the opponents, the notes on the levels, and the level suggested to beginners.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hexapoda.games import Game
from hexapoda.registry import EngineSpec, default_spec, engines
from hexapoda.text.sentence import Sentence

__all__ = ["Opponent", "friendly_opponent", "level_text", "opponents"]

_FRIENDLY_LEVEL = 2
"""The level suggested to a beginner, who can win some games against it."""
_NOTES: Mapping[float, Sentence] = MappingProxyType(
    {
        1: Sentence("for a first game"),
        2: Sentence("easy"),
        3: Sentence("for a relaxed game"),
        5: Sentence("for club players"),
        7: Sentence("strong"),
    }
)
"""The notes on levels below the highest."""
_FRACTIONS: Mapping[float, str] = MappingProxyType({0.25: "¼", 0.5: "½", 0.75: "¾"})


@dataclass(frozen=True, slots=True)
class Opponent:
    """An engine to play against.

    Attributes:
        text: the text from which `Player.of` creates it.
        name: its name in a list: `level 3`, `level 3½`, `greedy`.
        note: a few words about it; empty if there is nothing to say.
        level: its level; None for an engine listed by name.
    """

    text: str
    name: str
    note: str = ""
    level: float | None = None


def level_text(level: float) -> str:
    """Return a level for display in any language: `9½`, or `9.3` if its fraction has no character."""
    whole = int(level)
    fraction = _FRACTIONS.get(level - whole)
    return f"{level:g}" if fraction is None else f"{whole}{fraction}"


def opponents(game: Game) -> list[Opponent]:
    """Return the levels of the game's strongest engine, weakest first, then all engines by name."""
    strong = default_spec(game.name)
    levels = _levels(strong)
    return [
        *(_level_opponent(strong, level, levels) for level in levels),
        *(Opponent(spec.text, spec.name, spec.summary) for spec in engines(game.name)),
    ]


def friendly_opponent(game: Game) -> Opponent:
    """Return the opponent to suggest to a beginner."""
    strong = default_spec(game.name)
    levels = _levels(strong)
    if not levels:
        return Opponent(strong.text, strong.name)
    level = max((level for level in levels if level <= _FRIENDLY_LEVEL), default=levels[0])
    return _level_opponent(strong, level, levels)


def _level_opponent(strong: EngineSpec, level: float, levels: Sequence[float]) -> Opponent:
    note = Sentence("full strength") if level == levels[-1] else _NOTES.get(level, "")
    name = Sentence("level {level}", level=level_text(level))
    return Opponent(strong.with_values({"level": level}).text, name, note, level)


def _levels(spec: EngineSpec) -> Sequence[float]:
    """Return the levels of an engine, weakest first: the numbers that its option `level` lists, or else the
    integers from 1 to its maximum. Empty if the engine has no such option.
    """
    option = next((option for option in spec.options if option.name == "level"), None)
    if option is None:
        return ()
    if option.numbers:
        return option.numbers
    if option.kind != "int" or option.min != 1 or option.max is None:
        return ()
    return range(1, int(option.max) + 1)
