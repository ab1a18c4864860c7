"""What Hive and Hex have in common, as two protocols: `Position` and `Game`.

Owns the names that code shared by both games may use (engines, arena, storage, web sessions) and
nothing else: no board, no geometry, no notation. The games' own classes satisfy the protocols by
their shape; they do not inherit from them. In shared code the players are 0 and 1, whatever their
colours are called, because White begins in Hive and Black in Hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    from hexapoda.games.dialogue import Dialogue
    from hexapoda.games.scene import Scene
    from hexapoda.games.wording import Wording

from hexapoda.games.analysis import GameAnalysis
from hexapoda.games.archive import Archive
from hexapoda.games.record_files import RecordFiles
from hexapoda.games.refusal import Refusal

__all__ = ["Game", "Move", "Moves", "Outcome", "PageBoard", "Position", "RuleSwitch"]

Move: TypeAlias = Any
"""A move of one game: a small hashable value that shared code passes on without looking into it."""


Record: TypeAlias = Any
"""A `hexapoda.record.GameRecord`, which this module cannot import: it lies in a higher row."""

Tree: TypeAlias = Any
"""A `hexapoda.record.GameTree`, likewise."""


class Moves(Protocol):
    """The legal moves of a position: a sequence with a fast `in`."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Move]: ...

    def __getitem__(self, index: int, /) -> Move: ...

    def __contains__(self, move: Any, /) -> bool: ...


class Outcome(Protocol):
    """How a game ended."""

    @property
    def winner(self) -> int | None:
        """The player who won, or None for a draw."""

    @property
    def termination(self) -> Any:
        """Why the game is over, a member of the game's own enum."""


@runtime_checkable
class Position(Protocol):
    """A position with its history, changed in place by `push` and `pop`."""

    @property
    def variant(self) -> str:
        """The variant that is played, by its canonical name."""

    @property
    def turn(self) -> int:
        """The player to move, 0 or 1."""

    @property
    def ply(self) -> int:
        """Half-moves since the start of the game, passes included."""

    @property
    def moves(self) -> list[Move]:
        """The moves played since the start of the game, or since the text the position was read from."""

    @property
    def key(self) -> int:
        """A 64-bit hash of what matters for the rest of the game; the same in every run."""

    @property
    def legal_moves(self) -> Moves:
        """The legal moves, each once; empty when no move is possible on the board. A draw by repetition does
        not empty it: ask `outcome()` whether the game is over.
        """

    def is_legal(self, move: Move, /) -> bool:
        """Whether `move` is one of the legal moves."""

    def push(self, move: Move, /) -> None:
        """Play a move. Raises `IllegalMoveError`, and changes nothing, if the move is not legal."""

    def pop(self) -> Move:
        """Take the last move back and return it. Raises `IndexError` when there is none."""

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def copy(self) -> Position:
        """An independent copy with the same history."""

    def parse_move(self, text: str, /) -> Move:
        """The legal move that `text` names, in any notation of the game.

        Raises `InvalidMoveError` when the text names no move, `IllegalMoveError` when the move is against the
        rules, `AmbiguousMoveError` when it could be more than one.
        """

    def format_move(self, move: Move, /) -> str:
        """The canonical text of a move that is legal here."""


@dataclass(frozen=True, slots=True)
class RuleSwitch:
    """A rule that players disagree on and that a game lets them set."""

    name: str
    """The word before the `=` in `--rule opening=free`."""
    choices: tuple[str, ...]
    """What it may be set to; the first is the default."""
    summary: str
    """One line for people."""


class PageBoard(Protocol):
    """How a game is drawn on a page that replays games: usually a module of the game's `draw` package."""

    CSS: str
    """The style rules of its boards."""

    def definitions(self, records: Iterable[Record], /) -> str:
        """Invisible SVG with the shapes that the boards of these games use."""

    def page_data(self, records: Iterable[Record], /) -> dict[str, Any]:
        """What the page's script must know to draw the boards of these games."""

    def position_of(self, record: Record, texts: Iterable[str], /) -> Any:
        """The position after the first moves of a game; None when they are not legal."""

    def replay_json(self, record: Record, /) -> dict[str, Any] | None:
        """`start`, `plies` and `texts` of a game for the page's script; None when it has no board."""

    def thumbnail(self, position: Any, label: str, /) -> str:
        """A small picture of a position that uses the definitions. `label` is HTML."""


