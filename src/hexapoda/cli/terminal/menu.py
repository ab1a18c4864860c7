"""The questions before a game: go on with an unfinished one, or game, variant, players and colour.

Every question has a default that Enter takes. What the answers make of it is `Setup`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexapoda.cli.subject import GAMES
from hexapoda.cli.terminal.autosave import UnfinishedGame
from hexapoda.cli.terminal.command import number_in
from hexapoda.cli.terminal.keyboard import Keyboard
from hexapoda.cli.terminal.screen import Screen
from hexapoda.cli.terminal.seat import HUMAN
from hexapoda.errors import InvalidGameError
from hexapoda.registry import EngineSpec, default_engine, engines
from hexapoda.suggestion import did_you_mean

__all__ = ["Menu", "Setup"]

_EXPANSIONS = {"M": "Mosquito", "L": "Ladybug", "P": "Pillbug"}
_SWAPS = {
    "off": "no",
    "pieces": "yes: it is mirrored and becomes theirs (swap-pieces)",
    "sides": "yes: the players exchange their colours (swap-sides)",
}
_LEAVE = frozenset({"q", "quit", "exit"})
_OFFERED = 5
_CASUAL_LEVEL = 3
"""The level that is proposed: one that somebody who plays now and then can beat."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a new game is made from."""

    variant: str
    first: str
    """Who begins."""
    second: str
    rules: tuple[str, ...] = ()
    """As `--rule` takes them."""


class Menu:
    """Asks its questions on `screen` and reads the answers from `keyboard`."""

    def __init__(self, keyboard: Keyboard, screen: Screen, seed: int | None = None) -> None:
        """`seed` decides who begins when the colours are drawn by lot."""
        self._keyboard = keyboard
        self._screen = screen
        self._lot = random.Random(seed)

    def unfinished(self, games: Sequence[UnfinishedGame]) -> UnfinishedGame | None:
        """The unfinished game to go on with, or None for a new one. Raises `EOFError`."""
        offered = list(games[:_OFFERED])
        options = [f"go on: {game.text}" for game in offered] + ["a new game"]
        title = "An unfinished game" if len(offered) == 1 else "Unfinished games"
        at = self._choose(title, options, 0)
        return offered[at] if at < len(offered) else None

    def game(self) -> str:
        """The game to play. Raises `EOFError`."""
        return GAMES[self._choose("Which game?", [name.capitalize() for name in GAMES], 0)]

    def setup(self, game: Any) -> Setup:
        """Variant, rules, players and colour of a new game of `game`. Raises `EOFError`."""
        variant, rules = self._bugs(game) if game.name == "hive" else self._board(game)
        kind = self._choose("Who plays?", ["you against an engine", "two people here", "two engines"], 0)
        if kind == 1:
            return Setup(variant, HUMAN, HUMAN, rules)
        specs = engines(game.name)
        names = [f"{spec.name}: {spec.summary}" for spec in specs]
        proposed = next((at for at, spec in enumerate(specs) if spec.name == default_engine(game.name)), 0)
        if kind == 2:
            one, other = (
                self._engine(f"Which engine plays {player}?", specs, names, proposed)
                for player in game.players
            )
            return Setup(variant, one, other, rules)
        engine = self._engine("Which engine?", specs, names, proposed)
        first, second = game.players
        color = self._choose("Your colour?", [f"{first}, who begins", second, "by lot"], 0)
        if color == 2:
            color = self._lot.randrange(2)
        return Setup(variant, *((HUMAN, engine) if color == 0 else (engine, HUMAN)), rules)

    def _bugs(self, game: Any) -> tuple[str, tuple[str, ...]]:
        """Variant and rules of Hive."""
        variants = game.variants
        return variants[self._choose("Which bugs?", [_describe(name) for name in variants], 0)], ()

    def _board(self, game: Any) -> tuple[str, tuple[str, ...]]:
        """Variant and rules of Hex."""
        variant = self._size(game)
        columns, _, rows = variant.partition("x")
        swaps = [swap for swap in _SWAPS if swap != "pieces" or columns == rows]
        question = "May the second player take the first stone over?"
        swap = swaps[self._choose(question, [_SWAPS[swap] for swap in swaps], 0)]
        return variant, () if swap == "off" else (f"swap={swap}",)

    def _size(self, game: Any) -> str:
        """The board that the user types: a number is a size here, not a place in a list."""
        default = game.variants[0]
        sizes = sorted(int(name.partition("x")[0]) for name in game.variants)
        usual = ", ".join(map(str, sizes))
        lines = ["", "Which board?", "", f"  A side such as {usual}; or columns and rows: 13x9"]
        trouble = ""
        while True:
            self._screen.page([*lines, "", *([trouble] if trouble else [])])
            typed = self._keyboard.ask(f"Enter for {default}, q to leave: ").strip()
            if typed.lower() in _LEAVE:
                raise EOFError
            try:
                return str(game.parse_variant(typed or default))
            except InvalidGameError as error:
                trouble = str(error)

    def _engine(self, question: str, specs: Sequence[EngineSpec], names: Sequence[str], proposed: int) -> str:
        """The engine that the user picks, at the level that the user picks where it has levels."""
        spec = specs[self._choose(question, names, proposed)]
        level = next((option for option in spec.options if option.name == "level"), None)
        if level is None or level.min != 1 or level.max is None:
            return spec.text
        high = int(level.max)
        texts = [_describe_level(number, 1, high) for number in range(1, high + 1)]
        chosen = 1 + self._choose("How strong?", texts, min(_CASUAL_LEVEL, high) - 1)
        return spec.with_values({"level": chosen}).text

    def _choose(self, question: str, options: Sequence[str], default: int) -> int:
        """The index of the option that the user picks by number or by the beginning of its text."""
        lines = ["", question, ""]
        wide = len(str(len(options)))
        lines += [f"  {number:>{wide}}  {option}".rstrip() for number, option in enumerate(options, 1)]
        trouble = ""
        while True:
            self._screen.page([*lines, "", *([trouble] if trouble else [])])
            numbers = f"1-{len(options)}, " if len(options) > 1 else ""
            typed = self._keyboard.ask(f"{numbers}Enter for {default + 1}, q to leave: ").strip()
            if not typed:
                return default
            number = number_in(typed)
            if number is not None and 1 <= number <= len(options):
                return number - 1
            if typed.lower() in _LEAVE:
                raise EOFError
            fold = typed.lower()
            found = [at for at, option in enumerate(options) if option.lower().startswith(fold)]
            words = [option.split(":")[0].split(",")[0].split("  ")[0] for option in options]
            exact = [at for at, word in enumerate(words) if word.lower() == fold]
            if len(exact or found) == 1:
                return (exact or found)[0]
            trouble = f"{typed!r} is not a number from 1 to {len(options)}{did_you_mean(typed, words)}"


def _describe(variant: str) -> str:
    letters = variant.partition("+")[2]
    names = [_EXPANSIONS[letter] for letter in letters]
    return f"{variant:<9} {'the basic game' if not names else 'with ' + ', '.join(names)}"


def _describe_level(number: int, low: int, high: int) -> str:
    return {low: "for a first game", _CASUAL_LEVEL: "for a relaxed game", high: "all that it can do"}.get(
        number, ""
    )
