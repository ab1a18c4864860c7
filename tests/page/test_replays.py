"""Records as JSON say where every piece and stone goes, also in games that are odd."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from hexapoda.errors import HexapodaError
from hexapoda.hive import Position
from hexapoda.page.record_json import record_json
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from tests.arena.match_made import game as hive_game


def replay_of(record: GameRecord) -> Any:
    """Return a record as a page gets it."""
    return json.loads(json.dumps(record_json(record)))


def test_a_replay_says_where_every_piece_goes() -> None:
    record = hive_game(0, ("ann", "bob"), 0, plies=80)
    replay = replay_of(record)
    assert replay["faults"] == []
    position = Position("Base+MLP", repetition=False)
    board: dict[str, list[int]] = {}
    for move, node in zip(record.moves, replay["nodes"][1:], strict=True):
        position.push(position.parse_move(move.text))
        for path, *edit in node["change"]:
            if path == ["pieces"] and len(edit) == 2:
                board |= {piece["piece"]: [*piece["cell"], piece["height"]] for _, piece in edit[1]}
            elif path == ["pieces"]:
                board = {piece["piece"]: [*piece["cell"], piece["height"]] for piece in edit[0]}
        expected = {str(p): [*cell, height] for p, (cell, height) in position.pieces().items()}
        assert board == expected and node["move"]["move"] == move.text
    assert [node["played"] for node in replay["nodes"][1:5]] == [{"book": True}] * 4
    assert replay["nodes"][5]["played"] == {"score": 2.0, "depth": 4, "nodes": 400, "time": 0.25}


def test_replays_of_odd_records() -> None:
    record = hive_game(0, ("ann", "bob"), 0, plies=6)
    broken = replay_of(replace(record, moves=(*record.moves, MoveRecord("wA3 bogus"))))
    assert len(broken["nodes"]) == 7 and "wA3 bogus" in broken["faults"][0]["text"]
    start = "Base White[3] - wS1@0,0 bS1@1,0 wQ@-1,0 bQ@2,0"
    begun = replay_of(replace(record, variant="Base", start=start, moves=(MoveRecord("wG1 -wQ"),)))
    assert len(begun["nodes"][0]["board"]["pieces"]) == 4
    assert begun["nodes"][1]["move"]["to"] == [-2, 0]
    with pytest.raises(HexapodaError):
        replay_of(replace(record, game="hex", variant="no board"))


def game(number: int, moves: str, winner: int, variant: str = "3x3", **fields: object) -> GameRecord:
    players = (PlayerRecord("ann", "mcts"), PlayerRecord("bob", "random"))
    played = tuple(MoveRecord(text, nodes=7, book=ply == 0) for ply, text in enumerate(moves.split()))
    return GameRecord(
        "hex",
        variant,
        players,
        played,
        winner,
        True,
        Ending.NORMAL,
        number=number,
        **fields,  # type: ignore[arg-type]
    )


def test_replays_say_where_stones_lie() -> None:
    swapped = replay_of(game(0, "a2 swap-pieces b2 a1 c1 b3 a3", 0, rules=(("swap", "pieces"),)))
    assert swapped["faults"] == [] and swapped["rules"]["swap"] == "pieces"
    # the swap puts a white stone on b1 and leaves a2 empty
    assert boards(swapped)[:3] == [{(0, 1): "Black"}, {(1, 0): "White"}, {(1, 0): "White", (1, 1): "Black"}]
    assert [["winning_chain"], [], [[0, [2, 0]], [1, [1, 1]], [2, [0, 2]]]] in swapped["nodes"][-1]["change"]
    assert swapped["nodes"][1]["played"] == {"nodes": 7, "book": True}
    sides = replay_of(game(1, "a2 swap-sides b2 a1", 1, rules=(("swap", "sides"),)))
    assert len(boards(sides)[-1]) == 3 and sides["faults"] == []
    wide = replay_of(game(2, "b4 a1", 1, variant="2x4"))
    assert (wide["nodes"][0]["board"]["columns"], wide["nodes"][0]["board"]["rows"]) == (2, 4)
    begun = replay_of(game(0, "c3", 0, start="3x3 black=a1 white=b2"))
    assert begun["nodes"][0]["board"]["stones"] == {"Black": [[0, 0]], "White": [[1, 1]]}
    broken = replay_of(game(0, "a1 a1", 0))
    assert len(broken["nodes"]) == 2 and "a1 is occupied" in broken["faults"][0]["text"]


def boards(replay: dict[str, Any]) -> list[dict[tuple[int, int], str]]:
    """The stones after each move, from the changes of the board."""
    stones: dict[str, list[list[int]]] = {"Black": [], "White": []}
    found = []
    for node in replay["nodes"][1:]:
        for path, *edit in node["change"]:
            if path[0] == "stones":
                kept = [
                    cell for at, cell in enumerate(stones[path[1]]) if len(edit) == 2 and at not in edit[0]
                ]
                for at, cell in edit[1] if len(edit) == 2 else enumerate(edit[0]):
                    kept.insert(at, cell)
                stones[path[1]] = kept
        found.append({(c, r): color for color, cells in stones.items() for c, r in cells})
    return found
