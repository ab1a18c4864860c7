"""The Hive implementation of `hexapoda.games.Game`: what shared code needs to know about Hive.

`Position` implements the rules, and the modules of `hexapoda.hive.text` the notations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from hexapoda.errors import UsageError
from hexapoda.games import Game, RuleSwitch, lazy
from hexapoda.hive import PIECES, Move, Position, perft, perft_divide
from hexapoda.hive.text.board_json import board_json, move_json, moves_json, rules_json
from hexapoda.hive.text.game_string import parse_game_string
from hexapoda.hive.text.notation import NOTATIONS
from hexapoda.hive.text.piece_names import SIDES
from hexapoda.hive.text.position_text import parse_position
from hexapoda.hive.variant import VARIANTS, parse_variant
from hexapoda.text.sentence import Sentence
from hexapoda.text.suggestion import did_you_mean

if TYPE_CHECKING:
    from hexapoda.hive.text.json_types import HiveBoardJson, HiveMoveJson

__all__ = ["HIVE", "HiveGame"]


class HiveGame(Game[Position, Move]):
    """The game of Hive in all eight variants."""

    name = "hive"
    players = SIDES
    variants = tuple(VARIANTS)
    rules = (
        RuleSwitch(
            "opening",
            ("tournament", "free"),
            Sentence("tournament: no queen on either player's first turn; free: allowed"),
        ),
        RuleSwitch(
            "repetition",
            ("on", "off"),
            Sentence("on: the third occurrence of a position is a draw; off: it is not"),
        ),
    )
    notice = "Hive is a trademark of Gen42 Games."
    protocols = ("uhp",)
    engines = MappingProxyType(
        {
            "alphabeta": "hexapoda.engines.hive.alphabeta:AlphaBetaEngine",
            "classic": "hexapoda.engines.hive.classic:ClassicEngine",
            "expectimax": "hexapoda.engines.hive.expectimax:ExpectimaxEngine",
            "greedy": "hexapoda.engines.hive.greedy:GreedyEngine",
            "mcts": "hexapoda.engines.hive.mcts:MctsEngine",
            "random": "hexapoda.engines.random_engine:RandomEngine",
        }
    )
    network_engines = MappingProxyType(
        {"hive-evaluation": "hexapoda.engines.hive.network_source:EvaluationNetworkSource"}
    )
    network_graphs = MappingProxyType({"hive-evaluation": "hexapoda.hive.network_graph:network_graph"})
    default_engine = "alphabeta"
    points = True
    known_perft = ("Base", 3, 1440)
    notations = NOTATIONS
    picture_options = MappingProxyType({"text": ("coordinates",), "svg": ("coordinates",)})

    analysis = lazy("hexapoda.hive.analysis")
    records = lazy("hexapoda.hive.records")
    archive = lazy("hexapoda.hive.records.archive")
    facts = lazy("hexapoda.hive.facts")
    openings = lazy("hexapoda.hive.openings")
    opening_names = lazy("hexapoda.hive.opening_names")
    opening_tree = lazy("hexapoda.hive.opening_tree")
    ladders = lazy("hexapoda.hive.ladder:LADDERS")
    encodings = lazy("hexapoda.hive.encode:ENCODINGS")
    overlays = lazy("hexapoda.hive.overlays")
    position_editor = lazy("hexapoda.hive.editor")
    page_board = lazy("hexapoda.hive.draw.page_board")
    bench = lazy("hexapoda.hive.bench:run")
    solver = lazy("hexapoda.hive.solve_command")
    wording_class = lazy("hexapoda.hive.text.wording:HiveWording")
    dialogue_class = lazy("hexapoda.hive.text.dialogue:HiveDialogue")
    scene_class = lazy("hexapoda.hive.draw.scene:HiveScene")

    def initial(self, variant: str | None = None, rules: Mapping[str, str] | None = None) -> Position:
        """Return the empty board. Raises `InvalidGameError` for an unknown variant, `UsageError` for a bad
        rule.
        """
        opening, repetition = self._switches(rules)
        return Position(parse_variant(variant or self.variants[0]), opening=opening, repetition=repetition)

    def format_move(self, position: Position, move: Move, notation: str | None = None) -> str:
        """Return the UHP MoveString of a legal move, or its text in another notation."""
        return position.format_move(move, notation or "uhp")

    def list_moves(
        self, position: Position, piece: str | None = None, notation: str | None = None
    ) -> Sequence[tuple[str, Move]]:
        """Return the legal moves with their texts, sorted by text; with a piece such as wA1, only its
        moves.
        """
        moves = position.legal_moves if piece is None else self._moves_of(position, piece)
        return sorted(
            ((self.format_move(position, move, notation), move) for move in moves), key=lambda row: row[0]
        )

    def _moves_of(self, position: Position, piece: str) -> Sequence[Move]:
        named = {str(one): one for one in PIECES}.get(piece)
        if named is None:
            hint = did_you_mean(piece, map(str, PIECES))
            raise UsageError(f"{piece!r} is not a piece; expected a name such as wA1 or bQ{hint}")
        return position.moves_of(named)

    def perft(self, position: Position, depth: int) -> int:
        """Return the number of lines of `depth` plies, counted by the core."""
        return perft(position, depth)

    def perft_divide(self, position: Position, depth: int) -> Sequence[tuple[Move, int]]:
        """Return each legal move with the perft of `depth` - 1 after it, counted by the core."""
        return perft_divide(position, depth)

    def rules_of(self, position: Position) -> Mapping[str, str]:
        """Return the switches `opening` and `repetition` with their values."""
        return rules_json(position)

    def draw(self, position: Position, form: str, **options: Any) -> str:
        """Return the board as SVG, or as text with the stacks, the hands, the turn and the text position."""
        if form == "svg":
            from hexapoda.hive.draw.svg import svg

            return svg(position, last_move=True, **options)
        board = position.diagram(last_move=True, hands=True, **options)
        status = f"{position.variant}, {position.turn_text}: {position.state}"
        return "\n".join([board, status, position.text()])

    def parse_position(self, text: str, rules: Mapping[str, str] | None = None) -> Position:
        """Parse a GameString, a GameTypeString (`Base+MLP`), a link with a GameString, a text position, or
        the content of a PGN, SGF or JSON file, whose first game is played to its end. Text with `;` is a
        GameString; text with spaces but without `;` is a text position.
        """
        if text.lstrip()[:1] in ("[", "{", "("):
            return self._position_of_file(text, rules)
        opening, repetition = self._switches(rules)
        is_game = ";" in text or len(text.split()) < 2 or "uhp=" in text
        parse = parse_game_string if is_game else parse_position
        return parse(text, opening=opening, repetition=repetition)

    def _position_of_file(self, text: str, rules: Mapping[str, str] | None) -> Position:
        from hexapoda.record import scan_text

        found = next(scan_text(text, Sentence("the text"), self.name))
        header = found.checked().header
        position = (
            self.initial(header.variant, rules)
            if header.start is None
            else self.parse_position(header.start, rules)
        )
        for move in found.position.moves:
            position.push(move)
        return position

    def board_json(self, position: Position) -> HiveBoardJson:
        """Return a position as plain data for JSON."""
        return board_json(position)

    def move_json(self, position: Position, move: Move) -> HiveMoveJson:
        """Return a legal move as plain data for JSON."""
        return move_json(position, move)

    def moves_json(self, position: Position) -> list[HiveMoveJson]:
        """Return all legal moves as plain data for JSON."""
        return moves_json(position)

    def play_texts(self, position: Position, texts: Sequence[str]) -> None:
        """Play moves given as text. The core plays them up to the first text that is not a canonical
        MoveString; the rest are parsed and played one by one.
        """
        for text in texts[position._play_uhp(texts) :]:
            position.push(position.parse_move(text))

    def parse_variant(self, text: str) -> str:
        """Return the canonical name of a variant. Raises `InvalidGameError`."""
        return parse_variant(text)

    def diagram(self, position: Position) -> str:
        """Return the board and the hands as text, with the last move marked."""
        return position.diagram(width=79, last_move=True, hands=True)

    def read_moves(self, path: Path, variant: str) -> Iterable[tuple[int, Sequence[Move]]]:
        """Yield the line number and the moves of each game in a record file. `variant` is ignored: a game can
        be replayed in every variant that has its pieces.
        """
        from hexapoda.record import scan_games

        for found in scan_games(path, self.name):
            found.checked()
            yield found.report.line or 1, found.position.moves

    def game_string(self, position: Position) -> str | None:
        """Return the GameString; None for a custom initial position."""
        start = position.start
        return None if start.ply or start.pieces() else position.game_string()

    def _switches(self, rules: Mapping[str, str] | None) -> tuple[Literal["tournament", "free"], bool]:
        values = self.switches(rules)
        return "free" if values["opening"] == "free" else "tournament", values["repetition"] == "on"


HIVE = HiveGame()
"""The game of Hive. It has no state."""
