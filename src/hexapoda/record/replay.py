"""Replaying a draft by the rules: from the text of a file to a `GameTree` and a list of repairs.

Walks through the draft, makes the repairs that are common to all games, and chooses the result: if the game
ended on the board, the board decides, otherwise the file. Each game has an `Interpreter`, which finds the
move that a text stands for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.games import Game, find_game
from hexapoda.record.draft import Draft, Ply, reading_error, record_draft
from hexapoda.record.game_record import Ending, GameRecord
from hexapoda.record.interpreter import Interpreter, PlainInterpreter
from hexapoda.record.node import Node, line_of_moves, plain_move
from hexapoda.record.repair import Repair
from hexapoda.record.report import GameReport
from hexapoda.record.tree import GameTree
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["ReadGame", "replay", "tree_of"]

_MANY = 8
"""The continuations of a node are indexed by text if there are at least this many."""


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game as far as it could be read.

    Attributes:
        tree: the legal part of the game; the main line ends before its first bad ply. The tree's `faults` say
            why anything is missing; its `repairs` are those of the report.
        report: the report on the replayed game.
        position: the position at the end of the main line.
        error: why the main line ends early; None if all of it is legal.
    """

    tree: GameTree
    report: GameReport
    position: Any
    error: InvalidGameError | None

    def checked(self) -> GameTree:
        """Return the tree. Raises the error of the main line, if there is one."""
        if self.error is not None:
            raise self.error
        return self.tree

    @property
    def unreadable(self) -> InvalidGameError | None:
        """The error of the main line if no ply could be read; None otherwise."""
        return None if self.report.plies else self.error

    def readable(self) -> GameTree:
        """Return the tree, even if it is incomplete. Raises `unreadable` if that is not None."""
        if self.unreadable is not None:
            raise self.unreadable
        return self.tree


def replay(draft: Draft) -> ReadGame:
    """Replay a draft. Errors are not raised: they are part of the result."""
    game = find_game(draft.header.game)
    interpreter: Interpreter
    try:
        interpreter = _interpreter(game, draft)
    except HexapodaError as fault:  # an unknown variant or rule, or an invalid start
        header = replace(draft.header, variant="", start=None, rules=())
        error = reading_error(draft.source, draft.line, None, message_of(fault))
        draft = replace(draft, header=header, root=Ply(line=draft.line), error=error)
        interpreter = _interpreter(game, draft)
    return _Replay(game, draft, interpreter).run()


def _interpreter(game: Game, draft: Draft) -> Interpreter:
    if game.records is None:
        return PlainInterpreter(game, draft)
    found: Interpreter = game.records.interpreter(draft)
    return found


def tree_of(record: GameRecord, root: Node | None = None) -> GameTree:
    """Return the tree of a record whose moves may be illegal, or legal only under rules other than the
    record's. The tree has the rule switches that its moves need. It ends before the first illegal move, whose
    error is among its `faults`. If the game has variations or annotations, `root` provides its nodes. Raises
    `InvalidGameError` if the first move or the start cannot be read.
    """
    nodes = line_of_moves(record.moves) if root is None else root
    return replay(record_draft(record, nodes)).readable()


