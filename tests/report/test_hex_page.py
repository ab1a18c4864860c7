"""Matches of Hex on the page: boards as definitions, openings, replays with swaps and the chain that won."""

from __future__ import annotations

import json
import re
from typing import Any

from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.report.page import render_report
from tests.report.test_page import replays


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
    swapped, sides, wide = replays(*GAMES)
    assert swapped["faults"] == [] and swapped["rules"]["swap"] == "pieces"
    # the swap puts a white stone on b1 and leaves a2 empty
    assert boards(swapped)[:3] == [{(0, 1): "Black"}, {(1, 0): "White"}, {(1, 0): "White", (1, 1): "Black"}]
    assert [["winning_chain"], [], [[0, [2, 0]], [1, [1, 1]], [2, [0, 2]]]] in swapped["nodes"][-1]["change"]
    assert swapped["nodes"][1]["played"] == {"nodes": 7, "book": True}
    assert len(boards(sides)[-1]) == 3 and sides["faults"] == []
    assert (wide["nodes"][0]["board"]["columns"], wide["nodes"][0]["board"]["rows"]) == (2, 4)
    [begun] = replays(game(0, "c3", 0, start="3x3 black=a1 white=b2"))
    assert begun["nodes"][0]["board"]["stones"] == {"Black": [[0, 0]], "White": [[1, 1]]}
    [broken] = replays(game(0, "a1 a1", 0))
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


def test_the_page_has_every_board_once_and_uses_what_it_defines() -> None:
    page = render_report(None, GAMES)
    ids = re.findall(r' id="(hexapoda-hex-[^"]+)"', page)
    assert sorted(ids) == sorted(set(ids))
    assert {"hexapoda-hex-3x3", "hexapoda-hex-2x4", "hexapoda-hex-black"} <= set(ids)
    used = set(re.findall(r'href="#(hexapoda-hex-[^"]+)"', page))
    assert used <= set(ids)
    found = re.search(r'<script type="application/json" id="replays">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data = json.loads(found[1])
    assert data["kinds"]["hex"]["board"] == "hex" and len(data["games"]) == 3
    assert page.count('class="thumb"') == 3  # the first moves, a2 under two rules
    assert "Black" in page and "White" in page
