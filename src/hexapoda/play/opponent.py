"""The opponents on offer: the levels of the strongest engine, then all engines by name.

Owns their order, the descriptions of the levels, and the level suggested to a beginner.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hexapoda.games import Game
from hexapoda.registry import EngineSpec, default_spec, engines
from hexapoda.text.sentence import Sentence

__all__ = ["Opponent", "friendly_opponent", "opponents"]

FRIENDLY_LEVEL = 2
"""The level suggested to a beginner, who can win some games against it."""
_WORDS: Mapping[int, Sentence] = MappingProxyType(
    {
        1: Sentence("for a first game"),
        2: Sentence("easy"),
        3: Sentence("for a relaxed game"),
        5: Sentence("for club players"),
        7: Sentence("strong"),
    }
)


@dataclass(frozen=True, slots=True)
class Opponent:
    """An engine to play against.

    Attributes:
        text: the text from which `Player.of` creates it.
        name: its name in a list: `level 3`, `greedy`.
        note: a few words about it.
        level: its level; None for an engine listed by name.
    """

    text: str
    name: str
    note: str = ""
    level: int | None = None


def opponents(game: Game) -> list[Opponent]:
    """Return the levels of the game's strongest engine, weakest first, then all engines by name."""
    found = []
    strong = default_spec(game.name)
    high = _highest_level(strong)
    for level in range(1, high + 1):
        note = Sentence("full strength") if level == high else _WORDS.get(level, "")
        name = Sentence("level {level}", level=level)
        found.append(Opponent(strong.with_values({"level": level}).text, name, note, level))
    return [*found, *(Opponent(spec.text, spec.name, spec.summary) for spec in engines(game.name))]


def friendly_opponent(game: Game) -> Opponent:
    """Return the opponent to suggest to a beginner."""
    strong = default_spec(game.name)
    high = _highest_level(strong)
    if not high:
        return Opponent(strong.text, strong.name)
    level = min(FRIENDLY_LEVEL, high)
    name = Sentence("level {level}", level=level)
    return Opponent(strong.with_values({"level": level}).text, name, _WORDS.get(level, ""), level)


def _highest_level(spec: EngineSpec) -> int:
    """Return the highest level of an engine, or 0 if it has no levels."""
    option = next((option for option in spec.options if option.name == "level"), None)
    if option is None or option.kind != "int" or option.min != 1 or option.max is None:
        return 0
    return int(option.max)
