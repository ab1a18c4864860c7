"""Help by an engine between two people: only if both have agreed, and the record says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from tests.web.pages import create, open_page, serving


def refused(client: TestClient, made: Any) -> bool:
    """Whether nobody gets the moves of a game to analyze them."""
    record = client.get(f"/api/v1/games/{made['id']}/record")
    review = client.post("/api/v1/reviews", json={"played": made["id"]})
    assert record.status_code == review.status_code or record.status_code == 200
    return bool(record.status_code == 403)


def tags(client: TestClient, made: Any) -> dict[str, str]:
    found: dict[str, str] = client.get(f"/api/v1/games/{made['id']}/record").json()["record"]["headers"]
    return found


def test_without_an_agreement_nobody_has_help(client: TestClient) -> None:
    made = create(client, "hex", variant="5x5")
    first, second = made["keys"]
    with (
        open_page(client, made["id"], [first]) as (black, _),
        open_page(client, made["id"], [second]) as (white, _),
    ):
        assert "no hints" in black.ask("hint")["text"]
        black.move("a1")
        assert refused(client, made)
        assert white.ask("resign")["result"]
    assert not refused(client, made), "the game is over"
    assert "Help" not in tags(client, made)


def test_both_agree(home: Path) -> None:
    with serving() as client:
        made = create(client, "hex", variant="5x5")
        first, second = made["keys"]
        with (
            open_page(client, made["id"], [first]) as (black, _),
            open_page(client, made["id"], [second]) as (white, _),
        ):
            assert black.ask("offer-help")["offer"] == {"kind": "help", "by": 0}
            assert "no hints" in black.ask("hint")["text"], "an offer is no agreement"
            assert "other player" in black.ask("accept")["text"]
            black.move("a1")
            state = white.ask("decline")
            assert state["offer"] is None and "agreed" not in state["help"]
            white.ask("offer-help")
            assert black.ask("accept")["help"] == ["agreed"]
            assert "already" in black.ask("offer-help")["text"]
            assert white.ask("hint")["type"] == "hint"
            assert not refused(client, made)
            assert tags(client, made)["Help"] == "agreed, hint"
    with serving() as client:
        assert client.get(f"/api/v1/games/{made['id']}").json()["help"] == ["agreed", "hint"]
        with open_page(client, made["id"], made["keys"][1:]) as (white, _):
            assert white.ask("hint")["type"] == "hint"


def test_who_accepts_an_offered_game_agrees(client: TestClient) -> None:
    made = create(client, "hex", open="second", help=True, variant="5x5")
    [offer] = client.get("/api/v1/games/offers").json()["games"]
    assert offer["help"]
    taken = client.post(f"/api/v1/games/{made['id']}/accept", json={}).json()
    with open_page(client, made["id"], taken["keys"]) as (_, joined):
        assert joined["help"] == ["agreed"]
    plain = create(client, "hex", open="second")
    client.post(f"/api/v1/games/{plain['id']}/accept", json={})
    assert client.get(f"/api/v1/games/{plain['id']}").json()["help"] == []
    wish = {"game": "hex", "seats": ["human", "human"], "help": True}
    assert client.post("/api/v1/games", json=wish).status_code == 400


def test_one_page_for_both_needs_no_agreement(client: TestClient) -> None:
    made = create(client, "hex", variant="5x5")
    with open_page(client, made["id"], made["keys"]) as (page, _):
        assert "two pages" in page.ask("offer-help")["text"]
        assert page.ask("hint")["type"] == "hint"
        page.move("a1")
    assert not refused(client, made)
