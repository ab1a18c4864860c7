"""Playing a draft by the rules.

Owns the replay of all formats, and the meaning of a swap in a record. If the color that swaps also places the
next stone, the first stone has stayed, and the players have exchanged sides, whatever the record calls the
swap. Programs of the Computer Olympiad write swaps this way. Otherwise `swap-pieces` and `swap` mirror the
stone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from hexapoda.errors import HexapodaError, IllegalMoveError, InvalidGameError
from hexapoda.hex.cell import parse_cell
from hexapoda.hex.move import Move
from hexapoda.hex.outcome import WINS
from hexapoda.hex.position import BLACK, WHITE, Position, Swap
from hexapoda.hex.records.draft import GameDraft, Ply, reading_error
from hexapoda.hex.records.game import RecordedGame, play
from hexapoda.hex.text.notation import read_move
from hexapoda.hex.variant import variant_of
from hexapoda.sentence import message_of

__all__ = ["Replay", "record", "replay"]

_COLORS = ("Black", "White")
_USUAL_SIDES = (11, 13, 14, 19, 26)
_SWAP_WORDS = frozenset({"swap", "swap-pieces"})


@dataclass(frozen=True, slots=True)
class Replay:
    """The replay of a draft, up to its first error.

    Attributes:
        variant: the board.
        swap: the swap rule of the game.
        start: the text of the initial position; None for the empty board.
        position: the position after the last legal ply.
        root: the legal plies, variations included, with canonical texts.
        error: the first error; None if everything is legal.
    """

    variant: str
    swap: Swap
    start: str | None
    position: Position
    root: Ply
    error: InvalidGameError | None

    def claimed(self, draft: GameDraft) -> str | None:
        """Return the result that the record claims, or None."""
        if draft.claimed is not None:
            return WINS[draft.claimed]
        if draft.resigned is None:
            return None
        color = self.position.color_to_move if draft.resigned == "mover" else draft.resigned
        return WINS[1 - self.position.player_of(color)]

    @property
    def state(self) -> str:
        """The state of the game on the board at the end; names the player, not the color."""
        return self.position.state


def record(draft: GameDraft) -> RecordedGame:
    """Return the game of a draft. Raises `InvalidGameError` if any move, even in a variation, is illegal."""
    played = replay(draft)
    if played.error is not None:
        raise played.error
    return RecordedGame(
        source=draft.source,
        line=draft.line,
        format=draft.format,
        variant=played.variant,
        swap=played.swap,
        start=played.start,
        moves=tuple(played.position.moves),
        texts=tuple(ply.written for ply in draft.root.main_line()),
        state=played.state,
        claimed=played.claimed(draft),
        ending=draft.ending,
        black=draft.black,
        white=draft.white,
        tags=draft.tags,
        root=played.root,
    )


def replay(draft: GameDraft) -> Replay:
    """Play the main line and every variation, up to the first illegal move."""
    variant = variant_of(*(draft.size or _smallest(draft.root)))
    swap = _swap_rule(draft, variant)
    root = Ply(line=draft.root.line, comments=draft.root.comments, nags=draft.root.nags)
    try:
        position = _begin(draft, variant, swap)
    except HexapodaError as fault:
        error = reading_error(draft.source, draft.line, None, message_of(fault))
        return Replay(variant, swap, None, Position(variant, swap=swap), root, draft.error or error)
    set_up = bool(draft.stones) or position.color_to_move != BLACK
    start = position.text() if set_up else None
    last = root
    walk = position.copy()
    path = [root]
    todo = [(ply, root) for ply in reversed(draft.root.variations)]
    while todo:
        ply, parent = todo.pop()
        while path[-1] is not parent:
            path.pop()
            walk.pop()
        color = walk.color_to_move
        try:
            move = _move(walk, ply, swap)
            play(walk, move)
        except HexapodaError as fault:
            # This error comes before `draft.error`, which is after all plies of the draft.
            place = reading_error(draft.source, ply.line, ply.ply, message_of(fault), ply.written)
            place.__cause__ = fault
            return Replay(variant, swap, start, _position_after(position, last), root, place)
        copy = parent.add(str(move), color, ply.line, ply.written)
        copy.comments, copy.nags = ply.comments, ply.nags
        path.append(copy)
        if copy.ends_main_line:
            last = copy
        todo += [(child, copy) for child in reversed(ply.variations)]
    return Replay(variant, swap, start, _position_after(position, last), root, draft.error)


def _position_after(start: Position, last: Ply) -> Position:
    """Play the moves up to `last`, a ply of the main line, and return the position."""
    line = []
    ply = last
    while ply.parent is not None:
        line.append(ply.text)
        ply = ply.parent
    for text in reversed(line):
        play(start, read_move(text))
    return start


def _begin(draft: GameDraft, variant: str, swap: Swap) -> Position:
    if not draft.stones and draft.to_move in (None, BLACK):
        return Position(variant, swap=swap)
    stones = [[cell for cell, color in draft.stones.items() if color == side] for side in (BLACK, WHITE)]
    return Position.from_stones(variant, *stones, color_to_move=draft.to_move, swap=swap)


def _move(position: Position, ply: Ply, swap: Swap) -> Move:
    if ply.color is not None and ply.color != position.color_to_move:
        raise IllegalMoveError(f"expected a move of {_COLORS[position.color_to_move]}")
    text = ply.text
    if text in _SWAP_WORDS:
        text = f"swap-{'sides' if swap == 'sides' else 'pieces'}"
    return read_move(text)


def _swap_rule(draft: GameDraft, variant: str) -> Swap:
    """Return the swap rule that the main line implies, else the one that the record names, else the one
    that a variation implies.
    """
    named = cast("Swap", draft.swap or "off")
    if draft.format == "gamestring" and draft.swap is not None:
        return named
    swap = _first_swap(draft.root)
    if swap is None or (named != "off" and not swap.is_main):
        return named
    columns, rows = variant.split("x")
    follows = swap.variations[0].color if swap.variations else None
    stayed = follows is not None and follows == swap.color
    sides = swap.text == "swap-sides" or columns != rows or stayed
    return "sides" if sides else "pieces"


def _first_swap(root: Ply) -> Ply | None:
    """Return the swap of the main line, or else of the first variation that has one."""
    todo = [root]
    while todo:
        ply = todo.pop()
        if ply.text.startswith("swap"):
            return ply
        todo += reversed(ply.variations)
    return None


def _smallest(root: Ply) -> tuple[int, int]:
    """Return the smallest usual board that contains the main line."""
    side = 1
    for ply in root.main_line():
        try:
            side = max(side, *(part + 1 for part in parse_cell(ply.text)))
        except HexapodaError:
            continue  # a swap, or an invalid cell, which the replay reports
    usual = next(usual for usual in _USUAL_SIDES if usual >= side)
    return usual, usual
