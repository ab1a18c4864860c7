"""`GameBase`: the handling of rule switches, and defaults for everything optional in a `Game`.

A game may inherit from `GameBase` and override the parts that it supports.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.games.archive import Archive
from hexapoda.games.game import Move, PageBoard, RuleSwitch
from hexapoda.games.ladder import Ladder
from hexapoda.games.record_files import RecordFiles
from hexapoda.games.refusal import Refusal
from hexapoda.games.table import find_game
from hexapoda.sentence import Patterns, Sentence, message_of
from hexapoda.suggestion import hint

if TYPE_CHECKING:
    from hexapoda.games.analysis import GameAnalysis
    from hexapoda.games.dialogue import Dialogue
    from hexapoda.games.encodings import Encodings
    from hexapoda.games.lesson import RuleLesson
    from hexapoda.games.overlay import Overlays
    from hexapoda.games.position_editor import PositionEditor
    from hexapoda.games.scene import Scene
    from hexapoda.games.wording import Wording

__all__ = ["GameBase"]


class GameBase:
    """The parts of a `Game` that follow from its attributes, and defaults for its optional parts."""

    name: str
    players: tuple[str, str]
    variants: tuple[str, ...]
    rules: tuple[RuleSwitch, ...] = ()
    notice: str = ""
    protocols: tuple[str, ...] = ()
    engines: Mapping[str, str] = {}
    network_engines: Mapping[str, str] = {}
    default_engine: str = "random"
    known_perft: tuple[str, int, int] | None = None
    solve_command: str = ""
    quick_variant: str = ""
    draws: bool = True

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled as its name in the table of games."""
        return find_game, (self.name,)

    @property
    def analysis(self) -> GameAnalysis:
        """No analysis: no proofs, no evaluation, no reasons."""
        from hexapoda.games.analysis import NoAnalysis

        return NoAnalysis()

    @property
    def position_editor(self) -> PositionEditor | None:
        """None: positions cannot be put together by hand."""
        return None

    @property
    def overlays(self) -> Overlays | None:
        """None: the game has no overlays."""
        return None

    @property
    def encodings(self) -> Encodings | None:
        """None: the game has no encodings for learning."""
        return None

    def diagram(self, position: Any) -> str:
        """Return the position as one line of text."""
        return str(self.format_position(position))

    def patterns(self, language: str) -> Patterns:
        """No patterns: the sentences of the game stay English."""
        return {}

    @property
    def package(self) -> str:
        """The package of the game's class."""
        return type(self).__module__.rpartition(".")[0]

    @property
    def title(self) -> str:
        """The name of the game with a capital letter."""
        return self.name.capitalize()

    @property
    def records(self) -> RecordFiles | None:
        """None: the game has no record files."""
        return None

    @property
    def archive(self) -> Archive | None:
        """None: the store keeps the games but does not index their positions."""
        return None

    @property
    def page_board(self) -> PageBoard | None:
        """None: the game has no boards for HTML pages."""
        return None

    def switches(self, rules: Mapping[str, str] | None) -> dict[str, str]:
        """Return all rule switches with their values in `rules`, or their defaults. Raises `UsageError`."""
        known = {switch.name: switch for switch in self.rules}
        values = {name: switch.choices[0] for name, switch in known.items()}
        for name, choice in (rules or {}).items():
            switch = known.get(name)
            if switch is None:
                expected = f"expected one of {', '.join(known)}" if known else "the game has no rule switches"
                raise UsageError(
                    Sentence(
                        "no rule of {game} is called {name!r}: {expected}",
                        game=self.name,
                        name=name,
                        expected=hint(name, known, expected),
                    )
                )
            if choice not in switch.choices:
                raise UsageError(
                    Sentence(
                        "rule {name!r} must be one of {choices}, not {choice!r}",
                        name=name,
                        choices=", ".join(switch.choices),
                        choice=choice,
                    )
                )
            values[name] = choice
        return values

    def parse_rules(self, texts: Iterable[str]) -> dict[str, str]:
        """Parse texts of the form `NAME=CHOICE`, as in `--rule opening=free`. Raises `UsageError`."""
        rules: dict[str, str] = {}
        for text in texts:
            name, _, choice = text.partition("=")
            rules[name.strip()] = choice.strip()
        self.switches(rules)
        return rules

    @property
    def notations(self) -> tuple[str, ...]:
        """A single notation, that of `format_move`."""
        return ("text",)

    def why_not(self, position: Any, text: str) -> Refusal | None:
        """Return why a move is not legal, according to `parse_move`; None if it is legal."""
        try:
            self.parse_move(position, text)
        except IllegalMoveError as error:
            return Refusal(error.rule, message_of(error), tuple(error.cells), tuple(error.pieces))
        return None

    def list_moves(
        self, position: Any, piece: str | None = None, notation: str | None = None
    ) -> Sequence[tuple[str, Move]]:
        """Return the legal moves with their texts, in the order of `legal_moves`. Raises `UsageError` if a
        piece is given, because there are no named pieces.
        """
        if piece is not None:
            raise UsageError(f"no piece {piece!r}: {self.title} has no named pieces")
        return [(self.format_move(position, move, notation), move) for move in position.legal_moves]

    def perft(self, position: Any, depth: int) -> int:
        """Return the number of lines of `depth` legal moves, counted in Python."""
        if depth == 0:
            return 1
        return sum(nodes for _, nodes in self.perft_divide(position, depth))

    def perft_divide(self, position: Any, depth: int) -> Sequence[tuple[Move, int]]:
        """Return each legal move with the perft of `depth` - 1 after it, counted in Python."""
        counts = []
        for move in list(position.legal_moves):
            after = position.copy()
            after.push(move)
            counts.append((move, self.perft(after, depth - 1)))
        return counts

    def bench(self, seconds: float) -> Iterable[dict[str, Any]]:
        """No rows: the game has no compiled core."""
        return ()

    def rules_of(self, position: Any) -> Mapping[str, str]:
        """No rule switches."""
        return {}

    @property
    def picture_options(self) -> Mapping[str, tuple[str, ...]]:
        """No options."""
        return {}

    def draw(self, position: Any, form: str, **options: Any) -> str:
        """Return the position as text. Raises `UsageError` for any form but `text`: there are no pictures."""
        if form != "text":
            raise UsageError(f"{self.title} has no pictures: expected the form 'text', not {form!r}")
        return self.format_position(position)

    @property
    def file_formats(self) -> tuple[str, ...]:
        """No formats."""
        return ()

    def write_position(self, position: Any, format: str) -> str:
        """Raise `UsageError`: there are no formats."""
        raise UsageError(f"{self.title} has no format {format!r}")

    def parse_move(self, position: Any, text: str) -> Move:
        """Parse a legal move with the position's own `parse_move`."""
        return position.parse_move(text)

    def recorded_move(self, position: Any, text: str) -> Move:
        """Parse a legal move: records have no others."""
        return self.parse_move(position, text)

    def push_recorded(self, position: Any, move: Move) -> None:
        """Play a legal move."""
        position.push(move)

    def format_move(self, position: Any, move: Move, notation: str | None = None) -> str:
        """Format a move with the position's own `format_move`."""
        return str(position.format_move(move))

    def format_position(self, position: Any) -> str:
        """Return a position as one line of text. Every game must implement this."""
        raise NotImplementedError

    def move_json(self, position: Any, move: Move) -> dict[str, Any]:
        """Return the text of a move under `move`."""
        return {"move": self.format_move(position, move)}

    def moves_json(self, position: Any) -> list[dict[str, Any]]:
        """Return `move_json` of each legal move."""
        return [self.move_json(position, move) for move in position.legal_moves]

    def play_texts(self, position: Any, texts: Sequence[str]) -> None:
        """Play moves one by one with `parse_move`."""
        for text in texts:
            position.push(self.parse_move(position, text))

    @property
    def lessons(self) -> Sequence[RuleLesson]:
        """No lessons."""
        return ()

    def opening_lines(self, variant: str) -> Sequence[Sequence[str]]:
        """No opening suite."""
        return ()

    @property
    def continues_openings(self) -> bool:
        """No."""
        return False

    @property
    def ladder(self) -> Ladder | None:
        """None."""
        return None

    def opening_variants(self) -> Sequence[str]:
        """No variant has an opening suite."""
        return ()

    def read_moves(self, path: Path, variant: str) -> Iterable[tuple[int, Sequence[Any]]]:
        """Raise `UsageError`: the game has no record files."""
        raise UsageError(f"cannot read {str(path)!r}: {self.name} has no format for game files")

    # For human players; the modules below are imported only when needed.

    @property
    def wording(self) -> Wording:
        """The default words."""
        from hexapoda.games.wording import Wording

        return Wording(self)  # type: ignore[arg-type]

    def dialogue(self, notation: str | None = None) -> Dialogue:
        """Return the default dialogue, which reads moves in the game's own notation and lists them."""
        from hexapoda.games.dialogue import Dialogue

        return Dialogue(self, notation)  # type: ignore[arg-type]

    def scene(self) -> Scene:
        """Return the default view, which shows the text of the position."""
        from hexapoda.games.scene import Scene

        return Scene(self)  # type: ignore[arg-type]

    def game_string(self, position: Any) -> str | None:
        """None: there is no format for a whole game on one line."""
        return None
