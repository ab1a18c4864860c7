"""Whose a game is: the owner of each seat is the visitor who came with its key."""

from __future__ import annotations

import json
from pathlib import Path

from hexapoda.web.owner import LOCAL, new_key, owner_with
from hexapoda.web.settings import WebSettings
from tests.web.pages import create, open_page, serving


def owners(home: Path, id: str) -> list[str]:
    found: list[str] = json.loads((home / "web" / f"{id}.json").read_text("utf-8"))["web"]["owners"]
    return found


def test_here_everything_belongs_to_the_owner_of_the_data_folder(home: Path) -> None:
    with serving() as client:
        made = create(client, "hex", variant="5x5")
        assert owners(home, made["id"]) == [LOCAL, LOCAL]


def test_on_a_shared_server_a_game_belongs_to_both_players(home: Path) -> None:
    with serving(WebSettings(names=("club.example",))) as client:
        keys = new_key(), new_key()
        client.cookies.set("hexapoda-key", keys[0])
        made = create(client, "hex", variant="5x5")
        assert owners(home, made["id"]) == [owner_with(keys[0])] * 2
        client.cookies.set("hexapoda-key", keys[1])
        with open_page(client, made["id"]):
            pass  # who only watches owns nothing
        assert owners(home, made["id"]) == [owner_with(keys[0])] * 2
        with open_page(client, made["id"], made["keys"][1:]):
            pass
        assert owners(home, made["id"]) == [owner_with(key) for key in keys]