@runtime_checkable
class Game(Protocol):
    """A game as shared code sees it: how to make, read, write and draw its positions and moves."""

    @property
    def name(self) -> str:
        """The word for the game on the command line: `hive` or `hex`."""

    @property
    def title(self) -> str:
        """The name of the game for people: `Hive`."""

    @property
    def notice(self) -> str:
        """A legal notice for pages that show the game; empty for none."""

    @property
    def page_board(self) -> PageBoard | None:
        """How the game draws itself on a page; None for a game that cannot."""

    @property
    def records(self) -> RecordFiles | None:
        """How files of games are told apart, checked and converted; None for a game without such files."""

    @property
    def archive(self) -> Archive | None:
        """How the store reads, writes and indexes games; None: games are kept without their positions."""

    @property
    def players(self) -> tuple[str, str]:
        """What players 0 and 1 are called."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants by name, the default first (for Hex the usual sizes: any size may be asked for)."""

    @property
    def rules(self) -> tuple[RuleSwitch, ...]:
        """The rules that can be set, with their choices."""

    @property
    def protocols(self) -> tuple[str, ...]:
        """The protocols that external engines of the game may speak, the usual one first."""

    @property
    def engines(self) -> Mapping[str, str]:
        """The engines that come with the package: from a name to `module:Class`."""

    @property
    def default_engine(self) -> str:
        """The name of the strongest engine, which plays where nobody is named."""

    @property
    def analysis(self) -> GameAnalysis:
        """What the game knows about the value of its positions: proofs, an evaluation, reasons."""

    @property
    def solve_command(self) -> str:
        """The module that `hexapoda solve` runs, with `OPTIONS` and `run`; empty for no solver."""

    @property
    def tree_suffix(self) -> str:
        """The ending of the files that `format_tree` writes: `.pgn`; empty for a game without trees in
        files."""

    def read_trees(self, text: str, source: str) -> Iterable[Tree]:
        """The games of a text in any format as trees, with variations, comments and evaluations if it has
        them; in the place of a game that cannot be replayed its `InvalidGameError`, with line and ply.

        Raises `InvalidGameError` for a text without games. Messages call the text `source`.
        """

    def format_tree(self, tree: Tree) -> str:
        """The text of a file with this tree, from which `read_trees` makes it again."""

    def diagram(self, position: Any) -> str:
        """The board as text for people, its last move marked."""

    def parse_variant(self, text: str) -> str:
        """The canonical name of the variant that `text` means. Raises `InvalidGameError`."""

    def parse_rules(self, texts: Iterable[str]) -> dict[str, str]:
        """What `NAME=CHOICE` texts, as of `--rule`, set. Raises `UsageError`."""

    def initial(self, variant: str | None = None, rules: Mapping[str, str] | None = None) -> Position:
        """The position a game of `variant` begins with; rules that are not given have their default."""

    def parse_move(self, position: Any, text: str) -> Move:
        """The legal move that `text` names in `position`, in any notation of the game.

        Raises `InvalidMoveError` when the text names no move, `IllegalMoveError` when the move is
        against the rules, `AmbiguousMoveError` when it could be more than one.
        """

    @property
    def notations(self) -> tuple[str, ...]:
        """The notations that moves can be written in, the canonical one first."""

    def format_move(self, position: Any, move: Move, notation: str | None = None) -> str:
        """The text of a move that is legal in `position`, in the canonical notation or another one."""

    def list_moves(
        self, position: Any, piece: str | None = None, notation: str | None = None
    ) -> Sequence[tuple[str, Move]]:
        """The legal moves with their texts, in an order for people; those of one piece when `piece` names it.

        Raises `UsageError` for a piece that the game does not have.
        """

    def why_not(self, position: Any, text: str) -> Refusal | None:
        """Why the move that a text names is not legal in `position`; None when it is legal.

        Raises `InvalidMoveError` when the text names no move.
        """

    def perft(self, position: Any, depth: int) -> int:
        """The number of lines of legal moves of `depth` plies."""

    def perft_divide(self, position: Any, depth: int) -> Sequence[tuple[Move, int]]:
        """Each legal move with the perft of `depth` - 1 after it."""

    @property
    def known_perft(self) -> tuple[str, int, int] | None:
        """A variant, a depth, and the perft of its start that a sound core counts quickly."""

    def bench(self, seconds: float) -> Iterable[dict[str, Any]]:
        """Rows of `hexapoda.measurement.measure`: how fast this machine runs the game's core."""

    def rules_of(self, position: Any) -> Mapping[str, str]:
        """Every rule switch with its value in `position`."""

    @property
    def picture_options(self) -> Mapping[str, tuple[str, ...]]:
        """The options that `draw` knows for each form of a picture, `text` and `svg`."""

    def draw(self, position: Any, form: str, **options: Any) -> str:
        """A picture of a position: `text` for a terminal, with `width` and `color`, or `svg`.

        Further options are those of `picture_options`. Raises `UsageError` for a bad value, and for a form
        that the game cannot draw.
        """

    @property
    def file_formats(self) -> tuple[str, ...]:
        """The formats of game files that `show` prints a position in, besides text, svg and json."""

    def write_position(self, position: Any, format: str) -> str:
        """The game that led to a position, in one of `file_formats`."""

    def parse_position(self, text: str, rules: Mapping[str, str] | None = None) -> Position:
        """The position that a text in any form of the game describes. Raises `InvalidPositionError`
        or `InvalidGameError`.
        """

    def format_position(self, position: Any) -> str:
        """A one-line text without history from which `parse_position` makes an equal position."""

    def board_json(self, position: Any) -> dict[str, Any]:
        """Everything about a position as dicts, lists, texts and numbers.

        Every game has `game`, `variant`, `rules`, `player` (0 or 1, to move), `turn` (the player's name),
        `ply`, `state`, `moves` (texts) and `text`; the rest is its own.
        """

    def move_json(self, position: Any, move: Move) -> dict[str, Any]:
        """A legal move as dicts, lists, texts and numbers: the text `move`, and what the game adds."""

    def opening_lines(self, variant: str) -> Sequence[Sequence[str]]:
        """The opening suite of a variant, each line a list of moves as text; empty when there is none."""

    def opening_variants(self) -> Sequence[str]:
        """The variants that have an opening suite."""

    def read_moves(self, path: Path, variant: str) -> Iterable[tuple[int, Sequence[Move]]]:
        """Each game of a record file: the line it begins on and its moves.

        Raises `UsageError` when the file cannot be opened, and `InvalidGameError` at the first bad game, at
        one that does not fit `variant` and at one that begins from a set-up position.
        """

    @property
    def wording(self) -> Wording:
        """The words of the game for people who play it."""

    def dialogue(self, notation: str | None = None) -> Dialogue:
        """What reads and answers the lines of a person who plays. Raises `UsageError` for a notation that
        the game has not.
        """

    def scene(self) -> Scene:
        """A new drawing of one game as lines of text."""

    def game_string(self, position: Any) -> str | None:
        """The whole game on one line; None when there is no such text of it."""
