"""The Hex implementation of `hexapoda.games.analysis.GameAnalysis`: proofs, and reasons in plain words.

Owns the reasons given for a move: it stops a threat, or it changes how many stones a side still needs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from hexapoda._core.hex import SolverCore, solver_megabytes
from hexapoda.games.analysis import Explanation, PositionChance, Prover
from hexapoda.games.forced_wins import ForcedWins
from hexapoda.hex.cell import Cell, by_row, format_cell
from hexapoda.hex.evaluation import evaluate
from hexapoda.hex.forced_wins import HexForcedWins
from hexapoda.hex.game import HEX
from hexapoda.hex.move import Move
from hexapoda.hex.position import Position
from hexapoda.hex.prover import HexProver
from hexapoda.text.sentence import Sentence, joined

__all__ = [
    "COUNTS_PLIES",
    "OPENING",
    "POINT",
    "REVIEWS",
    "evaluation",
    "explain",
    "new_forced_wins",
    "new_prover",
    "stones_needed",
]

POINT: float | None = None
COUNTS_PLIES: bool = False
REVIEWS: bool = True
OPENING: int = 0
_FEW = 6
"""The maximum number of cells named in a reason. If there are more, the reason only counts them."""
_THREAT_SECONDS = 0.5
"""The time limit for finding threats, in seconds: on a large board, finding all of them may take longer. A
search that runs out of time rules out fewer cells, so a reason may be missing or name too many cells."""
_NEIGHBORS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def new_prover() -> Prover | None:
    """Return the solver of Hex."""
    return HexProver()


def new_forced_wins() -> ForcedWins | None:
    """Return a new search for short forced wins of Hex."""
    return HexForcedWins()


def evaluation(position: Position, /) -> PositionChance | None:
    """Return what virtual connections and the network say; None on boards that are too large for the network,
    unless the winner is proven.
    """
    found = evaluate(position)
    if found.win_probability is None:
        return None
    if position.is_game_over():
        return PositionChance(found.win_probability, True)
    if found.winner is not None:
        winner = HEX.players[found.winner]
        return PositionChance(
            found.win_probability, True, (f"virtual connections join the edges of {winner}, which wins",)
        )
    free = sum(move.cell is not None for move in position.legal_moves)  # without a swap
    left = len(found.must_play)
    return PositionChance(
        found.win_probability,
        False,
        (
            "the estimate of the network",
            f"virtual connections prove no winner; {left} of {free} cells are in the must-play region",
        ),
    )


def explain(
    position: Position, line: Sequence[Move], instead: Sequence[Move] = (), *, you: bool = True
) -> Explanation:
    """Name the threat that the first move stops, or else how the line changes the `stones_needed`."""
    if not line or line[0].cell is None or (instead and instead[0].cell is None):
        return Explanation()
    color = position.color_to_move
    opponent = HEX.players[1 - color]
    found = _stopped(position, line[0].cell, instead[0].cell if instead else None, opponent)
    if found:
        return Explanation((found,))
    plies = min(len(line), len(instead)) if instead else len(line) - len(line) % 2
    after = _after(position, line[: max(plies, 1)])
    before = _after(position, instead[:plies]) if instead else position
    good, cost = list[str](), list[str]()
    names = [None if you and side == color else player for side, player in enumerate(HEX.players)]
    for side in (color, 1 - color):
        need, needed = stones_needed(after, side), stones_needed(before, side)
        if not need or not needed or need == needed:
            continue
        if not instead:
            if side != color and need > needed:  # needing fewer after placing its own stones is expected
                good.append(_needs(names[side], need, needed))
            continue
        better = (need < needed) == (side == color)
        (good if better else cost).append(_needs(names[side], need, needed))
    return Explanation(tuple(good), tuple(cost))


def stones_needed(position: Position, color: int) -> int | None:
    """Return how many stones a color needs to connect its edges if the opponent never replies; None if the
    opponent has cut them off.
    """
    own, other = position.stones(color), position.stones(1 - color)
    wide, high = position.columns, position.rows
    along = 1 if color == 0 else 0  # the coordinate that leads from edge to edge: Black's is the row
    last = (high if color == 0 else wide) - 1
    best: dict[Cell, int] = {}
    queue: deque[tuple[int, Cell]] = deque()
    starts = [(column, 0) for column in range(wide)] if color == 0 else [(0, row) for row in range(high)]
    for cell in starts:
        _reach(cell, 0, own, other, best, queue)
    while queue:
        stones, cell = queue.popleft()
        if stones > best[cell]:
            continue
        if cell[along] == last:
            return stones
        for column, row in _NEIGHBORS:
            near = (cell[0] + column, cell[1] + row)
            if 0 <= near[0] < wide and 0 <= near[1] < high:
                _reach(near, stones, own, other, best, queue)
    return None


def _reach(
    cell: Cell,
    stones: int,
    own: frozenset[Cell],
    other: frozenset[Cell],
    best: dict[Cell, int],
    queue: deque[tuple[int, Cell]],
) -> None:
    if cell in other:
        return
    is_own = cell in own
    stones += not is_own
    if stones < best.get(cell, 1 << 30):
        best[cell] = stones
        (queue.appendleft if is_own else queue.append)((stones, cell))


def _stopped(position: Position, cell: Cell, played: Cell | None, opponent: str) -> str:
    """Name the threat that a stone on `cell` stops, if few cells stop it and `played` does not."""
    if position.swap_now is not None:
        return ""
    size = max(64, solver_megabytes(position.columns, position.rows, 1))
    stops = SolverCore(position.columns, position.rows, [], 1, size).contenders(position, _THREAT_SECONDS)
    if cell not in stops or played in stops or 2 * len(stops) > len(position.legal_moves):
        return ""
    if len(stops) == 1:
        return Sentence("the only cell that stops {player} from connecting", player=opponent)
    if len(stops) <= _FEW:
        cells = joined(", ", (format_cell(each) for each in sorted(stops, key=by_row)))
        return Sentence("stops {player} from connecting, as only {cells} do", player=opponent, cells=cells)
    return Sentence(
        "stops {player} from connecting, as only {count} cells do", player=opponent, count=len(stops)
    )


def _after(position: Position, line: Sequence[Move]) -> Position:
    after = position.copy()
    for move in line:
        if after.outcome() is not None or not after.is_legal(move):
            break
        after.push(move)
    return after


def _needs(player: str | None, need: int, needed: int) -> Sentence:
    """Say how many stones a player needs now; None is the one who is addressed."""
    counts = {"need": need, "needed": needed}
    if player is None:
        if need == 1:
            return Sentence("you need 1 stone to connect instead of {needed}", needed=needed)
        return Sentence("you need {need} stones to connect instead of {needed}", **counts)
    if need == 1:
        return Sentence("{player} needs 1 stone to connect instead of {needed}", player=player, needed=needed)
    return Sentence("{player} needs {need} stones to connect instead of {needed}", player=player, **counts)
