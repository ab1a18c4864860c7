"""The overlays of Hive: pinned pieces, the reach of a piece, gates, liberties, threats, the evaluation.

The Hive implementation of `hexapoda.games.overlay.Overlays`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hexapoda.errors import UsageError
from hexapoda.games.overlay import Overlay, OverlayCell, OverlayMarks, Tone
from hexapoda.games.win_probability import win_probability
from hexapoda.hive.cell import DIRECTIONS, Cell
from hexapoda.hive.evaluation import evaluate
from hexapoda.hive.game import HIVE
from hexapoda.hive.move import Move
from hexapoda.hive.network import default_network
from hexapoda.hive.other_turn import with_other_turn
from hexapoda.hive.piece import QUEENS
from hexapoda.hive.position import Position
from hexapoda.hive.prover import HiveProver
from hexapoda.hive.terms import TERMS
from hexapoda.text.sentence import Sentence, joined

__all__ = ["OVERLAYS", "show"]

OVERLAYS: tuple[Overlay, ...] = (
    Overlay(
        "threats",
        "t",
        Sentence("threats"),
        Sentence("What the opponent would do if the side to move passed."),
    ),
    Overlay("liberties", "q", Sentence("liberties"), Sentence("The free cells around both queens.")),
    Overlay(
        "pinned", "p", Sentence("pinned"), Sentence("Pieces that cannot move because the hive would split.")
    ),
    Overlay(
        "reach",
        "r",
        Sentence("reach"),
        Sentence("Where the chosen piece can go, even out of turn."),
        of_cell=True,
    ),
    Overlay("gates", "g", Sentence("gates"), Sentence("Gaps that are too narrow to slide through.")),
    Overlay(
        "evaluation", "e", Sentence("evaluation"), Sentence("The terms of the evaluation for each side.")
    ),
)
_TONES: tuple[Tone, Tone] = ("first", "second")
_STEPS = tuple(DIRECTIONS.values())
_TERMS = 6
"""The maximum number of evaluation terms in the text."""


def show(position: Position, id: str, cell: Cell | None, seconds: float, /) -> OverlayMarks:
    """Return the marks of an overlay; see `hexapoda.games.overlay.Overlays`."""
    if id == "reach":
        return OverlayMarks() if cell is None else _reach(position, cell)
    if id == "threats":
        return _threats(position, seconds)
    plain: dict[str, Callable[[Position], OverlayMarks]] = {
        "liberties": _liberties,
        "pinned": _pinned,
        "gates": _gates,
        "evaluation": _evaluation,
    }
    if id not in plain:
        raise UsageError(f"no overlay is called {id!r}: expected one of {', '.join(o.id for o in OVERLAYS)}")
    return plain[id](position)


def _pinned(position: Position) -> OverlayMarks:
    pieces = sorted((top, cell) for cell in position.pinned() if (top := position.top(cell)) is not None)
    if not pieces:
        return OverlayMarks(text=Sentence("No piece is pinned."))
    counts = [sum(piece.color == color for piece, _ in pieces) for color in (0, 1)]
    return OverlayMarks(
        tuple(OverlayCell(cell, _TONES[piece.color]) for piece, cell in pieces),
        text=Sentence("Pinned: {white} white, {black} black.", white=counts[0], black=counts[1]),
    )


def _liberties(position: Position) -> OverlayMarks:
    cells: list[OverlayCell] = []
    parts = []
    for color, player in enumerate(HIVE.players):
        queen = position.cell_of(QUEENS[color])
        if queen is None:
            parts.append(Sentence("{side}'s queen is not on the board", side=player))
            continue
        free = sorted(position.liberties(color))
        cells.append(OverlayCell(queen, _TONES[color], label=str(len(free))))
        cells += [OverlayCell(cell, _TONES[color]) for cell in free]
        if len(free) == 1:
            parts.append(Sentence("{side}'s queen has 1 free cell", side=player))
        else:
            parts.append(Sentence("{side}'s queen has {count} free cells", side=player, count=len(free)))
    return OverlayMarks(tuple(cells), text=Sentence("{said}.", said=joined("; ", parts)))


def _reach(position: Position, cell: Cell) -> OverlayMarks:
    piece = position.top(cell)
    if piece is None:
        return OverlayMarks(text=Sentence("There is no piece on this cell."))
    if piece.color != position.turn and (position.ply < 2 or position.outcome() is not None):
        return OverlayMarks((OverlayCell(cell, "mark"),), text=_why_no_pass(position))
    reach = sorted(position.reach(piece))
    cells = [OverlayCell(cell, "mark"), *(OverlayCell(to, "good") for to in reach)]
    number = len(cells) - 1
    if number > 1:
        text = Sentence("{piece} can go to {count} cells.", piece=piece, count=number)
    elif number:
        text = Sentence("{piece} can go to 1 cell.", piece=piece)
    else:
        text = Sentence("{piece} cannot move.", piece=piece)
    return OverlayMarks(tuple(cells), text=text)


def _gates(position: Position) -> OverlayMarks:
    """Mark each gate with a line that connects its two pieces. The two free cells between them touch each
    other, but nothing can slide from one to the other.
    """
    lines = set()
    taken = {cell for cell, _ in position.pieces().values()}
    for cell in taken:
        for at, (right, down) in enumerate(_STEPS):
            next_right, next_down = _STEPS[(at + 1) % 6]
            far = (cell[0] + right + next_right, cell[1] + down + next_down)
            between = {(cell[0] + right, cell[1] + down), (cell[0] + next_right, cell[1] + next_down)}
            if far in taken and not between & taken:
                lines.add((min(cell, far), max(cell, far)))
    number = len(lines)
    if number > 1:
        text = Sentence("{count} gates.", count=number)
    else:
        text = Sentence("1 gate.") if number else Sentence("There are no gates.")
    return OverlayMarks(lines=tuple(sorted(lines)), text=text)


def _threats(position: Position, seconds: float) -> OverlayMarks:
    """Mark the opponent's moves that would win if the side to move passed."""
    passed = with_other_turn(position)
    if passed is None or position.outcome() is not None:
        return OverlayMarks(text=_why_no_pass(position))
    opponent = HIVE.players[passed.turn]
    wins = [move for move in passed.legal_moves if _wins(passed, move)]
    if wins:
        return _threat(passed, wins, Sentence("{side} threatens to win at once", side=opponent))
    proof = HiveProver().prove(passed, seconds=seconds)
    if proof is not None and proof.win_in > 0 and proof.line:
        text = Sentence("{side} threatens to win within {plies} plies", side=opponent, plies=proof.win_in)
        return _threat(passed, [proof.line[0]], text)
    return OverlayMarks(
        text=Sentence(
            "No threat of a forced win by {side} was found in {seconds:g} s.", side=opponent, seconds=seconds
        )
    )


