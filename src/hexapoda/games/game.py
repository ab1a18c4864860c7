"""The protocols `Position` and `Game`, which every game implements.

Owns the interface through which shared code (arena, storage, terminal, reviews) uses a game. Shared code
knows no board, geometry or notation. Game classes implement the protocols without inheriting from them. In
shared code, the players are 0 and 1, because White moves first in Hive and Black in Hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    from hexapoda.games.analysis import GameAnalysis
    from hexapoda.games.dialogue import Dialogue
    from hexapoda.games.encodings import Encodings
    from hexapoda.games.lesson import RuleLesson
    from hexapoda.games.overlay import Overlays
    from hexapoda.games.position_editor import PositionEditor
    from hexapoda.games.scene import Scene
    from hexapoda.games.wording import Wording

from hexapoda.games.archive import Archive
from hexapoda.games.ladder import Ladder
from hexapoda.games.record_files import RecordFiles
from hexapoda.games.refusal import Refusal
from hexapoda.sentence import Patterns

__all__ = ["Game", "Move", "Moves", "Outcome", "PageBoard", "Position", "RuleSwitch"]

Move: TypeAlias = Any
"""A move of a game: a small hashable value that is opaque to shared code."""


Record: TypeAlias = Any
"""A `hexapoda.record.GameRecord`. It belongs to a higher layer and cannot be imported here."""


class Moves(Protocol):
    """The legal moves of a position: a sequence that tests membership quickly."""

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
        """Why the game is over: a member of an enum of the game."""


@runtime_checkable
class Position(Protocol):
    """A position with its history, changed in place by `push` and `pop`."""

    @property
    def variant(self) -> str:
        """The canonical name of the variant."""

    @property
    def turn(self) -> int:
        """The player to move, 0 or 1."""

    @property
    def ply(self) -> int:
        """Half-moves since the start of the game, passes included."""

    @property
    def moves(self) -> list[Move]:
        """The moves played since the start of the game, or since the position was parsed from text."""

    @property
    def key(self) -> int:
        """A 64-bit hash of everything that matters for the rest of the game; the same in every run."""

    @property
    def legal_moves(self) -> Moves:
        """The legal moves, each once; empty if the game is over on the board. After a draw by repetition
        there still are legal moves: call `outcome()` to find out whether the game is over.
        """

    def is_legal(self, move: Move, /) -> bool:
        """Return whether `move` is one of the legal moves."""

    def push(self, move: Move, /) -> None:
        """Play a move. Raises `IllegalMoveError`, and changes nothing, if the move is not legal."""

    def pop(self) -> Move:
        """Undo the last move and return it. Raises `IndexError` if there is none."""

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None if it is not over."""

    def copy(self) -> Position:
        """Return an independent copy with the same history."""

    def parse_move(self, text: str, /) -> Move:
        """Parse a legal move in any notation of the game. Raises `InvalidMoveError` if the text is not a
        move, `IllegalMoveError` if the move is not legal, and `AmbiguousMoveError` if it matches several
        moves.
        """

    def format_move(self, move: Move, /) -> str:
        """Return a legal move in canonical notation."""


@dataclass(frozen=True, slots=True)
class RuleSwitch:
    """A rule that players disagree on and that a game lets them set."""

    name: str
    """The word before the `=` in `--rule opening=free`."""
    choices: tuple[str, ...]
    """The possible values; the first is the default."""
    summary: str
    """A one-line description."""


class PageBoard(Protocol):
    """How a game is drawn on a page without a script, usually a module of the game's `draw` package."""

    def definitions(self, records: Iterable[Record], /) -> str:
        """Return an invisible SVG that defines the shapes on the boards of these games."""

    def position_of(self, record: Record, texts: Iterable[str], /) -> Any:
        """Return the position after the first moves of a game; None if they are not legal."""

    def thumbnail(self, position: Any, label: str, /) -> str:
        """Return a small picture of a position, built from the definitions. `label` is escaped HTML."""


