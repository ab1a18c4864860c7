"""`RunningBoards`: the boards, clocks and latest reports of the games that are being played in a match.

Keeps the positions between the requests of a page, so that a request replays only the new moves.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from hexapoda.arena.running_games import RunningGame
from hexapoda.arena.settings import MatchSettings
from hexapoda.clock import Clock
from hexapoda.errors import HexapodaError
from hexapoda.games import find_game
from hexapoda.games.position import Position
from hexapoda.page.record_json import played_json
from hexapoda.record import GameRecord, MoveRecord
from hexapoda.web.answers.match import MoveReportJson, RunningBoardJson
from hexapoda.web.answers.parts import MoveJson

__all__ = ["RunningBoards"]

_MOST = 24
"""The maximum number of boards: a page has no room for more."""


class RunningBoards:
    """The running games of one match. It is not thread-safe."""

    def __init__(self, settings: MatchSettings, names: Sequence[str]) -> None:
        """`settings`: the settings of the match; `names`: the names of its engines."""
        self._settings = settings
        self._names = list(names)
        self._boards: dict[int, _Board] = {}

    def games_json(self, games: Sequence[RunningGame]) -> list[RunningBoardJson]:
        """Return the first 24 of these games as JSON for pages."""
        shown = games[:_MOST]
        kept = {game.record.number: self._boards.get(game.record.number) for game in shown}
        self._boards = {}
        now = time.time()
        found: list[RunningBoardJson] = []
        for game in shown:
            number = game.record.number
            try:
                board = kept[number]
                if board is None or not board.leads_to(game.record):
                    board = _Board(game.record)
                board.follow(game.record)
                self._boards[number] = board
                found.append(self._game_json(game, board, now))
            except (HexapodaError, ValueError) as error:
                found.append({"number": number, "trouble": str(error)[:300]})
        return found

    def _game_json(self, game: RunningGame, board: _Board, now: float) -> RunningBoardJson:
        record = game.record
        engines = [self._names.index(player.name) for player in record.players]
        return {
            "number": record.number,
            "engines": engines,
            "board": board.board,
            "last": board.last,
            "ply": record.plies,
            "player": game.player,
            "seconds": 0.0 if game.player is None else max(0.0, now - game.since),
            "left": self._left(engines, board.spent),
            "reports": [_report_json(move) for move in board.latest],
        }

    def _left(self, engines: Sequence[int], spent: Sequence[tuple[int, float]]) -> list[float | None] | None:
        """Return the seconds left on both clocks at the start of the current search; None if neither player
        has a clock.
        """
        controls = [self._settings.control_of(engine) for engine in engines]
        if all(control.base is None for control in controls):
            return None
        clock = Clock(*controls, margin=self._settings.margin)
        for player, seconds in spent:
            clock.spend(player, seconds)
        return [None if control.base is None else clock.left(at) for at, control in enumerate(controls)]


class _Board:
    """One game, followed move by move."""

    def __init__(self, record: GameRecord) -> None:
        self._game = find_game(record.game)
        rules = dict(record.rules)
        self._position: Position = (
            self._game.initial(record.variant, rules)
            if record.start is None
            else self._game.parse_position(record.start, rules)
        )
        self._moves: list[str] = []
        self.board = self._game.board_json(self._position)
        self.last: MoveJson | None = None
        self.latest: list[MoveRecord | None] = [None, None]
        """The latest move of each player, except opening moves."""
        self.spent: list[tuple[int, float]] = []
        """The player and the seconds of each move, except opening moves."""

    def leads_to(self, record: GameRecord) -> bool:
        """Return whether the record continues this game. A game whose process was killed begins again."""
        return [move.text for move in record.moves[: len(self._moves)]] == self._moves

    def follow(self, record: GameRecord) -> None:
        """Play the new moves of a record. Raises `HexapodaError` for an illegal move."""
        new = record.moves[len(self._moves) :]
        for move in new:
            player = self._position.turn
            parsed = self._game.parse_move(self._position, move.text)
            self.last = self._game.move_json(self._position, parsed)
            self._position.push(parsed)
            self._moves.append(move.text)
            if not move.book:
                self.latest[player] = move
                self.spent.append((player, move.time or 0.0))
        if new:
            self.board = self._game.board_json(self._position)


def _report_json(move: MoveRecord | None) -> MoveReportJson | None:
    """Return an engine's report on its latest move; None if it has not moved."""
    if move is None:
        return None
    return {"move": move.text, **played_json(move)}
