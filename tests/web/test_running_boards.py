"""The boards of running games: followed move by move, and begun again with a game that begins again."""

from __future__ import annotations

import time

from hexapoda.arena.running_games import RunningGame
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.web.matches.running_boards import RunningBoards
from tests.arena.settings import small


def test_a_board_follows_its_game_and_begins_again_with_it() -> None:
    boards = RunningBoards(small(), ["random", "greedy"])
    players = (PlayerRecord("random"), PlayerRecord("greedy"))
    for texts in (["wS1"], ["wS1", "bS1 wS1-", "wQ -wS1"], ["wA1", "bA1 wA1-"]):
        moves = tuple(map(MoveRecord, texts))
        record = GameRecord("hive", "Base", players, moves, None, False, Ending.UNKNOWN, number=3)
        [shown] = boards.games_json([RunningGame(record, 1, time.time())])
        assert "trouble" not in shown
        assert shown["ply"] == len(texts) and shown["last"] is not None
        assert shown["last"]["move"] == texts[-1]
        assert shown["board"]["moves"] == texts