class _Replay:
    def __init__(self, game: Game, draft: Draft, interpreter: Interpreter) -> None:
        self._game = game
        self._draft = draft
        self._interpreter = interpreter
        self._root = Node()
        self._error: InvalidGameError | None = None
        self._faults = list(draft.faults)
        self._repairs = list(draft.repairs)
        self._depth = 0
        self._plies = 0
        self._parent: Node | None = None
        self._known: dict[str, Node] = {}
        """The continuations of `_parent` by text."""

    def run(self) -> ReadGame:
        self._root.add_notes(self._draft.root)
        path = self._main_line()
        self._plies = self._depth
        position = self._interpreter.position.copy()
        third = self._interpreter.finish()
        header = self._result(position, third)
        error = self._error or self._draft.error
        if error is None and self._draft.unfinished is not None and position.outcome() is None:
            error = self._draft.unfinished
        if any(ply.branches for ply, _, _ in path):
            self._variations(path)
        tree = GameTree(self._game, header, root=self._root)
        tree.faults += [*([] if error is None else [error]), *self._faults]
        tree.repairs += self._repairs
        tree.repairs += [
            Repair("dropped", message_of(fault), fault.line, fault.ply) for fault in self._faults
        ]
        return ReadGame(tree, self._report(header, position, third, error, tree), position, error)

    # The main line

    def _main_line(self) -> list[tuple[Ply, Node, int]]:
        """Play the main line. Return its plies, including the root, each with its node and the number of
        moves played so far.
        """
        path = [(self._draft.root, self._root, 0)]
        tail = self._draft.root.tail
        if tail and self._play_line(tail):
            return path
        plies = list(self._draft.root.main_line())
        node = self._root
        plain = not tail and all(ply.target is None and ply.color is None for ply in plies)
        if plain and self._play_line([ply.text for ply in plies]):
            if not all(ply.is_plain and not ply.branches for ply in plies):  # most games have only moves
                for ply, node in zip(plies, self._root.main_line(), strict=True):
                    _detail(node, ply)
                path += zip(plies, self._root.main_line(), range(1, len(plies) + 1), strict=True)
            return path
        for ply in plies:
            try:
                found = self._play(node, ply)
            except HexapodaError as fault:
                self._error = self._place(ply, fault)
                break
            node = node if found is None else found
            path.append((ply, node, self._depth))
        return path

    def _play_line(self, texts: Sequence[str]) -> bool:
        """Play the main line all at once; return whether that was possible."""
        line = self._interpreter.play_line(texts)
        if line is None:
            return False
        self._root.add_line(line)
        self._depth = len(line)
        return True

    def _play(self, node: Node, ply: Ply) -> Node | None:
        """Play a ply after `node`. Return its node, or None if the ply is dropped. Raises `HexapodaError` if
        the ply cannot be played.
        """
        interpreter = self._interpreter
        try:
            text = interpreter.play(ply)
        except HexapodaError:
            if interpreter.position.outcome() is not None and interpreter.is_surplus(ply):
                self._repair(
                    "dropped",
                    Sentence("{text} after the end of the game was dropped", text=quoted(ply.text)),
                    ply,
                )
                return None
            missing = interpreter.play_missing()
            if missing is None:
                raise
            self._depth += 1
            try:
                text = interpreter.play(ply)
            except HexapodaError:
                interpreter.undo()
                self._depth -= 1
                raise
            node = node.child(missing) or node.add(plain_move(missing))
            self._repair(
                "inserted",
                Sentence("the file leaves out a move: '{text}' was inserted", text=missing),
                ply,
                node.ply,
            )
        self._depth += 1
        found = self._child(node, text)
        if found is None:
            found = node.add(plain_move(text))
            _detail(found, ply)
        else:
            found.add_notes(ply)
        return found

    def _child(self, node: Node, text: str) -> Node | None:
        """Return the continuation of `node` with this move; None if there is none. A node may have thousands
        of continuations, so those of one node at a time are indexed by text.
        """
        if not node.branches or len(node.variations) < _MANY:
            return node.child(text)
        if self._parent is not node:
            self._parent, self._known = node, {}
        for child in node.variations[len(self._known) :]:  # no two have the same text
            self._known[child.text] = child
        return self._known.get(text)

    # Variations

    def _variations(self, path: list[tuple[Ply, Node, int]]) -> None:
        """Play the variations, from the end of the main line to its start."""
        for ply, node, depth in reversed(path):
            for other in ply.variations[1:] if ply.branches else ():
                if self._error is not None and node is path[-1][1]:
                    # As the first legal continuation, it would become the main line.
                    self._repair(
                        "dropped",
                        Sentence(
                            "{text} was dropped: it is a variation of the move that cannot be played",
                            text=quoted(other.text),
                        ),
                        other,
                    )
                    continue
                self._back_to(depth)
                self._variation(node, other)

    def _variation(self, parent: Node, first: Ply) -> None:
        todo = [(parent, first, self._depth)]
        while todo:
            node, ply, depth = todo.pop()
            self._back_to(depth)
            try:
                found = self._play(node, ply) or node
            except HexapodaError as fault:
                self._faults.append(self._place(ply, fault))
                continue
            if not ply.is_last:
                todo += [(found, child, self._depth) for child in reversed(ply.variations)]

    def _back_to(self, depth: int) -> None:
        while self._depth > depth:
            self._interpreter.undo()
            self._depth -= 1

    # The result

    def _result(self, position: Any, third: int | None) -> GameRecord:
        """Return the header with the result."""
        header = self._interpreter.header
        resigned = self._draft.resigned
        if resigned is not None and header.winner is None:
            loser = position.turn if resigned == "mover" else self._interpreter.player_of(resigned)
            named = header.ending is not Ending.UNKNOWN or header.detail
            ending = header.ending if named else Ending.RESIGN
            header = replace(header, winner=1 - loser, finished=True, ending=ending)
        outcome = position.outcome()
        if outcome is not None:
            # The kind `unknown` is used only for results, and the board shows the result.
            self._repairs = [repair for repair in self._repairs if repair.kind != "unknown"]
            if header.finished and header.winner != outcome.winner:
                self._repair(
                    "changed",
                    Sentence(
                        "the file says {claimed}, the board {result}: the board decides",
                        claimed=self._word(header.winner),
                        result=self._word(outcome.winner),
                    ),
                )
            return replace(header, winner=outcome.winner, finished=True, ending=Ending.NORMAL)
        if third is not None and third == self._plies and (not header.finished or header.winner is None):
            return replace(header, winner=None, finished=True, ending=Ending.REPETITION)
        if header.ending is Ending.NORMAL:  # the file was cut off, or its game ended by another rule
            return replace(header, ending=Ending.UNKNOWN)
        return header

    def _word(self, winner: int | None) -> str:
        return "Draw" if winner is None else f"{self._game.players[winner]}Wins"

    def _state(self, position: Any) -> str:
        outcome = position.outcome()
        if outcome is not None:
            return self._word(outcome.winner)
        return "InProgress" if self._plies else "NotStarted"

    def _report(
        self,
        header: GameRecord,
        position: Any,
        third: int | None,
        error: InvalidGameError | None,
        tree: GameTree,
    ) -> GameReport:
        draft = self._draft
        unread = error is not None and draft.root.is_last and not draft.header.variant
        claim = draft.header
        claimed = self._word(claim.winner) if claim.finished else None
        if claimed is None and draft.resigned is not None:
            claimed = self._word(header.winner)
        return GameReport(
            file=draft.source,
            line=draft.line,
            format=draft.format,
            variant=None if unread else header.variant,
            plies=self._plies,
            state=None if unread else self._state(position),
            claimed=claimed,
            rules=tuple(f"{name}={value}" for name, value in header.rules),
            error=None if error is None else str(error),
            ply=None if error is None else error.ply,
            repetition_ply=third,
            repairs=tuple(tree.repairs),
        )

    def _repair(self, kind: Any, text: Sentence, ply: Ply | None = None, number: int | None = None) -> None:
        line = None if ply is None else ply.line
        at = number if number is not None or ply is None else ply.ply
        self._repairs.append(Repair(kind, text, line, at))

    def _place(self, ply: Ply, fault: HexapodaError) -> InvalidGameError:
        error = reading_error(self._draft.source, ply.line, ply.ply, message_of(fault), ply.text)
        error.__cause__ = fault
        return error


def _detail(node: Node, ply: Ply) -> None:
    """Add the details and annotations of a ply to a new node."""
    if ply.details is not None:
        node.played = replace(ply.details, text=node.text)
    node.add_notes(ply)
