"""`Puzzle`: a position, its winning line and its difficulty. Also converts puzzles to and from JSON."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.games import Game, find_game

__all__ = ["HARDEST", "LONGEST", "Puzzle", "puzzle_id"]

LONGEST = 10
"""The maximum number of moves that the solver plays in a solution."""
HARDEST = 10
"""The highest grade, and the number of engine levels that grade a puzzle."""
_ID = re.compile(r"[0-9a-f]{10}")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which the side to move wins by force, but only with one first move.

    Attributes:
        id: ten hexadecimal digits, a hash of the game, the rules and the position.
        game: the name of the game.
        rules: the rule switches that differ from the game's defaults.
        start: the position as text, without history.
        solution: the winning line with the best defense, in canonical notation.
        length: the number of moves that the solver plays, 3 for "win in 3".
        refuted: no other first move wins within this many moves; None if no other first move wins at all.
        themes: what the solution is about, as names from the game's `ForcedWins.themes`.
        tries: how often each level of the game's strongest engine tried to solve it; 0 if it is not graded.
        solved: how often each level solved it, the weakest level first; empty if it is not graded.
        source: where the position comes from; may be empty.
    """

    id: str
    game: str
    rules: tuple[tuple[str, str], ...]
    start: str
    solution: tuple[str, ...]
    length: int
    refuted: int | None
    themes: tuple[str, ...] = ()
    tries: int = 0
    solved: tuple[int, ...] = ()
    source: str = ""

    @property
    def grade(self) -> int:
        """The difficulty from 1 to `HARDEST`, which rises with the length of the win and with the share of
        failed tries. An ungraded puzzle counts as solved in half of the tries.
        """
        share = sum(self.solved) / (self.tries * len(self.solved)) if self.tries and self.solved else 0.5
        return max(1, min(HARDEST, round(1 + 8 * (1 - share) + (self.length - 1) / 2)))

    def position(self) -> Any:
        """Return the position of the puzzle. Raises the errors of the game's `parse_position`."""
        return find_game(self.game).parse_position(self.start, dict(self.rules))

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle as a JSON object."""
        out: dict[str, Any] = {"id": self.id, "game": self.game}
        if self.rules:
            out["rules"] = dict(self.rules)
        out |= {
            "start": self.start,
            "solution": list(self.solution),
            "length": self.length,
            "refuted": self.refuted,
        }
        if self.themes:
            out["themes"] = list(self.themes)
        if self.tries:
            out |= {"tries": self.tries, "solved": list(self.solved)}
        return {**out, "grade": self.grade, "source": self.source}

    @classmethod
    def from_json(cls, value: Any, *, replayed: bool = True) -> Puzzle:
        """Read a puzzle from its JSON object. Raises `InvalidGameError`, which names the bad key. With
        `replayed`, also check that the themes are known, the position is valid and the solution wins.
        """
        fields = _Fields(value)
        game, rules = _game(fields.text("game")), fields.rules()
        start, solution = fields.text("start"), fields.texts("solution", "moves")
        length = fields.number("length", 1, LONGEST)
        refuted = None if value.get("refuted") is None else fields.number("refuted", 1, 2 * LONGEST)
        themes = fields.texts("themes", "themes") if "themes" in value else ()
        tries = fields.number("tries", 0, 1000) if "tries" in value else 0
        solved = fields.counts("solved", tries) if tries else ()
        source = fields.text("source") if "source" in value else ""
        id = fields.text("id")
        if not _ID.fullmatch(id):
            raise fields.fault("id", id, "ten hexadecimal digits")
        if replayed:
            _check_themes(game, themes)
            _check_line(game, rules, start, solution, length)
        return cls(
            id, game.name, tuple(sorted(rules.items())), start, solution, length, refuted, themes, tries,
            solved, source,
        )  # fmt: skip


def puzzle_id(game: str, rules: Mapping[str, str], start: str) -> str:
    """Return the id of the puzzle at the position `start`, the text of `Puzzle.start`."""
    text = "\n".join((game, *(f"{name}={choice}" for name, choice in sorted(rules.items())), start))
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def _game(name: str) -> Game:
    try:
        return find_game(name)
    except HexapodaError as error:
        raise InvalidGameError(f"'game': {error}") from None


def _check_themes(game: Game, themes: tuple[str, ...]) -> None:
    """Raise `InvalidGameError` for a theme that the game does not have."""
    wins = game.analysis.new_forced_wins()
    known = list(wins.themes) if wins is not None else []
    for theme in themes:
        if theme not in known:
            raise InvalidGameError(f"'themes': no theme {theme[:40]!r}: expected {', '.join(known)}")


def _check_line(
    game: Game, rules: Mapping[str, str], start: str, solution: tuple[str, ...], length: int
) -> None:
    """Raise `InvalidGameError` unless the solution is legal and wins in `length` moves."""
    try:
        position = game.parse_position(start, rules)
    except HexapodaError as error:
        raise InvalidGameError(f"'start': {error}") from None
    player = position.turn
    for number, text in enumerate(solution, 1):
        try:
            if position.outcome() is not None:
                raise InvalidGameError("the game is over before it")
            position.push(game.parse_move(position, text))
        except HexapodaError as error:
            raise InvalidGameError(f"'solution': move {number}, {text[:40]!r}: {error}") from None
    outcome = position.outcome()
    if outcome is None or outcome.winner != player:
        raise InvalidGameError(f"'solution': {game.players[player]} does not win with it")
    if (len(solution) + 1) // 2 != length:
        raise InvalidGameError(f"'length': {length} does not fit a solution of {len(solution)} plies")


class _Fields:
    """Reads the keys of a JSON object, and raises an `InvalidGameError` that names a bad key."""

    def __init__(self, value: Any) -> None:
        if not isinstance(value, Mapping):
            raise InvalidGameError(f"expected an object, not {type(value).__name__}")
        self._value = value

    @staticmethod
    def fault(name: str, value: Any, expected: str) -> InvalidGameError:
        return InvalidGameError(f"{name!r} is {value!r:.80}: expected {expected}")

    def _get(self, name: str) -> Any:
        if name not in self._value:
            raise InvalidGameError(f"{name!r} is missing")
        return self._value[name]

    def text(self, name: str) -> str:
        found = self._get(name)
        if not isinstance(found, str):
            raise self.fault(name, found, "a string")
        return found

    def texts(self, name: str, of: str) -> tuple[str, ...]:
        found = self._get(name)
        if not isinstance(found, list) or not found or not all(isinstance(each, str) for each in found):
            raise self.fault(name, found, f"a list of {of}")
        return tuple(found)

    def number(self, name: str, least: int, most: int) -> int:
        found = self._get(name)
        if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
            raise self.fault(name, found, f"a number from {least} to {most}")
        return found

    def counts(self, name: str, most: int) -> tuple[int, ...]:
        found = self._get(name)
        if not isinstance(found, list) or not all(type(each) is int and 0 <= each <= most for each in found):
            raise self.fault(name, found, f"a list of numbers from 0 to {most}")
        return tuple(found)

    def rules(self) -> dict[str, str]:
        found = self._value.get("rules", {})
        if not isinstance(found, Mapping) or not all(isinstance(each, str) for each in found.values()):
            raise self.fault("rules", found, "an object of rule switches")
        return {str(name): choice for name, choice in found.items()}
