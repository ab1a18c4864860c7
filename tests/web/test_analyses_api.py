"""Analyses that the server keeps: every change, for one owner, and never two at once."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from hexapoda.web.owner import new_key
from hexapoda.web.settings import WebSettings
from tests.web.pages import serving

URL = "/api/v1/analyses"


def record(*moves: str, **more: Any) -> dict[str, Any]:
    nodes: list[dict[str, Any]] = [{"id": 0, "parent": None}]
    for number, move in enumerate(moves, 1):
        nodes.append({"id": number, "parent": number - 1, "move": move})
    return {"game": "hex", "variant": "5x5", "nodes": nodes, **more}


def varied() -> dict[str, Any]:
    """A game with all that a person adds to one."""
    made = record("a1", "b2", "c3", names=["Ann", "Bob"], result="1-0", headers={"date": "2024-05"})
    made["nodes"][1] |= {"comment": "first", "nags": [5]}
    made["nodes"].append({"id": 9, "parent": 1, "move": "d4", "comment": "instead"})
    made["nodes"].append({"id": 4, "parent": 9, "move": "e5"})
    return made


def create(client: TestClient, wish: dict[str, Any], name: str = "") -> Any:
    answer = client.post(URL, json={"name": name, "record": wish})
    assert answer.status_code == 201, answer.text
    return answer.json()


def change(client: TestClient, kept: Any, wish: dict[str, Any], name: str = "") -> Any:
    return client.put(
        f"{URL}/{kept['id']}", json={"name": name, "revision": kept["revision"], "record": wish}
    )


def test_an_analysis_is_kept_whole(home: Path) -> None:
    with serving() as client:
        kept = create(client, varied(), "a study")
        assert create(client, varied(), "a study") == kept, "the same sent twice is one"
    with serving() as client:
        found = client.get(f"{URL}/{kept['id']}").json()
        assert found["name"] == "a study" and found["revision"] == kept["revision"]
        shown = found["record"]
        assert shown["names"] == ["Ann", "Bob"] and shown["result"] == "1-0"
        assert shown["headers"] == {"date": "2024-05"}
        assert [node.get("move", {}).get("move") for node in shown["nodes"]] == [
            None, "a1", "b2", "c3", "d4", "e5",
        ]  # fmt: skip
        assert shown["nodes"][1]["comment"] == "first" and shown["nodes"][1]["nags"] == [5]
        assert shown["nodes"][4]["comment"] == "instead" and shown["nodes"][4]["parent"] == 1
        [row] = client.get(URL).json()["analyses"]
        assert (row["id"], row["name"], row["players"]) == (kept["id"], "a study", ["Ann", "Bob"])
        assert client.get("/api/v1/library").json()["games"] == 0, "an analysis is no game"


def test_a_damaged_analysis_is_named_and_stops_nothing(home: Path) -> None:
    with serving() as client:
        damaged, kept = create(client, record("a1"), "one"), create(client, record("a1"), "two")
        with sqlite3.connect(home / "games.db") as store:
            store.execute("UPDATE games SET moves = 'b1' WHERE name = 'one'")
        store.close()
        assert client.get(f"{URL}/{damaged['id']}").status_code == 400
        made = create(client, record("a1", "b2"), "one")
        found = client.get(URL).json()
        assert [one["id"] for one in found["analyses"]] == [made["id"], kept["id"]]
        assert found["damaged"] == [damaged["id"]] and found["total"] == 3


def test_half_of_a_surrogate_pair_is_read_again(client: TestClient) -> None:
    """A page can send one when it cuts a text; UTF-8 cannot write it."""
    body = json.dumps({"name": "", "record": {**record("a1"), "headers": {"Place": "\ud83d"}}})
    answer = client.post(URL, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 201
    found = client.get(f"{URL}/{answer.json()['id']}")
    assert found.status_code == 200 and found.json()["record"]["headers"] == {"Place": "\ud83d"}


def test_marks_of_a_file_are_kept_and_exported(client: TestClient) -> None:
    marks = '[%mark triangle 0,0] [%mark arrow 0,0 1,0 red] [%mark label 1,0 green "why?"]'
    text = (
        f'[GameType "Base"]\n[Result "*"]\n\n{{[%mark square 0,0 blue]}}\n'
        f"1. wS1 {{first {marks}}}\n2. bS1 wS1-\n*\n"
    )
    opened = client.post("/api/v1/records", json={"text": text}).json()["record"]
    known = {"id", "parent", "move", "comment", "nags", "marks"}
    sent = {**opened, "nodes": [{k: v for k, v in one.items() if k in known} for one in opened["nodes"]]}
    kept = create(client, sent)
    shown = client.get(f"{URL}/{kept['id']}").json()["record"]
    assert [node.get("marks") for node in shown["nodes"]] == [one.get("marks") for one in opened["nodes"]]
    label = {"kind": "label", "cells": ["1,0"], "color": "green", "text": "why?"}
    assert shown["nodes"][1]["marks"][2] == label
    written = client.post("/api/v1/exports", json={"record": shown, "format": "pgn"}).text
    assert marks in written and "[%mark square 0,0 blue]" in written
    sent["nodes"][1]["marks"] = [{"kind": "arrow", "cells": ["0,0"]}]
    bad = client.post(URL, json={"record": sent})
    assert bad.status_code == 400 and bad.json()["error"]["field"] == "record.nodes"


def test_an_older_page_overwrites_nothing(client: TestClient) -> None:
    first = create(client, record("a1"))
    second = change(client, first, record("a1", "b2")).json()
    assert second["id"] == first["id"] and second["revision"] != first["revision"]
    assert change(client, first, record("a1", "b2")).json() == second, (
        "the answer was lost, and it is sent again"
    )
    late = change(client, first, record("a1", "c3"))
    assert late.status_code == 409 and late.json()["error"]["field"] == "revision"
    nodes = client.get(f"{URL}/{first['id']}").json()["record"]["nodes"]
    assert [node["move"]["move"] for node in nodes[1:]] == ["a1", "b2"]
    renamed = change(client, second, record("a1", "b2"), "named").json()
    assert renamed["revision"] != second["revision"]
    unnamed = change(client, renamed, record("a1", "b2"), "").json()
    assert client.get(f"{URL}/{first['id']}").json()["name"] == ""
    odd = record("a1", "b2", comment="a \0 nothing")
    last = change(client, unnamed, odd, "a\0b").json()
    assert change(client, last, record("a1"), "").status_code == 200, (
        "what is stored is what has the revision"
    )


def test_a_deleted_analysis_comes_back(client: TestClient) -> None:
    kept = create(client, record("a1"))
    assert client.delete(f"{URL}/{kept['id']}").json() == {"deleted": kept["id"]}
    assert client.get(f"{URL}/{kept['id']}").status_code == 404
    assert change(client, kept, record("b2")).status_code == 404
    assert client.get(URL).json() == {"analyses": [], "damaged": [], "total": 0}
    assert client.post(f"{URL}/{kept['id']}/restore").json() == kept
    assert client.get(URL).json()["total"] == 1


def test_nobody_sees_the_analyses_of_another(home: Path) -> None:
    with serving(WebSettings(names=("club.example",), kept_analyses=2)) as client:
        client.cookies.set("hexapoda-key", new_key())
        kept = create(client, record("a1"))
        client.cookies.set("hexapoda-key", new_key())
        assert client.get(URL).json()["total"] == 0
        assert client.get(f"{URL}/{kept['id']}").status_code == 404
        assert change(client, kept, record("b2")).status_code == 404
        assert client.delete(f"{URL}/{kept['id']}").status_code == 404
        assert client.get(f"/api/v1/library/games/{kept['id']}").status_code == 404
        assert client.post(f"{URL}/{kept['id']}/restore").status_code == 409
        create(client, record("a1"))
        create(client, record("b2"))
        full = client.post(URL, json={"record": record("c3")})
        assert full.status_code == 429 and "delete one" in full.json()["error"]["text"]
        [newest, _] = client.get(URL).json()["analyses"]
        client.delete(f"{URL}/{newest['id']}")
        create(client, record("c3"))
        back = client.post(f"{URL}/{newest['id']}/restore")
        assert back.status_code == 429 and "delete one" in back.json()["error"]["text"]


def test_a_visitor_cannot_fill_the_disk(home: Path) -> None:
    limits: dict[str, Any] = {
        "analysis_megabytes_a_day_per_owner": 1,
        "analysis_megabytes_a_day_per_address": 2,
    }
    large = {**record("a1"), "source": "x" * 700_000}
    with serving(WebSettings(names=("club.example",), **limits)) as client:
        for most in (1, 1, 0):  # a new key helps once
            client.cookies.set("hexapoda-key", new_key())
            found = [client.post(URL, json={"record": large, "name": name}) for name in "ab"]
            assert [one.status_code for one in found].count(201) == most
            assert "MB of analyses" in found[1].json()["error"]["text"]
            assert int(found[1].headers["retry-after"]) > 3600


def test_nobody_sees_or_restores_what_another_has_deleted(home: Path) -> None:
    with serving(WebSettings(names=("club.example",), store_writable=True)) as client:
        author = new_key()
        client.cookies.set("hexapoda-key", author)
        kept = create(client, record("a1"), "secret plan")
        client.delete(f"{URL}/{kept['id']}")
        assert client.get("/api/v1/library/trash").json() == {"games": []}
        client.cookies.set("hexapoda-key", new_key())
        assert client.get("/api/v1/library/trash").json() == {"games": []}
        assert client.post(f"{URL}/{kept['id']}/restore").status_code == 409
        assert client.post("/api/v1/library/restore", json={"ids": [kept["id"]]}).status_code == 409
        client.cookies.set("hexapoda-key", author)
        assert client.get(URL).json()["total"] == 0
        assert client.post(f"{URL}/{kept['id']}/restore").json() == kept


def test_what_is_no_analysis_is_refused(client: TestClient) -> None:
    bad = client.post(URL, json={"record": record("a1", "a1")})
    assert bad.status_code == 400 and "node 2" in bad.json()["error"]["text"]
    assert client.get(f"{URL}/77").status_code == 404
    assert client.post(f"{URL}/77/restore").status_code == 409
    kept = create(client, record("a1"))
    assert client.put(f"{URL}/{kept['id']}", json={"record": record("a1")}).status_code == 400


def test_a_large_analysis_fits(client: TestClient) -> None:
    cells = [f"{column}{row}" for column in "abcdefghij" for row in range(1, 11)]
    nodes = [
        {"id": number, "parent": 0, "move": cell, "comment": "A long comment. " * 60}
        for number, cell in enumerate(cells, 1)
    ]
    large = {"game": "hex", "variant": "11x11", "nodes": [{"id": 0, "parent": None}, *nodes]}
    kept = create(client, large)
    assert change(client, kept, large, "named").status_code == 200
