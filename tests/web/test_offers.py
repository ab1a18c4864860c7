"""Draws and takebacks between two people, draws with an engine, and who is there."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.engine import SearchInfo
from hexapoda.web.live.offers import accepts_draw
from tests.web.pages import create, open_page


def offer(state: Any) -> Any:
    return state["offer"]


def test_a_draw_is_offered_declined_and_accepted(client: TestClient) -> None:
    made = create(client, "hive")
    first, second = made["keys"]
    with (
        open_page(client, made["id"], [first]) as (white, _),
        open_page(client, made["id"], [second]) as (black, _),
    ):
        assert white.ask("draw")["offer"] == {"kind": "draw", "by": 0}
        assert black.state(offer)["offer"] == {"kind": "draw", "by": 0}
        assert "other player" in white.ask("accept")["text"]
        assert black.ask("decline")["offer"] is None
        assert black.ask("decline")["text"] == "there is no open offer"
        white.ask("draw")
        assert white.ask("decline")["offer"] is None, "withdrawn"
        white.ask("draw")
        assert white.move("wS1")["offer"] is None, "a move ends the offer"
        black.ask("draw")
        result = white.ask("accept")["result"]
        assert (result["winner"], result["text"]) == (None, "draw: the players agreed on it")
        assert black.ask("draw")["text"] == "the game is over"


def test_both_players_offer_a_draw(client: TestClient) -> None:
    made = create(client, "hive")
    with (
        open_page(client, made["id"], made["keys"][:1]) as (white, _),
        open_page(client, made["id"], made["keys"][1:]) as (black, _),
    ):
        white.ask("draw")
        assert black.ask("draw")["result"]["winner"] is None


def test_an_engine_forgets_its_score_when_moves_are_taken_back(client: TestClient) -> None:
    made = create(client, "hive", "human", "level-1")
    room = client.app.state.rooms._rooms[made["id"]]  # type: ignore[attr-defined]
    with open_page(client, made["id"], made["keys"]) as (page, _):
        page.move("wS1")
        page.state(lambda state: state["board"]["ply"] == 2)
        room._offers.scores[1] = SearchInfo(score=-900)
        page.ask("undo")
        page.ask("redo")
        assert page.ask("draw")["type"] == "declined"


def test_one_page_for_both_agrees_with_itself(client: TestClient) -> None:
    made = create(client, "hive")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        assert page.ask("draw")["result"]["winner"] is None
        assert page.ask("undo")["result"] is None


def test_hex_has_no_draws(client: TestClient) -> None:
    made = create(client, "hex")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        assert page.ask("draw")["text"] == "a game of Hex cannot be a draw"


def test_an_engine_without_a_score_declines(client: TestClient) -> None:
    made = create(client, "hive", "human", "random")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        page.move("wS1")
        legal = page.state(lambda state: state["legal"])["legal"]
        declined = page.ask("draw")
        assert (declined["type"], declined["kind"], declined["by"]) == ("declined", "draw", 1)
        assert page.move(legal[0]["move"])["type"] == "state"


@pytest.mark.parametrize(
    ("info", "accepted"),
    [
        (None, False),
        (SearchInfo(), False),
        (SearchInfo(score=-1), True),
        (SearchInfo(score=1), False),
        (SearchInfo(win_probability=0.4), True),
        (SearchInfo(score=-500, win_probability=0.6), False),
        (SearchInfo(win_in=3, win_probability=0.1), False),
        (SearchInfo(score=50, win_in=-4), True),
    ],
)
def test_an_engine_takes_a_draw_unless_its_chances_are_better(
    info: SearchInfo | None, accepted: bool
) -> None:
    assert accepts_draw(info) is accepted


def test_takebacks_need_consent(client: TestClient) -> None:
    made = create(client, "hex", variant="5x5")
    first, second = made["keys"]
    with (
        open_page(client, made["id"], [first]) as (black, _),
        open_page(client, made["id"], [second]) as (white, _),
    ):
        assert black.ask("undo")["text"] == "no move can be taken back"
        black.move("a1")
        assert "no move" in white.ask("undo")["text"], "white has not moved"
        assert black.ask("undo")["offer"] == {"kind": "undo", "by": 0}
        undone = white.ask("accept")
        assert undone["board"]["ply"] == 0 and undone["offer"] is None
        black.move("a1")
        white.move("b2")
        black.ask("undo")
        assert white.ask("accept")["board"]["ply"] == 0, "the move of black and the answer to it"
        white.ask("resign")
        black.move("a1")
        resigned = white.ask("resign")
        assert resigned["result"]["winner"] == 0
        white.ask("undo")
        again = black.ask("accept")
        assert again["result"] is None and again["board"]["moves"] == ["a1"]


def test_who_is_there(client: TestClient) -> None:
    made = create(client, "hex", variant="5x5")

    def present(state: Any) -> list[bool]:
        return [seat["present"] for seat in state["seats"]]

    with open_page(client, made["id"], made["keys"][:1]) as (black, joined):
        assert present(joined) == [True, False]
        with open_page(client, made["id"]):
            pass
        with open_page(client, made["id"], made["keys"][1:]) as (_, state):
            assert present(state) == [True, True]
            assert black.state(lambda state: all(present(state)))
        assert black.state(lambda state: not all(present(state)))
