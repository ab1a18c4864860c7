"""Game trees for analysis: a game with variations, comments, evaluations and annotation glyphs.

`GameTree` contains the header of a game and the tree of its nodes, and converts to and from `GameRecord`. All
moves in a tree are legal. The games' record modules read and write files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from hexapoda.errors import HexapodaError, InvalidGameError, UsageError
from hexapoda.games import Game, Position, find_game, game_of_position
from hexapoda.record.game_record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.record.node import Node, plain_move
from hexapoda.record.repair import Repair
from hexapoda.record.tree_json import is_plain, tree_from_json, tree_json
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["GameTree"]

_SHOWN = 60
"""The maximum number of characters that a message quotes from a text."""


class GameTree:
    """A game with variations, comments and evaluations. Every move in it is legal.

    `game` provides the rules. The moves of the record `header` become the main line. Raises
    `InvalidGameError` with the ply if one of them is not legal. `root` is for callers that have checked the
    moves themselves: the tree consists of its nodes, and the moves of the header are ignored.
    """

    def __init__(self, game: Game, header: GameRecord | None = None, *, root: Node | None = None) -> None:
        if header is None:
            nobody = PlayerRecord("")
            header = GameRecord(
                game.name, game.variants[0], (nobody, nobody), (), None, False, Ending.UNKNOWN
            )
        if header.game != game.name:
            raise UsageError(f"the record is of {header.game[:_SHOWN]!r}: expected {game.name!r}")
        self.game = game
        self.header = replace(header, moves=()) if header.moves else header
        self.root = Node() if root is None else root
        """The node of the initial position, which has no move."""
        self.faults: list[InvalidGameError] = []
        """Why parts of the file are missing from the tree. If there are any faults, a program must not
        overwrite the file with the tree.
        """
        self.repairs: list[Repair] = []
        """The differences between the tree and the file that it was read from."""
        self._start = self._initial()
        if root is None:
            self._extend(self.root, header.moves, self._start.copy())

    @classmethod
    def from_position(cls, position: Position, players: tuple[str, str] = ("", "")) -> GameTree:
        """Return the game that led to a position. `players` are the names of players 0 and 1."""
        game = game_of_position(position)
        board = position.copy()
        for _ in position.moves:
            board.pop()
        rules = game.rules_of(position)
        start = game.format_position(board)
        usual = start == game.format_position(game.initial(position.variant, rules))
        moves = []
        for move in position.moves:
            moves.append(MoveRecord(game.format_move(board, move)))
            game.push_recorded(board, move)
        outcome = position.outcome()
        header = GameRecord(
            game.name,
            position.variant,
            (PlayerRecord(players[0]), PlayerRecord(players[1])),
            tuple(moves),
            winner=None if outcome is None else outcome.winner,
            finished=outcome is not None,
            ending=Ending.UNKNOWN if outcome is None else Ending.NORMAL,
            rules=tuple(game.changed_rules(rules).items()),
            start=None if usual else start,
        )
        return cls(game, header)

    @property
    def is_plain(self) -> bool:
        """Whether the game is only a line of moves, without variations or annotations."""
        return is_plain(self.root)

    @property
    def start(self) -> Position:
        """A copy of the initial position."""
        return self._start.copy()

    def to_record(self) -> GameRecord:
        """Return the record of the game: the header with the moves of the main line."""
        if self.root.tail:
            return replace(self.header, moves=tuple(map(plain_move, self.root.tail)))
        return replace(
            self.header, moves=tuple(node.played for node in self.main_line() if node.played is not None)
        )

    def to_json(self) -> dict[str, Any]:
        """Return the tree as a JSON object, which lacks only `faults` and `repairs`. Raises
        `InvalidGameError` if it has more nodes than `tree_json.MOST_NODES`.
        """
        return tree_json(self.header, self.root)

    @classmethod
    def from_json(
        cls,
        value: Mapping[str, Any] | str,
        lookup: Callable[[str], Game] = find_game,
        *,
        check: bool = True,
    ) -> GameTree:
        """Return a tree from the output of `to_json`, as an object or as text. `lookup` finds a game by its
        name. `check` replays all moves; without it, they are trusted, which is safe only for JSON that this
        program wrote itself. Raises `InvalidGameError`, with the ply of an illegal move.
        """
        header, root = tree_from_json(value)
        try:
            tree = cls(lookup(header.game), header, root=root)
        except InvalidGameError:
            raise
        except HexapodaError as error:
            raise InvalidGameError(Sentence("not a game tree: {why}", why=message_of(error))) from error
        if check:
            tree._replay()
        return tree

    def position(self, node: Node) -> Position:
        """Return the position after a node's move, with the moves that lead there as its history."""
        position = self._start.copy()
        for step in node.line():
            self.game.push_recorded(position, self.game.recorded_move(position, step.text))
        return position

    @property
    def end(self) -> Node:
        """The last node of the main line; the root if the game has no moves."""
        node = self.root
        while (following := node.next) is not None:
            node = following
        return node

    def main_line(self) -> Iterator[Node]:
        """Yield the nodes of the main line, without the root."""
        return self.root.main_line()

    def walk(self) -> Iterator[Node]:
        """Yield all nodes, parents first."""
        return self.root.walk()

    def add_variation(self, node: Node, move: str | MoveRecord, *, main: bool = False) -> Node:
        """Return the continuation of `node` with `move`, which may be text in any notation of the game. If
        there is none, add it as the last variation. With `main`, make it the first. Raises the errors of
        `Game.parse_move` if `node` is the root and `move` is text, otherwise `InvalidGameError` with the ply.
        """
        [added] = self._extend(node, [move], self.position(node))
        if main:
            self._first(added)
        return added

    def add_line(self, node: Node, moves: Iterable[str | MoveRecord]) -> list[Node]:
        """Add a line of moves and return their nodes. Raises the errors of `add_variation`, and then adds
        nothing.
        """
        before = {id(old) for old in node.walk()}
        try:
            return self._extend(node, moves, self.position(node))
        except HexapodaError:
            for old in list(node.walk()):
                old.variations = [child for child in old.variations if id(child) in before]
            raise

    def promote(self, node: Node) -> None:
        """Move a variation up by one place among its siblings."""
        siblings = self._siblings(node)
        place = siblings.index(node)
        if place:
            siblings[place - 1 : place + 1] = [node, siblings[place - 1]]

    def promote_to_main(self, node: Node) -> None:
        """Make the line that leads to `node` the main line."""
        for step in node.line():
            self._first(step)

    def remove(self, node: Node) -> None:
        """Remove a node and all its descendants from the tree."""
        self._siblings(node).remove(node)
        node.parent = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameTree):
            return NotImplemented
        return self.header == other.header and list(_node_contents(self)) == list(_node_contents(other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        nodes = sum(1 for _ in self.walk()) - 1
        return f"<GameTree {self.header.variant}: {sum(1 for _ in self.main_line())} plies, {nodes} nodes>"

    def _initial(self) -> Position:
        header = self.header
        if header.start is None:
            start: Position = self.game.initial(header.variant, dict(header.rules))
        else:
            start = self.game.parse_position(header.start, dict(header.rules))
        return start

    def _extend(self, node: Node, moves: Iterable[str | MoveRecord], position: Position) -> list[Node]:
        added = []
        for item in moves:
            played = MoveRecord(item) if isinstance(item, str) else item
            try:
                move = self.game.recorded_move(position, played.text)
                text = self.game.format_move(position, move)
                self.game.push_recorded(position, move)
            except HexapodaError as error:
                if node.parent is None and isinstance(item, str):
                    raise
                raise _at_ply(node.ply + 1, played.text, error) from error
            known = node.child(text)
            if known is None:
                known = node.add(replace(played, text=text))
            node = known
            added.append(node)
        return added

    def _replay(self) -> None:
        """Check every move and rewrite it in canonical notation. A single position follows the walk."""
        position = self.start
        path = [self.root]
        for node in self.walk():
            if node.parent is None or node.played is None:
                continue
            while path[-1] is not node.parent:
                path.pop()
                position.pop()
            try:
                move = self.game.recorded_move(position, node.text)
                text = self.game.format_move(position, move)
                self.game.push_recorded(position, move)
                known = node.parent.child(text)
                if known not in (None, node):
                    raise InvalidGameError(Sentence("the move is listed twice"))
            except HexapodaError as error:
                raise _at_ply(node.ply, node.text, error) from error
            node.played = replace(node.played, text=text)
            path.append(node)

    @staticmethod
    def _siblings(node: Node) -> list[Node]:
        if node.parent is None:
            raise UsageError("the root of a tree is not a variation: expected a node with a move")
        return node.parent.variations

    def _first(self, node: Node) -> None:
        siblings = self._siblings(node)
        siblings.remove(node)
        siblings.insert(0, node)


def _at_ply(ply: int, text: str, error: HexapodaError) -> InvalidGameError:
    why = message_of(error)
    return InvalidGameError(
        Sentence("ply {ply} {text!r}: {why}", ply=ply, text=text[:_SHOWN], why=why), ply=ply
    )


def _node_contents(tree: GameTree) -> Iterator[tuple[object, ...]]:
    """Yield the contents of all nodes, in an order that determines the shape of the tree."""
    for node in tree.walk():
        notes = () if node.is_bare else (node.comments, node.nags, node.evaluation, node.marks)
        yield node.ply, node.played, notes
