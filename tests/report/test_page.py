"""The page: well formed, self-contained, safe against names, with every game in it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from hexapoda.arena.match import Match
from hexapoda.arena.settings import MatchSettings, SprtSettings
from hexapoda.errors import UsageError
from hexapoda.hive import Position
from hexapoda.record import Ending, GameRecord, MoveRecord
from hexapoda.report import read_match, render_report
from hexapoda.report.text import short
from tests.arena.rated import Rated, ladder
from tests.report.match_made import SETTINGS, game, match, write

VOID = {"meta", "link", "input", "br", "use", "path", "rect", "line", "circle"}
EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&\u202e\x07"


class Outline(HTMLParser):
    """Checks nesting and collects what the page refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.handlers: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "action", "srcset"):
                self.links.append(value or "")
            if name.startswith("on") or name == "style":
                self.handlers.append(name)
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.stack.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.stack and self.stack[-1] == tag, (tag, self.stack[-3:])
            self.stack.pop()


def outline(page: str) -> Outline:
    parser = Outline()
    parser.feed(page)
    parser.close()
    assert parser.stack == []
    return parser


def data(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="replays">(.*?)</script>', page)
    assert found is not None
    return dict(json.loads(found[1]))


def settings(**changes: Any) -> MatchSettings:
    return replace(MatchSettings.from_json(SETTINGS), **changes)


def text_of(page: str) -> str:
    body = page.split("<body>")[1].split("<script")[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", body))


PAGES = {
    "duel": match([1, 1, 0.5, 0, 1, 0.5]),
    "perfect": match([1, 1, 1, 1]),
    "one game": match([0.5]),
    "nothing finished": [game(0, ("ann", "bob"), None, finished=False, ending=Ending.INTERRUPTED)],
    "faults": [game(0, ("ann", "bob"), 0, ending=Ending.CRASH, detail=EVIL)],
    "self": [game(0, ("ann", "ann"), 0), game(1, ("ann", "ann"), 1)],
    "without moves": [game(0, ("ann", "bob"), 0, plies=0, ending=Ending.STALL)],
    "without a book": [game(0, ("ann", "bob"), 0, book=0, told=False)],
    "evil": match([1, 0], EVIL, "b" * 300),
    "cup": match([1, 0.5], "a", "b")
    + [replace(g, number=g.number + 2) for g in match([1, 1], "b", "c")]
    + [replace(g, number=g.number + 4) for g in match([0.5, 0], "c", "d")],
    "two groups": match([1, 0.5], "a", "b")
    + [replace(g, number=g.number + 2) for g in match([1, 0.5], "c", "d")],
    "other game": [replace(game(0, ("ann", "bob"), 0), game="hex", variant="11x11")],
}


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_whole_and_asks_for_nothing(name: str) -> None:
    page = render_report(None, PAGES[name])
    found = outline(page)
    assert len(set(found.ids)) == len(found.ids)
    assert found.handlers == []
    assert "iframe" not in found.tags and "img" not in found.tags
    for link in found.links:
        assert link == "data:," or (
            link.startswith("#") and (link[1:] in found.ids or link[1:6] == "game-")
        ), link
    assert "http:" not in page.replace("http://www.w3.org/2000/svg", "") and "https:" not in page
    assert "@import" not in page and "url(" not in page
    assert "None" not in text_of(page) and "nan" not in text_of(page).split()


def test_the_policy_knows_the_style_and_the_script() -> None:
    page = render_report(None, PAGES["duel"])
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None and "default-src 'none'" in policy[1] and "unsafe" not in policy[1]
    for tag in ("style", "script"):
        [text] = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        assert base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() in policy[1]


def test_names_are_text() -> None:
    page = render_report(settings(engines=(EVIL, "bob"), event=EVIL), PAGES["evil"], name=EVIL)
    assert page.count("<script") == 2 and "<img" not in page
    assert "\u202e" not in page.split("<script")[0] and "\x07" not in page
    assert data(page)["games"][0]["names"][0] == EVIL


@pytest.mark.parametrize(
    ("records", "words"),
    [
        (match([1, 1, 1, 1]), "ann won 4 of 4 games against bob : at least +"),
        (match([0, 0]), "bob won 2 of 2 games against ann"),
        (match([1, 0, 1, 0]), "No clear difference between ann and bob : ann scored 50.0%"),
        (match([1, 1, 1, 0.5] * 5), "ann is stronger than bob by +"),
        (PAGES["nothing finished"], "No result yet from 1 game."),
        (PAGES["cup"], "a leads with 75.0% of the points in 2 games"),
    ],
)
def test_verdicts(records: list[GameRecord], words: str) -> None:
    assert words in text_of(render_report(None, records))


def test_the_sequential_test_is_told() -> None:
    games = match([1, 1, 1, 0.5] * 20)
    told = text_of(render_report(settings(sprt=SprtSettings(0, 40)), games))
    assert "0 or 40 normalized Elo stronger? 40 accepted" in told
    told = text_of(render_report(settings(sprt=SprtSettings(0, 2)), games[:4]))
    assert "Not decided yet" in told
    assert "Sequential" not in text_of(render_report(settings(), games))


def test_long_names_differ_where_they_are_cut() -> None:
    one, two = (f"{'engine' * 9}:level={level}" for level in (3, 4))
    page = render_report(None, match([1, 0.5], one, two))
    for name in (one, two):
        assert f"{name[:11]}\u2026{name[-10:]}" in page or f"{name[:7]}\u2026{name[-7:]}" in page
    assert short("x" * 22) == "x" * 22 and len(short("x" * 99)) == 22


def test_a_perfect_score_has_a_least_difference() -> None:
    told = text_of(render_report(None, match([1, 1, 1, 1])))
    assert re.search(r"Elo difference \u2265 \+\d+ 95%: \+\d+ to \+\u221e", told)


def test_faults_are_listed() -> None:
    games = [*match([1, 0]), game(2, ("ann", "bob"), 1, ending=Ending.STALL, detail="no answer in 30 s")]
    page = render_report(None, games)
    assert "ann lost 1 game by no answer – no answer in 30 s" in text_of(page)
    assert '<a href="#game-3">3</a>' in page.split("Faults")[1]
    assert "Faults" not in text_of(render_report(None, match([1, 0])))


def replays(*records: GameRecord) -> list[dict[str, Any]]:
    """The records on the page of a match."""
    found = data(render_report(None, records))
    blocks = [json.loads(zlib.decompress(base64.b64decode(block))) for block in found["blocks"]]
    return [blocks[block][at] for block, at in (game["place"] for game in found["games"])]


def test_a_replay_says_where_every_piece_goes() -> None:
    record = game(0, ("ann", "bob"), 0, plies=80)
    [replay] = replays(record)
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
    record = game(0, ("ann", "bob"), 0, plies=6)
    [broken] = replays(replace(record, moves=(*record.moves, MoveRecord("wA3 bogus"))))
    assert len(broken["nodes"]) == 7 and "wA3 bogus" in broken["faults"][0]["text"]
    start = "Base White[3] - wS1@0,0 bS1@1,0 wQ@-1,0 bQ@2,0"
    [begun] = replays(replace(record, variant="Base", start=start, moves=(MoveRecord("wG1 -wQ"),)))
    assert len(begun["nodes"][0]["board"]["pieces"]) == 4
    assert begun["nodes"][1]["move"]["to"] == [-2, 0]
    other = replace(record, game="hex", variant="no board", number=1)
    found = data(render_report(None, [record, other]))
    assert [row["id"] for row in found["games"]] == [1]


def test_only_so_many_games_are_replayed() -> None:
    games = match([1, 0, 1, 0.5])
    page = render_report(None, games, replays=3)
    assert [item["id"] for item in data(page)["games"]] == [1, 2, 3]
    assert 'href="#game-3"' in page and 'href="#game-4"' not in page
    assert "1 game cannot be replayed" in text_of(page)
    none = render_report(None, games, replays=0)
    assert 'id="replays"' not in none and "<game-viewer" not in none
    outline(none)


def test_openings_that_are_mirrors_are_one() -> None:
    one, two = game(0, ("ann", "bob"), 0, plies=0), game(1, ("bob", "ann"), 1, plies=0)
    lines = (("wS1", "bG1 wS1-", "wQ -wS1"), ("wS1", r"bG1 wS1\ ".strip(), r"wQ \wS1"))
    games = [
        replace(record, moves=tuple(MoveRecord(text, book=True) for text in line))
        for record, line in zip((one, two), lines, strict=True)
    ]
    part = render_report(None, games).split("<h2>Openings</h2>")[1].split("</section>")[0]
    assert part.count("<li>") == 1 and "2 games" in part and "White 50%" in part


def test_a_long_match_stays_small() -> None:
    one = game(0, ("ann", "bob"), 0, plies=100)
    page = render_report(None, [replace(one, number=number) for number in range(60)])
    assert len(page.encode()) < 500_000


def test_reading_a_match(tmp_path: Path) -> None:
    games = match([1, 0, 0.5, 0.5])
    folder = write(tmp_path / "matches" / "cup", [games[2], games[0], games[1]])
    by_folder, by_name = read_match(folder), read_match("cup", tmp_path / "matches")
    assert by_folder == by_name and by_folder.name == "cup"
    assert [record.number for record in by_folder.records] == [0, 1, 2]
    assert by_folder.settings is not None and by_folder.settings.engines == ("ann", "bob")
    with (folder / "games.jsonl").open("a") as file:
        file.write('{"game": "hi')
    assert len(read_match(folder).records) == 3, "a torn last line is no damage"
    assert read_match(write(tmp_path / "bare", games, None)).settings is None
    with pytest.raises(UsageError, match="latest matches: cup"):
        read_match("cop", tmp_path / "matches")
    with pytest.raises(UsageError, match="no finished game"):
        read_match(write(tmp_path / "empty", []))


@pytest.mark.parametrize(
    ("elo", "said"),
    [
        (1290, r"greedy has a rating of 1[23]\d\d \(95% interval 1[12]\d\d to 1[34]\d\d\), in \d+ games"),
        (9000, r"greedy has a rating of at least \d+ , with 95% confidence, in \d+ games"),
        (-9000, r"greedy has a rating of at most -?\d+ , with 95% confidence, in \d+ games"),
    ],
)
def test_a_rating_is_told_as_one(elo: float, said: str) -> None:
    result = Match(ladder(games=40), player=Rated(elo, 1)).run()
    told = text_of(render_report(result.settings, result.records()))
    assert re.search(said, told) and "Rating of greedy" in told
    assert "leads" not in told and "mean of the field" not in told
