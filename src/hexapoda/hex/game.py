"""The Hex implementation of `hexapoda.games.Game`, the interface to shared code.

`Position` has the rules, and `hexapoda.hex.text` the notations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from hexapoda.errors import InvalidGameError
from hexapoda.games import Game, RuleSwitch, lazy
from hexapoda.hex.board import COLORS
from hexapoda.hex.move import Move
from hexapoda.hex.perft import perft, perft_divide
from hexapoda.hex.position import SWAPS, Position, Swap
from hexapoda.hex.text.board_json import board_json, move_json, moves_json, rules_json
from hexapoda.hex.variant import VARIANTS, parse_variant
from hexapoda.text.sentence import Sentence
from hexapoda.text.suggestion import check_choice

if TYPE_CHECKING:
    from hexapoda.hex.text.json_types import HexBoardJson, HexMoveJson

__all__ = ["HEX", "HexGame"]

_BOARD = re.compile(r"\s*[0-9]{1,2}(?:x[0-9]{1,2})?(?:\s|$)", re.IGNORECASE)
"""The beginning of a text position."""


class HexGame(Game[Position, Move]):
    """The game of Hex on any board from 1x1 to 26x26."""

    name = "hex"
    players = (Sentence("Black"), Sentence("White"))
    variants = VARIANTS
    rules = (
        RuleSwitch(
            "swap",
            SWAPS,
            Sentence(
                "off: no swap; pieces: the second move may mirror the first stone and make it white; "
                "sides: it may exchange the players' colors"
            ),
            advised={variant: "pieces" for variant in VARIANTS if int(variant.partition("x")[0]) >= 6},
        ),
    )
    plies_a_turn = 1
    draws = False
    protocols = ("htp",)
    engines = MappingProxyType(
        {
            "bruteforce": "hexapoda.engines.hex.bruteforce:BruteForceEngine",
            "mcts": "hexapoda.engines.hex.mcts:HexMctsEngine",
            "montecarlo": "hexapoda.engines.hex.montecarlo:MonteCarloEngine",
            "random": "hexapoda.engines.random_engine:RandomEngine",
            "rave": "hexapoda.engines.hex.rave:RaveEngine",
        }
    )
    network_engines = MappingProxyType({"hex": "hexapoda.engines.hex.network:HexNetworkSource"})
    network_graphs = MappingProxyType({"hex": "hexapoda.hex.network_graph:network_graph"})
    default_engine = "rave"
    quick_variant = "5x5"
    known_perft = ("3x3", 9, 120960)
    notations = ("cell",)
    # "coordinates" is accepted but has no effect: coordinates are always drawn.
    picture_options = MappingProxyType(
        {"text": ("coordinates", "colors"), "svg": ("coordinates", "colors", "rotation", "numbers")}
    )
    file_formats = ("sgf", "hexworld")

    analysis = lazy("hexapoda.hex.analysis")
    facts = lazy("hexapoda.hex.facts")
    records = lazy("hexapoda.hex.records")
    archive = lazy("hexapoda.hex.records.archive")
    openings = lazy("hexapoda.hex.openings")
    opening_names = lazy("hexapoda.hex.opening_names")
    ladders = lazy("hexapoda.hex.ladder:LADDERS")
    encodings = lazy("hexapoda.hex.encode:ENCODINGS")
    overlays = lazy("hexapoda.hex.overlays")
    position_editor = lazy("hexapoda.hex.editor")
    page_board = lazy("hexapoda.hex.draw.page_board")
    bench = lazy("hexapoda.hex.bench:run")
    solver = lazy("hexapoda.hex.solve_command")
    wording_class = lazy("hexapoda.hex.text.wording:HexWording")
    dialogue_class = lazy("hexapoda.hex.text.dialogue:HexDialogue")
    scene_class = lazy("hexapoda.hex.draw.scene:HexScene")

    def initial(self, variant: str | None = None, rules: Mapping[str, str] | None = None) -> Position:
        """Return the empty board. Raises `InvalidGameError` for an unknown board, `UsageError` for a bad
        rule, and `InvalidPositionError` for swap-pieces on a board that is not square.
        """
        return Position(variant or self.variants[0], swap=self._swap(rules) or SWAPS[0])

    def recorded_move(self, position: Position, text: str) -> Move:
        """Return a legal move, or a pass, which some records contain."""
        return Move.PASS if text.strip().lower() == "pass" else position.parse_move(text)

    def push_recorded(self, position: Position, move: Move) -> None:
        """Play a legal move or a pass."""
        if move == Move.PASS:
            position.push_pass()
        else:
            position.push(move)

    def perft(self, position: Position, depth: int) -> int:
        """Return the number of lines of `depth` plies, counted by the core."""
        return perft(position, depth)

    def perft_divide(self, position: Position, depth: int) -> Sequence[tuple[Move, int]]:
        """Return each legal move with the perft of `depth` - 1 after it, counted by the core."""
        return perft_divide(position, depth)

    def rules_of(self, position: Position) -> Mapping[str, str]:
        """Return the swap rule."""
        return rules_json(position)

    def draw(self, position: Position, form: str, **options: Any) -> str:
        """Return the board as SVG, or as text with the winning chain, the turn and the game string."""
        options.pop("coordinates", None)
        if "colors" in options:
            options["colors"] = check_choice("colors", options["colors"], COLORS)
        if form == "svg":
            return position.svg(last_move=True, **options)
        board = position.diagram(last_move=True, chain=True, legend=True, **options)
        status = f"{position.variant}, {position.turn_text}: {position.state}"
        return "\n".join([board, status, position.game_string()])

    def write_position(self, position: Position, format: str) -> str:
        """Return the game that led to a position as SGF or as a HexWorld link."""
        from hexapoda.record import format_game, read_text

        [tree] = read_text(position.game_string(), game=self.name)
        return format_game(tree, format).rstrip("\n")

    def parse_position(self, text: str, rules: Mapping[str, str] | None = None) -> Position:
        """Return the position that `text` describes, or the final position of the first game in it, in any
        format. A swap rule named in a text position must agree with `rules`; for games, `rules` are ignored.
        """
        swap = self._swap(rules)
        if _BOARD.match(text):
            return Position.from_text(text, swap=swap)
        from hexapoda.record.reading import open_text, sniff

        sniffed, games = open_text(text, Sentence("the text"), self.name)
        if not text.strip() or sniffed.contents.kind == "unknown":
            contents = sniff(text).contents
            if contents.kind == "other":
                raise InvalidGameError(
                    Sentence("the text contains no games: {reason}", reason=contents.reason)
                )
            return Position.from_text(text, swap=swap)  # raises an error that says what was expected
        for found in games:
            found.checked()
            position: Position = found.position
            return position
        reason = sniffed.contents.reason or Sentence("it is empty")
        raise InvalidGameError(Sentence("the text contains no games: {reason}", reason=reason))

    def board_json(self, position: Position) -> HexBoardJson:
        """Return a position as a JSON object."""
        return board_json(position)

    def move_json(self, position: Position, move: Move) -> HexMoveJson:
        """Return a legal move as a JSON object."""
        return move_json(position, move)

    def moves_json(self, position: Position) -> list[HexMoveJson]:
        """Return `move_json` of each legal move."""
        return moves_json(position)

    def parse_variant(self, text: str) -> str:
        """Return the canonical name of a board. Raises `InvalidGameError`."""
        return parse_variant(text)

    def diagram(self, position: Position) -> str:
        """Return the board as text, with the last move marked."""
        return position.diagram(width=79, last_move=True)

    def read_moves(self, path: Path, variant: str) -> Iterable[tuple[int, Sequence[Move]]]:
        """Yield the line number and the moves of each game in a record file. Raises `InvalidGameError` for a
        game that names a board other than `variant` or does not start from the empty board.
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

    def game_string(self, position: Position) -> str | None:
        """Return the game as one line: board, rule, initial stones and moves."""
        return position.game_string()

    def _swap(self, rules: Mapping[str, str] | None) -> Swap | None:
        """Return the swap rule in `rules`; None if they do not name one. Raises `UsageError`."""
        swap = self.switches(rules)["swap"]
        return cast("Swap", swap) if rules and "swap" in rules else None


HEX = HexGame()
"""The game of Hex. It has no state."""
