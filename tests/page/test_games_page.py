"""The page with any games: whole, safe, small."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexapoda.page.games_page import games_page
from hexapoda.page.packed_games import PackedGames
from hexapoda.page.record_json import record_json
from hexapoda.record import MoveRecord
from hexapoda.record.reading import walk_paths, walk_text
from tests.arena.match_made import game
from tests.page.viewed import EVIL, HEX, bad_file, hex_file, hive_file, journal, y_record


def data(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="games">(.*?)</script>', page)
    assert found is not None
    return dict(json.loads(found[1]))


def unpacked(block: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(block)))


def test_all_games_are_on_the_page(tmp_path: Path) -> None:
    found = list(walk_paths([hive_file(tmp_path), hex_file(tmp_path), bad_file(tmp_path)]))
    shown = data(games_page(found))
    first, second, third = shown["games"]
    assert first["names"] == [EVIL, "Bob"] and first["result"] == "1-0" and first["event"] == "Club cup"
    assert (second["game"], second["variant"], second["plies"]) == ("hex", "3x3", 5)
    assert third["file"] == "bad.txt" and "wQ zz" in third["error"] and "place" not in third
    records = [unpacked(shown["blocks"][block])[at] for block, at in (first["place"], second["place"])]
    assert records[1]["nodes"][-1]["comment"] == "a try"
    assert EVIL in records[0]["nodes"][4]["comment"] and records[0]["nodes"][4]["analysis"]["depth"] == 3
    assert set(shown["kinds"]) == {"hive", "hex"} and shown["kinds"]["hex"]["board"] == "hex"
    assert any("Hive" in notice for notice in shown["notices"])


def test_names_and_comments_are_text(tmp_path: Path) -> None:
    page = games_page(walk_paths([hive_file(tmp_path)]))
    assert page.count("<script") == 2 and page.count("</script") == 2 and "<img" not in page
    assert "</script" not in page.split("<title>")[1].split("</title>")[0]


def test_the_page_asks_for_nothing_and_runs_only_its_own_script(tmp_path: Path) -> None:
    page = games_page(walk_paths([hive_file(tmp_path), hex_file(tmp_path)]))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None and "default-src 'none'" in policy[1] and "unsafe" not in policy[1]
    for tag in ("style", "script"):
        [text] = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        assert base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() in policy[1]
    assert "@import" not in page and "url(" not in page and " src=" not in page.split("<script")[0]


def test_the_page_without_its_games_is_small(tmp_path: Path) -> None:
    page = games_page(walk_paths([hive_file(tmp_path), hex_file(tmp_path)]))
    games = sum(map(len, data(page)["blocks"]))
    assert len(page.encode()) - games < 176_000


def test_many_games_share_their_space() -> None:
    trees = [record_json(game(number, ("ann", "bob"), 0, plies=60)) for number in range(24)]
    packed = PackedGames()
    places = [packed.add(tree) for tree in trees]
    blocks = packed.blocks()
    assert len(blocks) > 1 and sum(map(len, blocks)) < 24 * 2000
    assert [unpacked(blocks[block])[at] for block, at in places] == json.loads(json.dumps(trees))


def test_a_game_without_a_board_of_its_own_has_its_texts(
    game_of_y: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    [found] = walk_paths([journal(tmp_path, y_record())])
    shown = data(games_page([found]))
    assert shown["kinds"]["y"]["board"] == "y"
    [record] = unpacked(shown["blocks"][0])
    assert "text" not in str(record["nodes"][2]["change"])
    monkeypatch.setattr("hexapoda.games.page_files.page_folder", lambda game: Path("nowhere"))
    shown = data(games_page([found]))
    assert shown["kinds"]["y"]["board"] == "plain"
    [record] = unpacked(shown["blocks"][0])
    assert [["text"], "triangle-3 1.1 2.2"] in record["nodes"][2]["change"]


def test_a_game_is_shown_up_to_its_fault(tmp_path: Path) -> None:
    record = game(0, ("ann", "bob"), plies=6)
    broken = replace(record, moves=(*record.moves[:5], MoveRecord("wA3 nowhere")))
    text = json.dumps(broken.to_json())
    path = tmp_path / "games.jsonl"
    path.write_text(f"{text}\n{{}}\n")
    good, bad = walk_paths([path])
    shown = data(games_page([good, bad]))
    [packed] = unpacked(shown["blocks"][0])
    assert len(packed["nodes"]) == 6 and "wA3 nowhere" in packed["faults"][0]["text"]
    assert shown["games"][1]["error"].startswith("line 2: ") and bad.report.line == 2


def test_files_and_folders(tmp_path: Path) -> None:
    hive_file(tmp_path)
    hex_file(tmp_path)
    (tmp_path / "readme.txt").write_text("nothing to see\n")
    names = [Path(found.report.file).name for found in walk_paths([tmp_path])]
    assert names == ["club.pgn", "hex.sgf", "readme.txt"]
    assert len(data(games_page(walk_paths([tmp_path])))["games"]) == 2
    [named] = walk_paths([tmp_path / "readme.txt"])
    assert "no games" in str(named.error)


def test_the_title_names_one_game() -> None:
    [found] = walk_text(HEX, "stdin")
    assert "<title>Carl – Dora · hexapoda</title>" in games_page([found])
    assert "<title>2 games · hexapoda</title>" in games_page([found, found])