def _threat(position: Position, moves: list[Move], text: Sentence) -> OverlayMarks:
    lines = tuple((move.origin, move.to) for move in moves if move.origin is not None and move.to is not None)
    named: str = ", ".join(position.format_move(move) for move in moves[:4])
    if len(moves) > 4:
        named = Sentence("{moves} and {count} more", moves=named, count=len(moves) - 4)
    cells = tuple(OverlayCell(cell, "bad") for cell in _targets(moves))
    return OverlayMarks(cells, lines, Sentence("{threat}: {moves}.", threat=text, moves=named))


def _evaluation(position: Position) -> OverlayMarks:
    found = evaluate(position)
    own = win_probability(default_network().evaluate(position))
    terms = sorted((term for term in found.terms if term.balance), key=lambda term: -abs(term.balance))
    lead = found.white / 100
    parts = [
        Sentence(
            "The network gives {side} a {percent:.0f}% chance of winning.",
            side=HIVE.players[position.turn],
            percent=100 * own,
        ),
        Sentence("A separate evaluation, by terms: {lead:+.2f} for White.", lead=lead),
    ]
    parts += [
        Sentence(
            "{term}: {white:+.2f} / {black:+.2f}",
            term=TERMS[term.name],
            white=term.white / 100,
            black=term.black / 100,
        )
        for term in terms[:_TERMS]
    ]
    return OverlayMarks(text=joined("\n", parts))


def _why_no_pass(position: Position) -> Sentence:
    if position.outcome() is not None:
        return Sentence("The game is over.")
    return Sentence("Neither side can pass before both have placed a piece.")


def _wins(position: Position, move: Move) -> bool:
    player = position.turn
    position.push(move)
    outcome = position.outcome()
    position.pop()
    return outcome is not None and outcome.winner == player


def _targets(moves: Iterable[Move]) -> list[Cell]:
    return sorted({move.to for move in moves if move.to is not None})
