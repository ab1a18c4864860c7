"""The interpreter of game files: finds the moves that their texts denote.

All formats share it. It plays with the free opening and without the repetition rule, so that every game is
legal, and finds out which of the two rules a game breaks. `hexapoda.record.replay` walks through the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from hexapoda.errors import InvalidMoveError
from hexapoda.hive.game import HIVE
from hexapoda.hive.move import PASS
from hexapoda.hive.piece import Bug, Piece
from hexapoda.hive.position import Position
from hexapoda.hive.text.numbering import Numbering
from hexapoda.hive.variant import parse_variant
from hexapoda.record.draft import Draft, Ply
from hexapoda.record.game_record import GameRecord
from hexapoda.text.sentence import Sentence

__all__ = ["HiveInterpreter"]

_THIRD = 3
_AGAIN = _THIRD - 1
"""The number of repeated piece moves or passes that each player must make after the last placement before a
position can occur for the third time: to return to it, every piece that has moved must move again.
"""
_OPENING = 2
"""The number of plies in which the tournament rule allows no queen."""


class HiveInterpreter:
    """The interpreter of one draft; see `hexapoda.record.replay.Interpreter`.

    In formats with coordinates, the target of a ply is a piece, as the file numbers it, and a cell. Raises
    `HexapodaError` if the header has an invalid variant, start or rule.
    """

    def __init__(self, draft: Draft) -> None:
        header = draft.header
        HIVE.switches(dict(header.rules))
        self._root = draft.root
        self.position = _start(header, draft.root)
        variant = self.position.variant
        self.header = header if header.variant == variant else replace(header, variant=variant)
        self._begin = self.position.ply
        self._at_start = frozenset(map(str, self.position.pieces()))
        self._numbering = Numbering(self.position)
        self._line: Sequence[str] = ()

    def play_line(self, texts: Sequence[str]) -> Sequence[str] | None:
        """Play a line in the core and return its canonical texts. If a text is illegal or not in canonical
        numbering, leave the position unchanged and return None.
        """
        played = self.position._play_uhp(texts)
        if played < len(texts):
            for _ in range(played):
                self.position.pop()
            return None
        self._numbering = Numbering(self.position)
        self._line = self.position._uhp_texts()
        return self._line

    def play(self, ply: Ply) -> str:
        """Play a ply and return its canonical text."""
        position = self.position
        if ply.color is not None and ply.color != position.turn:
            raise InvalidMoveError(
                Sentence("expected a move by {player}", player=HIVE.players[position.turn]), text=ply.text
            )
        if ply.target is None:
            return self._numbering.play(position, ply.text)
        piece, cell = ply.target
        return self._numbering.put(position, piece, cell)

    def undo(self) -> None:
        """Undo the last ply."""
        self._numbering.undo(self.position)

    def play_missing(self) -> str | None:
        """Play a pass if it is legal, and return its text; None if it is not."""
        if not self.position.is_legal(PASS):
            return None
        self.position.push(PASS)
        return "pass"

    def is_surplus(self, ply: Ply) -> bool:
        """Return whether the ply is a pass."""
        return ply.target is None and ply.text.strip() == "pass"

    def player_of(self, color: int) -> int:
        """Return the color, because players keep their colors."""
        return color

    def finish(self) -> int | None:
        """Switch off the rules that the game breaks by an early queen, even in a variation, or by moves after
        the third occurrence of a position. Return the ply of that occurrence; None if there is none.
        """
        rules = dict(self.header.rules)
        first = max(_OPENING - self._begin, 0)
        if self._root.tail:  # the only line is the line that was played
            early = any(text[1:2] == "Q" for text in self._line[:first])
        else:
            early = any(map(self._is_early_queen, _walk(self._root, first)))
        if early:
            rules["opening"] = "free"
        third = self._third()
        if third is not None and third < len(self.position.moves):
            rules.setdefault("repetition", "off")
        if (needed := tuple(rules.items())) != self.header.rules:
            self.header = replace(self.header, rules=needed)
        return third

    def _is_early_queen(self, ply: Ply) -> bool:
        if ply.target is not None:
            return bool(ply.target[0].bug is Bug.QUEEN)
        return ply.text.lstrip()[1:2] == "Q"

    def _third(self) -> int | None:
        """Return the first ply after which a position has occurred three times; None if there is none."""
        if not _may_repeat(self._line or self.position._uhp_texts(), self._at_start):
            return None
        keys = self.position._canonical_keys()
        if max(Counter(keys).values()) < _THIRD:
            return None
        position = self.position.start  # symmetric positions share a key but do not count as repetitions
        for number, move in enumerate(self.position.moves, 1):
            position.push(move)
            if position.repetitions() >= _THIRD:
                return number
        return None


def _may_repeat(texts: Sequence[str], placed: Set[str]) -> bool:
    """Return whether, between two placements, both players repeated piece moves or passed often enough for a
    position to occur three times. `placed` contains the pieces on the board at the start.
    """
    known, moved, again = set(placed), {"pass"}, [0, 0]
    for ply, text in enumerate(texts):
        piece = text.partition(" ")[0]
        if piece in moved:
            again[ply % 2] += 1
            if min(again) >= _AGAIN:
                return True
        elif piece in known:
            moved.add(piece)
        else:
            known.add(piece)
            moved, again = {"pass"}, [0, 0]
    return False


def _start(header: GameRecord, root: Ply) -> Position:
    if header.start is not None:
        return Position.from_text(header.start, opening="free", repetition=False)
    variant = parse_variant(header.variant) if header.variant else _smallest_variant(root)
    return Position(variant, opening="free", repetition=False)


def _smallest_variant(root: Ply) -> str:
    """Return the smallest variant that has all pieces of a draft."""
    used = {text.lstrip()[1:2] for text in root.tail} or {_letter(ply) for ply in _walk(root)}
    letters = "".join(letter for letter in "MLP" if letter in used)
    return f"Base+{letters}" if letters else "Base"


def _letter(ply: Ply) -> str:
    if ply.target is None:
        return ply.text.lstrip()[1:2]
    piece: Piece = ply.target[0]
    return piece.bug.value


def _walk(root: Ply, plies: int | None = None) -> Iterator[Ply]:
    """Yield the plies of a draft, variations included, that are at most `plies` plies from the root."""
    todo = [root]
    while todo:
        ply = todo.pop()
        if ply is not root:
            yield ply
        if not ply.is_last and (plies is None or ply.ply < plies):
            todo += ply.variations
