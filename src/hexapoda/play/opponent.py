"""The opponents on offer: the levels of the strongest engine, then all engines by name.

Owns their order, the descriptions of the levels, and the level suggested to a beginner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hexapoda.games import Game
from hexapoda.registry import EngineSpec, default_spec, engines
from hexapoda.text.sentence import Sentence

__all__ = ["Opponent", "friendly_opponent", "opponents"]

FRIENDLY_LEVEL = 2
"""The level suggested to a beginner, who can win some games against it."""
_WORDS: Mapping[float, Sentence] = MappingProxyType(
    {
        1: Sentence("for a first game"),
        2: Sentence("easy"),
        3: Sentence("for a relaxed game"),
        5: Sentence("for club players"),
        7: Sentence("strong"),
    }
)

_PARTS: Mapping[float, str] = MappingProxyType({0.25: "¼", 0.5: "½", 0.75: "¾"})


@dataclass(frozen=True, slots=True)
class Opponent:
    """An engine to play against.

    Attributes:
        text: the text from which `Player.of` creates it.
        name: its name in a list: `level 3`, `level 3½`, `greedy`.
        note: a few words about it.
        level: its level; None for an engine listed by name.
    """

    text: str
    name: str
    note: str = ""
    level: float | None = None


def level_text(level: float) -> str:
    """Return a level as people read it in every language, such as `9½`."""
    whole = int(level)
    return f"{whole}{_PARTS.get(level - whole, '')}"


def opponents(game: Game) -> list[Opponent]:
    """Return the levels of the game's strongest engine, weakest first, then all engines by name."""
    found = []
    strong = default_spec(game.name)
    levels = _levels(strong)
    for level in levels:
        note = Sentence("full strength") if level == levels[-1] else _WORDS.get(level, "")
        found.append(_opponent(strong, level, note))
    return [*found, *(Opponent(spec.text, spec.name, spec.summary) for spec in engines(game.name))]


def friendly_opponent(game: Game) -> Opponent:
    """Return the opponent to suggest to a beginner."""
    strong = default_spec(game.name)
    levels = _levels(strong)
    if not levels:
        return Opponent(strong.text, strong.name)
    level = max(level for level in levels if level <= FRIENDLY_LEVEL)
    return _opponent(strong, level, _WORDS.get(level, ""))


def _opponent(strong: EngineSpec, level: float, note: str) -> Opponent:
    name = Sentence("level {level}", level=level_text(level))
    return Opponent(strong.with_values({"level": level}).text, name, note, level)


def _levels(spec: EngineSpec) -> Sequence[float]:
    """Return the levels of an engine, the weakest first; none if it has no levels from 1 up."""
    option = next((option for option in spec.options if option.name == "level"), None)
    if option is None:
        return ()
    if option.numbers:
        return option.numbers
    if option.kind != "int" or option.min != 1 or option.max is None:
        return ()
    return range(1, int(option.max) + 1)
