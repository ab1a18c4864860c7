"""`Game`: what shared code (arena, storage, terminal, reviews) knows about a game.

A game is a subclass of `Game` with one instance. It consists of values, of parts that are imported on first
use, and of methods that make, read and write positions and moves. Only `name`, `players`, `variants` and the
abstract methods have no default. Shared code does not depend on a board, a geometry or a notation.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic

from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.games.part import LazyPart
from hexapoda.games.position import M, P
from hexapoda.games.refusal import Refusal
from hexapoda.games.rule_switch import RuleSwitch, rule_values, split_rules
from hexapoda.games.table import find_game
from hexapoda.text.sentence import message_of

if TYPE_CHECKING:
    from hexapoda.games.analysis import GameAnalysis
    from hexapoda.games.archive import Archive
    from hexapoda.games.dialogue import Dialogue
    from hexapoda.games.encodings import Encodings
    from hexapoda.games.fact import Facts
    from hexapoda.games.json_types import BoardJson, MoveJson
    from hexapoda.games.ladder import Ladder
    from hexapoda.games.lesson import RuleLesson
    from hexapoda.games.opening_names import OpeningNames
    from hexapoda.games.opening_suite import OpeningSuite
    from hexapoda.games.opening_tree import OpeningTree
    from hexapoda.games.overlay import Overlays
    from hexapoda.games.page_board import PageBoard
    from hexapoda.games.position_editor import PositionEditor
    from hexapoda.games.record_files import RecordFiles
    from hexapoda.games.scene import Scene
    from hexapoda.games.solver import Solver
    from hexapoda.games.wording import Wording


__all__ = ["Game"]

NO_ENGINES: Mapping[str, str] = MappingProxyType({})


class Game(ABC, Generic[P, M]):
    """A game. Its instance has no state."""

    # Values

    name: str
    """The name of the game on the command line: lowercase letters and digits."""
    players: tuple[str, str]
    """The names of players 0 and 1."""
    variants: tuple[str, ...]
    """The names of the variants, the default first. A game may accept more: Hex has other board sizes."""
    plies_a_turn: int = 2
    """How many plies share a move number: 2 if a number covers both players, 1 if each ply has its own."""
    rules: tuple[RuleSwitch, ...] = ()
    notice: str = ""
    """A legal notice for pages that show the game."""
    draws: bool = True
    """Whether a game can end in a draw, so that players may agree on one."""
    points: bool = False
    """Whether its engines score in hundredths of a point, which `win_probability` turns into a
    probability.
    """
    protocols: tuple[str, ...] = ()
    """The protocols that external engines of the game may use, the default first."""
    engines: Mapping[str, str] = NO_ENGINES
    """The built-in engines: `module:Class` by name."""
    network_engines: Mapping[str, str] = NO_ENGINES
    """The engines for networks of the game's own architectures: `module:Class` by architecture. The class
    takes the path of a file and a name, and has `options` and `summary`. Calling an instance with options
    returns an engine. `hexapoda.engines.network.NetworkSource` is the class for `board`.
    """
    network_graphs: Mapping[str, str] = MappingProxyType({})
    """The functions that write networks of these architectures as ONNX: `module:function` by architecture.
    The function takes a `NetworkFile` and an empty `OnnxGraph`, fills the graph and returns its inputs and
    outputs, as `hexapoda.nets.board_graph.board_graph` does for `board`.
    """
    default_engine: str = "random"
    """The name of the default engine, which is the strongest."""
    quick_variant: str = ""
    """A variant that a network learns within minutes, for examples; empty if there is none."""
    known_perft: tuple[str, int, int] | None = None
    """A variant, a depth and the correct perft of the initial position, for a quick self-test."""
    notations: tuple[str, ...] = ("text",)
    """The notations of moves, the canonical one first."""
    picture_options: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Further options of `draw`, for each form of a picture: `text` and `svg`."""
    file_formats: tuple[str, ...] = ()
    """The file formats in which `show` prints a position, besides text, svg and json."""

    # Parts

    analysis: LazyPart[GameAnalysis[P, M]] = LazyPart("hexapoda.games.analysis:NO_ANALYSIS")
    """Proofs and a static evaluation."""
    facts: LazyPart[Facts[P, M]] = LazyPart("hexapoda.games.fact:NO_FACTS")
    """Claims about positions and moves that can be checked."""
    records: LazyPart[RecordFiles | None] = LazyPart()
    """How record files are detected, checked and converted."""
    archive: LazyPart[Archive[P] | None] = LazyPart()
    """How the store indexes positions."""
    openings: LazyPart[OpeningSuite | None] = LazyPart()
    """Balanced lines from which matches start."""
    opening_names: LazyPart[OpeningNames[P] | None] = LazyPart()
    """The names of openings."""
    opening_tree: LazyPart[OpeningTree[P] | None] = LazyPart()
    """What searches and recorded games say about the first moves."""
    ladders: LazyPart[tuple[Ladder, ...]] = LazyPart("hexapoda.games.ladder:NO_LADDERS")
    """The opponents of `hexapoda rate` with their ratings: a ladder for each variant, the default first."""
    encodings: LazyPart[Encodings[P, M] | None] = LazyPart()
    """Positions as arrays and moves as numbers, for learning."""
    overlays: LazyPart[Overlays[P] | None] = LazyPart()
    """What the game can show on its board besides the pieces."""
    position_editor: LazyPart[PositionEditor[P] | None] = LazyPart()
    """How users edit positions by hand."""
    page_board: LazyPart[PageBoard | None] = LazyPart()
    """The shapes with which the page draws the game's board."""
    bench: LazyPart[Callable[[float], Iterable[dict[str, Any]]] | None] = LazyPart()
    """Measures the speed of the core for a given number of seconds, and yields rows of
    `hexapoda.text.measurement.measure`.
    """
    solver: LazyPart[Solver[P] | None] = LazyPart()
    """The solver for `hexapoda solve`."""
    wording_class: LazyPart[type[Wording[P]]] = LazyPart("hexapoda.games.wording:Wording")
    """The words for players, rules, variants, prompts and results."""
    dialogue_class: LazyPart[type[Dialogue[P, M]]] = LazyPart("hexapoda.games.dialogue:Dialogue")
    """How the terminal reads and answers what a player types."""
    scene_class: LazyPart[type[Scene[P]]] = LazyPart("hexapoda.games.scene:Scene")
    """How the terminal shows a position."""

    def __reduce__(self) -> tuple[Callable[[str], Game[Any, Any]], tuple[str]]:
        """Pickle the game as its name in the table of games."""
        return find_game, (self.name,)

    @property
    def title(self) -> str:
        """The display name of the game: its name with a capital letter."""
        return self.name.capitalize()

    @property
    def package(self) -> str:
        """The package of the game. Its folder `data` has the sentences in other languages and the lessons,
        `web` the files of its board in the browser.
        """
        return type(self).__module__.rpartition(".")[0]

    @property
    def lessons(self) -> Sequence[RuleLesson]:
        """Small boards that teach the rules, in the order in which they are learned; may be empty."""
        from hexapoda.games.lesson import read_lessons

        return read_lessons(self.package)

    # Positions

    @abstractmethod
    def parse_variant(self, text: str) -> str:
        """Return the canonical name of a variant. Raises `InvalidGameError`."""

    @abstractmethod
    def initial(self, variant: str | None = None, rules: Mapping[str, str] | None = None) -> P:
        """Return the initial position of `variant`, by default of the first variant. Rule switches that are
        not given have their defaults. Raises `InvalidGameError` for an unknown variant and `UsageError` for a
        bad rule.
        """

    @abstractmethod
    def parse_position(self, text: str, rules: Mapping[str, str] | None = None) -> P:
        """Parse a position in any format of the game. Raises `InvalidPositionError` or
        `InvalidGameError`.
        """

    def format_position(self, position: P) -> str:
        """Return the position, without its history, as one line that `parse_position` can read."""
        return str(position.text())

    @abstractmethod
    def board_json(self, position: P) -> BoardJson:
        """Return everything about a position as a JSON object. Every game has `game`, `variant`, `rules`,
        `player` (to move, 0 or 1), `turn` (that player's name), `ply`, `state`, `moves` (as text) and `text`,
        and may add more.
        """

    def rules_of(self, position: P) -> Mapping[str, str]:
        """Return all rule switches with their values in `position`. A game with rules must override this."""
        return {}

    def switches(self, rules: Mapping[str, str] | None) -> dict[str, str]:
        """Return all rule switches with their values in `rules`, or their defaults. Raises `UsageError`."""
        return rule_values(self.name, self.rules, rules)

    def changed_rules(self, rules: Mapping[str, str]) -> dict[str, str]:
        """Return the rule switches whose values are not the defaults, in the order of `rules`."""
        usual = {switch.name: switch.choices[0] for switch in self.rules}
        return {name: choice for name, choice in rules.items() if choice != usual.get(name)}

    def parse_rules(self, texts: Iterable[str]) -> dict[str, str]:
        """Parse rule switches given as `NAME=CHOICE`, as in `--rule`. Raises `UsageError`."""
        rules = split_rules(texts)
        self.switches(rules)
        return rules

    def game_string(self, position: P) -> str | None:
        """Return the game that led to `position` as one line; None if there is no format for that, or if the
        format cannot express the start of this game.
        """
        return None

    def write_position(self, position: P, format: str) -> str:
        """Return the game that led to a position, in one of `file_formats`. Raises `UsageError`."""
        raise UsageError(f"{self.title} has no format {format!r}")

    # Moves

    def parse_move(self, position: P, text: str) -> M:
        """Parse a move that is legal in `position`, in any notation of the game. Raises `InvalidMoveError` if
        the text is not a move, `IllegalMoveError` if the move is not legal, and `AmbiguousMoveError` if the
        text matches several moves.
        """
        move: M = position.parse_move(text)
        return move

    def format_move(self, position: P, move: M, notation: str | None = None) -> str:
        """Return the text of a move that is legal in `position`, by default in the canonical notation."""
        return position.format_move(move)

    def recorded_move(self, position: P, text: str) -> M:
        """Parse a move of a record, in any notation of the game. Records may contain moves that are not legal
        in play, such as a pass in Hex; `push_recorded` plays them. Raises the errors of `parse_move`.
        """
        return self.parse_move(position, text)

    def push_recorded(self, position: P, move: M) -> None:
        """Play a move of a record."""
        position.push(move)

    def play_texts(self, position: P, texts: Sequence[str]) -> None:
        """Play moves given as text. Raises the errors of `parse_move` at the first text that is not a legal
        move; the moves before it have then been played.
        """
        for text in texts:
            position.push(self.parse_move(position, text))

    def read_moves(self, path: Path, variant: str) -> Iterable[tuple[int, Sequence[M]]]:
        """Yield each game of a record file as the number of its first line and its moves. Raises `UsageError`
        if the file cannot be opened, and `InvalidGameError` at the first game that is invalid, does not fit
        the variant or starts from a custom position.
        """
        raise UsageError(f"cannot read {str(path)!r}: {self.name} has no format for game files")

    def list_moves(
        self, position: P, piece: str | None = None, notation: str | None = None
    ) -> Sequence[tuple[str, M]]:
        """Return the legal moves with their texts, in a readable order; with `piece`, only those of that
        piece. Raises `UsageError` for an unknown piece; games without named pieces have none.
        """
        if piece is not None:
            raise UsageError(f"no piece {piece!r}: {self.title} has no named pieces")
        return [(self.format_move(position, move, notation), move) for move in position.legal_moves]

    def why_not(self, position: P, text: str) -> Refusal | None:
        """Return why the move `text` is not legal in `position`; None if it is legal. Raises
        `InvalidMoveError` if the text is not a move.
        """
        try:
            self.parse_move(position, text)
        except IllegalMoveError as error:
            return Refusal(error.rule, message_of(error), tuple(error.cells), tuple(error.pieces))
        return None

    def move_json(self, position: P, move: M) -> MoveJson:
        """Return a legal move as a JSON object. Its text is under `move`; a game may add more."""
        return {"move": self.format_move(position, move)}

    def moves_json(self, position: P) -> Sequence[MoveJson]:
        """Return all legal moves as JSON objects, as `move_json` does. A game may override this to be
        faster.
        """
        return [self.move_json(position, move) for move in position.legal_moves]

    def perft(self, position: P, depth: int) -> int:
        """Return the number of lines of `depth` legal moves."""
        if depth == 0:
            return 1
        return sum(nodes for _, nodes in self.perft_divide(position, depth))

    def perft_divide(self, position: P, depth: int) -> Sequence[tuple[M, int]]:
        """Return each legal move with the perft to depth `depth` - 1 of the position after it."""
        counts = []
        for move in list(position.legal_moves):
            after = position.copy()
            after.push(move)
            counts.append((move, self.perft(after, depth - 1)))
        return counts

    def turn_of(self, ply: int, first: int = 0) -> int:
        """Return the move number of a ply; both are counted from 1. `first`: the player of the first ply."""
        return ply if self.plies_a_turn == 1 else (ply + first + 1) // 2

    def plies_of(self, turn: int, first: int = 0) -> range:
        """Return the plies with the move number `turn`. `first`: the player of the first ply."""
        return (
            range(turn, turn + 1)
            if self.plies_a_turn == 1
            else range(2 * turn - 1 - first, 2 * turn + 1 - first)
        )

    # Pictures and words

    def diagram(self, position: P) -> str:
        """Return the board as text, with the last move marked."""
        return self.format_position(position)

    def draw(self, position: P, form: str, **options: Any) -> str:
        """Return a picture of a position. The form `text`, for a terminal, has the options `width` and
        `color`; the other form is `svg`. `picture_options` lists further options. Raises `UsageError` for a
        bad value or an unsupported form.
        """
        if form != "text":
            raise UsageError(f"{self.title} has no pictures: expected the form 'text', not {form!r}")
        return self.format_position(position)

    @property
    def wording(self) -> Wording[P]:
        """The words that the game uses in messages to players."""
        return self.wording_class(self)

    def dialogue(self, notation: str | None = None) -> Dialogue[P, M]:
        """Return a parser for player input. Raises `UsageError` for an unknown notation."""
        return self.dialogue_class(self, notation)

    def scene(self) -> Scene[P]:
        """Return a new view of a game for the terminal."""
        return self.scene_class(self)
