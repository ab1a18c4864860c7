"""A game of the plain Hive oracle: positions with their history, for repetition and undo."""

from __future__ import annotations

from functools import cached_property

from tests.oracle.hive_rules import Move, State, board_outcome, legal_moves, play, position_key


class Ply:
    """One position of a game with its legal moves and its key, each computed once."""

    def __init__(self, state: State) -> None:
        self.state = state

    @cached_property
    def legal(self) -> set[Move]:
        return legal_moves(self.state)

    @cached_property
    def key(self) -> object:
        return position_key(self.state, self.legal)


class OracleGame:
    """A game as the list of its positions; `undo` drops the last one."""

    def __init__(self, start: State, repetition: bool = True) -> None:
        self.plies = [Ply(start)]
        self.moves: list[Move] = []
        self.repetition = repetition

    @property
    def state(self) -> State:
        return self.plies[-1].state

    @property
    def legal(self) -> set[Move]:
        return self.plies[-1].legal

    def play(self, move: Move) -> None:
        if move not in self.legal:
            raise ValueError(f"illegal move {move}")
        self.plies.append(Ply(play(self.state, move)))
        self.moves.append(move)

    def undo(self) -> Move:
        self.plies.pop()
        return self.moves.pop()

    def repetitions(self) -> int:
        """How often the current position has occurred, including now."""
        pieces = sum(map(len, self.state.board.values()))
        times = 0
        for ply in reversed(self.plies):
            if sum(map(len, ply.state.board.values())) != pieces:
                break  # placed pieces stay, so no position with fewer pieces can be equal
            times += ply.key == self.plies[-1].key
        return times

    def outcome(self) -> tuple[int | None, str] | None:
        ended = board_outcome(self.state)
        if ended is None and self.repetition and self.repetitions() >= 3:
            return None, "REPETITION"
        return ended
