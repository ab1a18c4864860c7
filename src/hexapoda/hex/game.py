"""The Hex implementation of `hexapoda.games.Game`: what shared code asks of Hex.

Owns no rules and no notation: `Position` has the rules, other modules of this package the texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from hexapoda.errors import InvalidGameError
from hexapoda.games.archive import Archive
from hexapoda.games.base import GameBase
from hexapoda.games.game import PageBoard, RuleSwitch
from hexapoda.games.ladder import Ladder
from hexapoda.games.record_files import RecordFiles
from hexapoda.games.refusal import Refusal
from hexapoda.hex.board import COLORS
from hexapoda.hex.move import Move
from hexapoda.hex.perft import perft, perft_divide
from hexapoda.hex.position import SWAPS, Position, Swap
from hexapoda.hex.text.board_json import board_json, move_json, moves_json, rules_json
from hexapoda.hex.variant import VARIANTS, parse_variant
from hexapoda.sentence import Patterns, Sentence, read_patterns
from hexapoda.suggestion import check_choice

if TYPE_CHECKING:
    from hexapoda.games.analysis import GameAnalysis
    from hexapoda.games.encodings import Encodings
    from hexapoda.games.lesson import RuleLesson
    from hexapoda.games.overlay import Overlays
    from hexapoda.games.position_editor import PositionEditor
    from hexapoda.hex.draw.scene import HexScene
    from hexapoda.hex.text.dialogue import HexDialogue
    from hexapoda.hex.text.wording import HexWording

__all__ = ["HEX", "HexGame"]

_ENGINES = MappingProxyType(
    {
        "bruteforce": "hexapoda.engines.hex.bruteforce:BruteForceEngine",
        "mcts": "hexapoda.engines.hex.mcts:HexMctsEngine",
        "montecarlo": "hexapoda.engines.hex.montecarlo:MonteCarloEngine",
        "random": "hexapoda.engines.random_engine:RandomEngine",
        "rave": "hexapoda.engines.hex.rave:RaveEngine",
    }
)

_NETWORK_ENGINES = MappingProxyType({"hex": "hexapoda.engines.hex.network:HexNetworkSource"})

_BOARD = re.compile(r"\s*[0-9]{1,2}(?:x[0-9]{1,2})?(?:\s|$)", re.IGNORECASE)
"""The beginning of a text position."""


@dataclass(frozen=True)
class HexGame(GameBase):
    """The game of Hex on any board from 1x1 to 26x26."""

    name: str = "hex"
    players: tuple[str, str] = (Sentence("Black"), Sentence("White"))
    variants: tuple[str, ...] = VARIANTS
    protocols: tuple[str, ...] = ("htp",)
    engines: Mapping[str, str] = field(default_factory=lambda: _ENGINES)
    network_engines: Mapping[str, str] = field(default_factory=lambda: _NETWORK_ENGINES)
    default_engine: str = "rave"
    known_perft: tuple[str, int, int] = ("3x3", 9, 120960)
    solve_command: str = "hexapoda.cli.solve_hex"
    quick_variant: str = "5x5"
    draws: bool = False
    rules: tuple[RuleSwitch, ...] = (
        RuleSwitch(
            "swap",
            SWAPS,
            Sentence(
                "off: no swap; pieces: the second move may mirror the first stone and make it white; "
                "sides: it may exchange the players' colors"
            ),
        ),
    )

    def initial(self, variant: str | None = None, rules: Mapping[str, str] | None = None) -> Position:
        """The empty board. Raises `InvalidGameError` for an unknown board, `UsageError` for a bad rule."""
        return Position(variant or self.variants[0], swap=self._swap(rules) or SWAPS[0])

    def parse_move(self, position: Position, text: str) -> Move:
        """The legal move that `text` names: a cell such as c2, swap-pieces or swap-sides."""
        return position.parse_move(text)

    def recorded_move(self, position: Position, text: str) -> Move:
        """A legal move, or a pass, which some records contain."""
        return Move.PASS if text.strip().lower() == "pass" else position.parse_move(text)

    def push_recorded(self, position: Position, move: Move) -> None:
        """Play a legal move or a pass."""
        if move == Move.PASS:
            position.push_pass()
        else:
            position.push(move)

    def patterns(self, language: str) -> Patterns:
        """Return the German of the sentences of Hex."""
        return read_patterns("hexapoda.hex", language)

    @property
    def notations(self) -> tuple[str, ...]:
        """The only notation: cells."""
        return ("cell",)

    def format_move(self, position: Position, move: Move, notation: str | None = None) -> str:
        """Return the text of a move."""
        return position.format_move(move)

    def why_not(self, position: Position, text: str) -> Refusal | None:
        """Return which rule forbids a move, or None."""
        return position.why_not(text)

    def perft(self, position: Position, depth: int) -> int:
        """The number of lines of `depth` plies, counted by the core."""
        return perft(position, depth)

    def perft_divide(self, position: Position, depth: int) -> Sequence[tuple[Move, int]]:
        """Each legal move with the perft of `depth` - 1 after it, counted by the core."""
        return perft_divide(position, depth)

    def bench(self, seconds: float) -> Iterable[dict[str, Any]]:
        """The benchmark of the Hex core."""
        from hexapoda.hex.bench import run

        return run(seconds)

    def rules_of(self, position: Position) -> Mapping[str, str]:
        """The swap rule."""
        return rules_json(position)

    @property
    def picture_options(self) -> Mapping[str, tuple[str, ...]]:
        """Colors; for SVG also the rotation and the move numbers. `coordinates` has no effect: they are
        always drawn.
        """
        return {"text": ("coordinates", "colors"), "svg": ("coordinates", "colors", "rotation", "numbers")}

    def draw(self, position: Position, form: str, **options: Any) -> str:
        """The board with the winning chain, the turn and the game string; or the board as SVG."""
        options.pop("coordinates", None)
        if "colors" in options:
            options["colors"] = check_choice("colors", options["colors"], COLORS)
        if form == "svg":
            return position.svg(last_move=True, **options)
        board = position.diagram(last_move=True, chain=True, legend=True, **options)
        status = f"{position.variant}, {position.turn_text}: {position.state}"
        return "\n".join([board, status, position.game_string()])

    @property
    def file_formats(self) -> tuple[str, ...]:
        """SGF and HexWorld links."""
        return ("sgf", "hexworld")

    def write_position(self, position: Position, format: str) -> str:
        """Return the game that led to a position as SGF or as a HexWorld link."""
        from hexapoda.record import format_game, read_text

        [tree] = read_text(position.game_string(), game=self.name)
        return format_game(tree, format).rstrip("\n")

    def parse_position(self, text: str, rules: Mapping[str, str] | None = None) -> Position:
        """Return the position of a text position, or the one after the moves of a game in any format. A rule
        named in a text position must agree with `rules`; games ignore `rules`.
        """
        swap = self._swap(rules)
        if _BOARD.match(text):
            return Position.from_text(text, swap=swap)
        from hexapoda.record.reading import open_text, sniff

        sniffed, games = open_text(text, Sentence("the text"), self.name)
        if not text.strip() or sniffed.contents.kind == "unknown":
            contents = sniff(text).contents
            if contents.kind == "other":
                raise InvalidGameError(Sentence("the text holds no games: {reason}", reason=contents.reason))
            return Position.from_text(text, swap=swap)  # this says what was expected
        for found in games:
            found.checked()
            position: Position = found.position
            return position
        raise InvalidGameError(Sentence("the text holds no games"))

    def format_position(self, position: Position) -> str:
        """Return the position as one line without its history."""
        return position.text()

    def board_json(self, position: Position) -> dict[str, Any]:
        """Return a position as plain data for JSON."""
        return board_json(position)

    def move_json(self, position: Position, move: Move) -> dict[str, Any]:
        """Return a legal move as plain data for JSON."""
        return move_json(position, move)

    def moves_json(self, position: Position) -> list[dict[str, Any]]:
        """Return `move_json` of each legal move."""
        return moves_json(position)

    def parse_variant(self, text: str) -> str:
        """The canonical name of a board. Raises `InvalidGameError`."""
        return parse_variant(text)

    @property
    def records(self) -> RecordFiles:
        """`hexapoda.hex.records`: the formats of game files."""
        from hexapoda.hex import records

        return records

    @property
    def archive(self) -> Archive:
        """`hexapoda.hex.records.archive`: how the store indexes games."""
        from hexapoda.hex.records import archive

        return archive

    @property
    def page_board(self) -> PageBoard:
        """`hexapoda.hex.draw.page_board`."""
        from hexapoda.hex.draw import page_board

        return page_board

    @property
    def analysis(self) -> GameAnalysis:
        """`hexapoda.hex.analysis`."""
        from hexapoda.hex import analysis

        return analysis

    @property
    def position_editor(self) -> PositionEditor:
        """`hexapoda.hex.editor`."""
        from hexapoda.hex import editor

        return editor

    @property
    def overlays(self) -> Overlays:
        """`hexapoda.hex.overlays`."""
        from hexapoda.hex import overlays

        return overlays

    @property
    def encodings(self) -> Encodings:
        """`hexapoda.hex.encode.ENCODINGS`."""
        from hexapoda.hex.encode import ENCODINGS

        return ENCODINGS

    def diagram(self, position: Position) -> str:
        """Return the board as text, with the last move marked."""
        return position.diagram(width=79, last_move=True)

    @property
    def lessons(self) -> Sequence[RuleLesson]:
        """The lessons of `data/lessons.json`."""
        from hexapoda.games.lesson import read_lessons

        return read_lessons("hexapoda.hex")

    def opening_lines(self, variant: str) -> Sequence[Sequence[str]]:
        """Return the opening suite of a board; empty if it has none."""
        from hexapoda.hex.openings import opening_lines

        return opening_lines(variant)

    def opening_variants(self) -> Sequence[str]:
        """The boards that have an opening suite."""
        from hexapoda.hex.openings import opening_variants

        return opening_variants()

    @property
    def ladder(self) -> Ladder:
        """The levels and their ratings."""
        from hexapoda.hex.ladder import LADDER

        return LADDER

    def read_moves(self, path: Path, variant: str) -> Iterable[tuple[int, Sequence[Move]]]:
        """Yield the line number and the moves of each game in a record file. A record that names its board
        must be on `variant`.
        """
        from hexapoda.record import scan_games

        for found in scan_games(path, self.name):
            header, line = found.checked().header, found.report.line or 1
            trouble = ""
            if found.report.format != "moves" and header.variant != variant:
                trouble = f"the game is on {header.variant}, expected {variant}"
            elif header.start is not None:
                trouble = "the game starts from a custom position, expected the empty board"
            if trouble:
                raise InvalidGameError(f"{path}:{line}: {trouble}", source=str(path), line=line)
            yield line, tuple(found.position.moves)

    @property
    def wording(self) -> HexWording:
        """The words of Hex."""
        from hexapoda.hex.text.wording import HexWording

        return HexWording(self)

    def dialogue(self, notation: str | None = None) -> HexDialogue:
        """Reads cells as players type them."""
        from hexapoda.hex.text.dialogue import HexDialogue

        return HexDialogue(self, notation)

    def scene(self) -> HexScene:
        """The terminal view: the board or a part of it, the edges of each side, the winning chain."""
        from hexapoda.hex.draw.scene import HexScene

        return HexScene(self)

    def game_string(self, position: Position) -> str | None:
        """Return the game as one line: board, rule, initial stones and moves."""
        return position.game_string()

    def _swap(self, rules: Mapping[str, str] | None) -> Swap | None:
        """Return the swap rule in `rules`, or None."""
        swap = self.switches(rules)["swap"]
        return cast("Swap", swap) if rules and "swap" in rules else None


HEX = HexGame()
"""The game of Hex. It has no state."""
