"""The report on a match: a whole page, safe against names, with the match as the server answers it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from hexapoda.arena.journal import Journal
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.record import Ending, GameRecord, PlayerRecord
from hexapoda.web.answers.match import WholeMatchJson
from hexapoda.web.matches.match_report import match_report
from tests.arena.match_made import SETTINGS, game, match, write

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&\u202e\x07"
DUEL = match([1, 1, 0.5, 0, 1, 0.5])


def page(folder: Path, records: list[GameRecord], replays: int = 1000, **settings: Any) -> str:
    write(folder, records, SETTINGS | {"games": 100} | settings)
    return match_report(folder, replays=replays).html


def data(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="match">(.*?)</script>', html)
    assert found is not None
    return dict(json.loads(found[1]))


def unpacked(text: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(text)))


def test_it_asks_for_nothing(tmp_path: Path) -> None:
    html = page(tmp_path / "duel", DUEL)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None and "default-src 'none'" in policy[1] and "unsafe" not in policy[1]
    for tag in ("style", "script"):
        [text] = re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        assert base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() in policy[1]
    assert "@import" not in html and "url(" not in html.split("</style>")[0]


def test_it_is_what_the_server_answers(tmp_path: Path) -> None:
    found = data(page(tmp_path / "duel", DUEL))
    shown = TypeAdapter(WholeMatchJson).validate_python(found["match"])
    assert shown["engines"] == ["ann", "bob"] and shown["played"] == 6 and shown["figures"] is not None
    assert (
        found["match"]["conclusion"]["translations"]["de"]["headline"]
        != found["match"]["conclusion"]["headline"]
    )
    rows = unpacked(found["rows"])
    assert [row["number"] for row in rows] == [5, 4, 3, 2, 1, 0]
    assert found["places"].keys() == {str(number) for number in range(6)}
    block, place = found["places"]["2"]
    assert unpacked(found["blocks"][block])[place]["names"] == ["ann", "bob"]


def renamed(player: PlayerRecord) -> PlayerRecord:
    return replace(player, name=EVIL) if player.name == "ann" else player


def test_names_are_text(tmp_path: Path) -> None:
    evil = [
        replace(one, detail=EVIL, players=(renamed(one.players[0]), renamed(one.players[1]))) for one in DUEL
    ]
    html = page(tmp_path / "evil", evil, engines=[EVIL, "bob"], event=EVIL)
    assert html.count("<script") == 2 and "<img" not in html
    assert "\u202e" not in html.split("<script")[0] and "\x07" not in html
    assert data(html)["match"]["engines"] == [EVIL, "bob"]


def test_only_so_many_games_can_be_replayed(tmp_path: Path) -> None:
    found = data(page(tmp_path / "three", DUEL, replays=3))
    assert list(found["places"]) == ["0", "1", "2"] and len(unpacked(found["rows"])) == 6
    none = data(page(tmp_path / "none", DUEL, replays=0))
    assert none["blocks"] == [] and none["shapes"] == found["shapes"], "openings have boards"


def test_games_that_end_while_it_is_made_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Journal.records

    def grown(journal: Journal) -> Iterator[GameRecord]:
        yield from read(journal)
        yield game(6, ("ann", "bob"), 0)

    monkeypatch.setattr(Journal, "records", grown)
    found = data(page(tmp_path / "running", DUEL))
    assert list(found["places"]) == ["0", "1", "2", "3", "4", "5"] and len(unpacked(found["rows"])) == 6


def test_a_game_that_cannot_be_replayed_is_only_listed(tmp_path: Path) -> None:
    found = data(page(tmp_path / "odd", [replace(DUEL[0], variant="Nonsense"), *DUEL[1:]]))
    assert list(found["places"]) == ["1", "2", "3", "4", "5"] and len(unpacked(found["rows"])) == 6


def test_a_game_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    records = [replace(DUEL[0], start="nonsense"), *DUEL[1:]]
    with pytest.raises(InvalidGameError, match="nonsense"):
        page(tmp_path / "bad", records)


def test_a_long_match_stays_small(tmp_path: Path) -> None:
    one = game(0, ("ann", "bob"), 0, plies=100)
    html = page(tmp_path / "long", [replace(one, number=number) for number in range(0, 60, 2)])
    assert len(html.encode()) < 500_000


def test_what_cannot_be_reported(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no finished game yet"):
        page(tmp_path / "empty", [])
    folder = write(tmp_path / "damaged", DUEL, SETTINGS | {"games": 100})
    (folder / "games.jsonl").write_text("{}\n", "utf-8")
    with pytest.raises(InvalidGameError, match=r"games\.jsonl"):
        match_report(folder)


def test_a_partial_last_line_is_no_damage(tmp_path: Path) -> None:
    folder = write(tmp_path / "torn", DUEL, SETTINGS | {"games": 100})
    with (folder / "games.jsonl").open("a") as file:
        file.write('{"game": "hi')
    assert match_report(folder).games == 6


def test_the_conclusion_is_told(tmp_path: Path) -> None:
    folder = write(tmp_path / "crashes", [replace(one, ending=Ending.CRASH) for one in match([1, 1])])
    assert match_report(folder).conclusion[0].startswith("Faults decided the match: bob lost 2 of 2 games")
