"""Matches of Hex on the page: boards as definitions, openings, replays with swaps and the chain that won."""

from __future__ import annotations

import json
import re

from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.report.board import replay_json
from hexapoda.report.page import render_report


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


SWAPPED = game(0, "a2 swap-pieces b2 a1 c1 b3 a3", 0, rules=(("swap", "pieces"),))
GAMES = [
    SWAPPED,
    game(1, "a2 swap-sides b2 a1", 1, rules=(("swap", "sides"),)),
    game(2, "b4 a1", 1, variant="2x4"),
]


def test_replays_say_where_stones_lie() -> None:
    replay = replay_json(SWAPPED)
    assert replay is not None and replay["hex"] == "3x3" and replay["start"] == []
    # the swap puts a white stone on b1 and leaves a2 empty
    assert replay["plies"][:3] == [[0, 0, 1], [1, 1, 0, 0, 1], [0, 1, 1]]
    assert replay["chain"] == [[2, 0], [1, 1], [0, 2]] and "broken" not in replay
    assert replay["reported"][0] == [None, None, None, 7, None, 1]
    sides = replay_json(GAMES[1])
    assert (
        sides is not None and sides["plies"] == [[0, 0, 1], 0, [1, 1, 1], [0, 0, 0]] and sides["chain"] == []
    )
    begun = replay_json(game(0, "c3", 0, start="3x3 black=a1 white=b2"))
    assert begun is not None and begun["start"] == [[0, 0, 0], [1, 1, 1]]
    broken = replay_json(game(0, "a1 a1", 0))
    assert broken is not None and len(broken["plies"]) == 1 and "a1 is occupied" in broken["broken"]
    assert replay_json(game(0, "a1", 0, variant="Base")) is None


def test_the_page_has_every_board_once_and_uses_what_it_defines() -> None:
    page = render_report(None, GAMES)
    ids = re.findall(r' id="(hexapoda-hex-[^"]+)"', page)
    assert sorted(ids) == sorted(set(ids))
    assert {"hexapoda-hex-3x3", "hexapoda-hex-2x4", "hexapoda-hex-black", "hexapoda-hex-chain"} <= set(ids)
    used = set(re.findall(r'href="#(hexapoda-hex-[^"]+)"', page))
    assert used <= set(ids)
    found = re.search(r'<script type="application/json" id="replays">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data = json.loads(found[1])
    assert set(data["frames"]) == {"3x3", "2x4"} and len(data["games"]) == 3
    assert page.count('class="thumb"') == 3  # the first moves, a2 under two rules
    assert "Black" in page and "White" in page