@runtime_checkable
class Game(Protocol):
    """A game as shared code sees it: how to create, read, write and draw its positions and moves."""

    @property
    def name(self) -> str:
        """The name of the game on the command line: `hive` or `hex`."""

    @property
    def package(self) -> str:
        """The package of the game. Its folder `data` has the sentences in other languages and the lessons,
        `web` the files of its board in the browser.
        """

    @property
    def title(self) -> str:
        """The display name of the game: `Hive`."""

    @property
    def notice(self) -> str:
        """A legal notice for pages that show the game; may be empty."""

    @property
    def page_board(self) -> PageBoard | None:
        """How the game draws its boards on a page, or None."""

    @property
    def records(self) -> RecordFiles | None:
        """How record files are detected, checked and converted; None if the game has no record files."""

    @property
    def archive(self) -> Archive | None:
        """How the store reads, writes and indexes games; None if the store does not index positions."""

    @property
    def players(self) -> tuple[str, str]:
        """The names of players 0 and 1."""

    def patterns(self, language: str) -> Patterns:
        """Return the sentences of the game in another language, by their English patterns."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of the variants, the default first. A game may accept more: Hex has other board sizes."""

    @property
    def rules(self) -> tuple[RuleSwitch, ...]:
        """The rule switches."""

    @property
    def protocols(self) -> tuple[str, ...]:
        """The protocols that external engines of the game may use, the default first."""

    @property
    def engines(self) -> Mapping[str, str]:
        """The built-in engines: `module:Class` by name."""

    @property
    def network_engines(self) -> Mapping[str, str]:
        """What plays with networks of the game's own architectures: `module:Class` by architecture.

        The class takes the path of a file and a name, has `options` and `summary`, and makes an engine when
        it is called with options, as `hexapoda.engines.network.NetworkSource` does for `board`.
        """

    @property
    def default_engine(self) -> str:
        """The name of the default engine, which is the strongest."""

    @property
    def analysis(self) -> GameAnalysis:
        """The analysis of the game: proofs, a static evaluation, reasons in words."""

    @property
    def position_editor(self) -> PositionEditor | None:
        """How positions are put together by hand; None if they cannot be."""

    @property
    def overlays(self) -> Overlays | None:
        """What the game can show on its board besides the pieces; None if there is nothing."""

    @property
    def encodings(self) -> Encodings | None:
        """Positions as arrays and moves as numbers, for learning; None if the game has no encodings."""

    @property
    def quick_variant(self) -> str:
        """A variant that a network learns within minutes, for examples; empty if there is none."""

    @property
    def solve_command(self) -> str:
        """The name of the module that `hexapoda solve` runs, which has `OPTIONS` and `run`; empty if there is
        none.
        """

    @property
    def draws(self) -> bool:
        """Whether a game can be a draw, so that players may agree on one."""

    def diagram(self, position: Any) -> str:
        """Return the board as text, with the last move marked."""

    def parse_variant(self, text: str) -> str:
        """Return the canonical name of a variant. Raises `InvalidGameError`."""

    def parse_rules(self, texts: Iterable[str]) -> dict[str, str]:
        """Parse rule switches given as `NAME=CHOICE`, as in `--rule`. Raises `UsageError`."""

    def initial(self, variant: str | None = None, rules: Mapping[str, str] | None = None) -> Position:
        """Return the initial position of `variant`, by default the first. Rule switches that are not given
        have their defaults.
        """

    def parse_move(self, position: Any, text: str) -> Move:
        """Parse a move that is legal in `position`, in any notation of the game. Raises `InvalidMoveError` if
        the text is not a move, `IllegalMoveError` if the move is not legal, and `AmbiguousMoveError` if it
        matches several moves.
        """

    def recorded_move(self, position: Any, text: str) -> Move:
        """Parse a move of a record, in any notation of the game. It may be one that only records have, such
        as a pass in Hex; `push_recorded` plays it. Raises the errors of `parse_move`.
        """

    def push_recorded(self, position: Any, move: Move) -> None:
        """Play a move of a record."""

    @property
    def notations(self) -> tuple[str, ...]:
        """The notations of moves, the canonical one first."""

    def format_move(self, position: Any, move: Move, notation: str | None = None) -> str:
        """Return the text of a move that is legal in `position`, by default in the canonical notation."""

    def list_moves(
        self, position: Any, piece: str | None = None, notation: str | None = None
    ) -> Sequence[tuple[str, Move]]:
        """Return the legal moves with their texts, in a readable order; with `piece`, only those of that
        piece. Raises `UsageError` for an unknown piece.
        """

    def why_not(self, position: Any, text: str) -> Refusal | None:
        """Return why the move `text` is not legal in `position`; None if it is legal. Raises
        `InvalidMoveError` if the text is not a move.
        """

    def perft(self, position: Any, depth: int) -> int:
        """Return the number of lines of `depth` legal moves."""

    def perft_divide(self, position: Any, depth: int) -> Sequence[tuple[Move, int]]:
        """Return each legal move with the perft of `depth` - 1 of the position after it."""

    @property
    def known_perft(self) -> tuple[str, int, int] | None:
        """A variant, a depth and the correct perft of the initial position, for a quick self-test."""

    def bench(self, seconds: float) -> Iterable[dict[str, Any]]:
        """Measure the speed of the game's core. Yields rows of `hexapoda.measurement.measure`."""

    def rules_of(self, position: Any) -> Mapping[str, str]:
        """Return all rule switches with their values in `position`."""

    @property
    def picture_options(self) -> Mapping[str, tuple[str, ...]]:
        """The options of `draw` for each form of a picture, `text` and `svg`."""

    def draw(self, position: Any, form: str, **options: Any) -> str:
        """Return a picture of a position. The form `text`, for a terminal, has the options `width` and
        `color`; the other form is `svg`. `picture_options` lists further options. Raises `UsageError` for a
        bad value or an unsupported form.
        """

    @property
    def file_formats(self) -> tuple[str, ...]:
        """The file formats in which `show` prints a position, besides text, svg and json."""

    def write_position(self, position: Any, format: str) -> str:
        """Return the game that led to a position, in one of `file_formats`."""

    def parse_position(self, text: str, rules: Mapping[str, str] | None = None) -> Position:
        """Parse a position in any format of the game. Raises `InvalidPositionError` or
        `InvalidGameError`.
        """

    def format_position(self, position: Any) -> str:
        """Return the position, without its history, as one line that `parse_position` can read."""

    def board_json(self, position: Any) -> dict[str, Any]:
        """Return everything about a position as a JSON object. Every game has `game`, `variant`, `rules`,
        `player` (to move, 0 or 1), `turn` (that player's name), `ply`, `state`, `moves` (as text) and `text`,
        and may add more.
        """

    def move_json(self, position: Any, move: Move) -> dict[str, Any]:
        """Return a legal move as a JSON object. Its text is under `move`; a game may add more."""

    def moves_json(self, position: Any) -> list[dict[str, Any]]:
        """Return all legal moves as `move_json` does, faster than one by one."""

    def play_texts(self, position: Any, texts: Sequence[str]) -> None:
        """Play moves given as text. Raises the errors of `parse_move` at the first that is not a legal move;
        those before it have been played.
        """

    @property
    def lessons(self) -> Sequence[RuleLesson]:
        """Small boards that teach the rules, in the order in which they are learned; may be empty. The last
        one ends a game.
        """

    def opening_lines(self, variant: str) -> Sequence[Sequence[str]]:
        """Return the opening suite of a variant, which may be empty. A line is a list of move texts."""

    def opening_variants(self) -> Sequence[str]:
        """Return the variants that have an opening suite."""

    @property
    def continues_openings(self) -> bool:
        """Whether lines of the suite that a match plays again go on with random plies, because engines that
        do not choose at random would play the same games again. Carefully balanced lines should not.
        """

    def read_moves(self, path: Path, variant: str) -> Iterable[tuple[int, Sequence[Move]]]:
        """Yield each game of a record file as the number of its first line and its moves. Raises `UsageError`
        if the file cannot be opened, and `InvalidGameError` at the first game that is invalid, does not fit
        the variant or starts from a custom position.
        """

    @property
    def ladder(self) -> Ladder | None:
        """The opponents of `hexapoda rate` with their ratings; None if there are none."""

    @property
    def wording(self) -> Wording:
        """The words that the game uses in messages to players."""

    def dialogue(self, notation: str | None = None) -> Dialogue:
        """Return a parser for player input. Raises `UsageError` for an unknown notation."""

    def scene(self) -> Scene:
        """Return a new view of a game for the terminal."""

    def game_string(self, position: Any) -> str | None:
        """Return the whole game on one line; None if the game has no such format."""
