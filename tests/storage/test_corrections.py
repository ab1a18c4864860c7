"""Deleting, restoring and editing games: `games delete`, `restore`, `purge` and `edit`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.record import Ending, GameRecord, MoveRecord
from hexapoda.storage import GameFilter, Store
from tests.cli.command_line import WON, complaint, objects, run
from tests.storage.played import file_games, random_records
from tests.storage.test_processes import is_whole
from tests.storage.test_store import FULL, OTHER_GAME

GAMES = random_records(6, plies=8)


@pytest.fixture
def filed(tmp_path: Path) -> str:
    """An SQLite store with six games."""
    return file_games(tmp_path / "games.db", GAMES)


def test_deleted_games_can_be_restored_as_they_were(url: str) -> None:
    games = [*GAMES, replace(FULL, number=3), OTHER_GAME]
    with Store.open(url) as store:
        match = store.match("cup")
        store.add_many(games[:7])
        store.add(OTHER_GAME, match=match)
        before = store.search(limit=100)
        positions = store.positions()
        assert store.delete([2, 7, 8]) == 3
        assert [game.id for game in store.search()] == [1, 3, 4, 5, 6]
        assert store.positions() == sum(game.plies + 1 for game in games if game in store_records(store))
        assert {game.id for game in store.deleted()} == {2, 7, 8}
        assert [game.record for game in store.deleted() if game.id == 7] == [games[6]]
        new = store.add(random_records(1, first=99)[0])
        assert new is not None and new.id == 9  # the number of a deleted game names no other one
        store.delete([9])
        assert store.restore([2, 7, 8]) == [2, 7, 8]
        assert store.search(limit=100) == before
        assert store.positions() == positions
        assert store.count(GameFilter(match="cup")) == 1
        assert [game.id for game in store.deleted()] == [9]
        assert (store.purge(), store.deleted()) == (1, [])
        with pytest.raises(UsageError, match="not in the trash: 9"):
            store.restore([9])
    is_whole(url)


def store_records(store: Store) -> list[GameRecord]:
    return [game.record for game in store.search(limit=100)]


def test_deleting_is_all_or_nothing(url: str) -> None:
    with Store.open(url) as store:
        store.add_many(GAMES)
        with pytest.raises(UsageError, match="no game 77, 99999999999"):
            store.delete([1, 77, 99_999_999_999])
        assert store.count() == 6
        assert store.delete(GameFilter(variant="Base")) == 3
        assert store.delete([]) == 0
        assert store.count() == 3


def test_a_game_that_was_filed_again_stays_in_the_trash(url: str) -> None:
    with Store.open(url) as store:
        store.add_many(GAMES)
        store.delete([1])
        assert store.add_many(GAMES).added == 1
        assert store.restore([1]) == []
        assert (store.count(), len(store.deleted())) == (6, 1)


def test_delete_shows_what_would_go_and_wants_a_yes(filed: str) -> None:
    result = run("games", "delete", "2", "1", "--store", filed, code=2)
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["2", "1"]
    assert "this would delete 2 games: confirm with --yes" in result.stderr
    assert "confirm with --yes" in run("games", "delete", "1", "--store", filed, "--json", code=2).stderr
    assert objects("games", "list", "--store", filed)[-1]["total"] == 6
    shown = run("games", "delete", "--variant", "Base", "--yes", "--store", filed).stdout
    assert shown.endswith("3 games deleted; `hexapoda games restore 2 4 6` brings them back\n")
    assert objects("games", "delete", "1", "--yes", "--store", filed) == [{"deleted": [1]}]
    listed = objects("games", "restore", "--store", filed)
    times = {game["id"]: game["deleted"] for game in listed[:-1]}
    assert sorted(times) == [1, 2, 4, 6]
    assert list(times) == sorted(times, key=lambda id: (times[id], id), reverse=True)
    assert listed[-1] == {"games": 4} and listed[0]["reason"] == "deleted"
    assert "4 games in the trash" in run("games", "restore", "--store", filed).stdout
    assert objects("games", "restore", "4", "2", "--store", filed) == [{"restored": [2, 4], "left": []}]
    assert "not in the trash: 4" in complaint("games", "restore", "4", "--store", filed)
    assert "confirm with --yes" in complaint("games", "purge", "--store", filed)
    assert objects("games", "purge", "--yes", "--store", filed) == [{"purged": 2}]
    assert objects("games", "purge", "--store", filed) == [{"purged": 0}]


def test_delete_in_wrong_use(filed: str, tmp_path: Path) -> None:
    assert "no game 9, 8; nothing was deleted" in complaint(
        "games", "delete", "1", "9", "8", "--yes", "--store", filed, code=1
    )
    assert "expected either the numbers" in complaint("games", "delete", "--yes", "--store", filed)
    assert "expected either the numbers" in complaint(
        "games", "delete", "1", "--player", "x", "--store", filed
    )
    assert "no game in the store" in complaint("games", "delete", "--player", "x", "--store", filed, code=1)
    missing = str(tmp_path / "typo.db")
    for words in (["delete", "1", "--yes"], ["purge"], ["edit", "1", "--event", "x"], ["restore", "1"]):
        assert "there is no store at" in complaint("games", *words, "--store", missing)
    assert not Path(missing).exists()
    assert objects("games", "list", "--store", filed)[-1]["total"] == 6


def test_edit_prints_what_changed(filed: str) -> None:
    words = ("--white", "Zoë ", "--date", "2026.03.02", "--event", "Club", "--tag", "Round=2", "--tag", "X=")
    (value,) = objects("games", "edit", "2", *words, "--store", filed)
    assert value == {
        "id": 2,
        "changed": {
            "white": ["player 1", "Zoë"],
            "date": ["", "2026-03-02"],
            "event": ["", "Club"],
            "tag Round": [None, "2"],
        },
    }
    text = run("games", "edit", "2", "--result", "none", "--black", "", "--store", filed).stdout
    assert text == "black: player 2 -> -\nresult: 0-1 -> *\nending: resign -> unknown\n"
    assert "already has these values" in run("games", "edit", "2", "--event", "Club", "--store", filed).stdout
    (record,) = objects("games", "show", "2", "--store", filed)
    assert record["event"] == "Club" and record["tags"] == {"Round": "2"} and not record["finished"]
    pgn = run("games", "show", "2", "--format", "pgn", "--store", filed).stdout
    assert '[White "Zoë"]' in pgn and '[Date "2026.03.02"]' in pgn and '[Event "Club"]' in pgn
    (value,) = objects("games", "edit", "2", "--result", "draw", "--ending", "adjudicated", "--store", filed)
    assert value["changed"] == {"result": ["*", "1/2-1/2"], "ending": ["unknown", "adjudicated"]}


@pytest.mark.parametrize(
    ("name", "text", "format", "tags"),
    [
        ("a.pgn", '[GameType "Base"]\n[Date "2024.05.06"]\n[Event "Old"]\n\n1. wS1\n*\n', "pgn",
         ('[Date "2025.01.02"]', '[Event "New"]', '[Date "', '[Event "')),
        ("a.sgf", "(;GM[11]SZ[3]DT[2024-05-06]EV[Old];B[a1])", "sgf",
         ("DT[2025-01-02]", "EV[New]", "DT[", "EV[")),
    ],
)  # fmt: skip
def test_an_edited_date_and_event_replace_those_of_the_file(
    tmp_path: Path, name: str, text: str, format: str, tags: tuple[str, str, str, str]
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    store = ("--store", str(tmp_path / "games.db"))
    objects("games", "import", str(tmp_path / name), *store)

    def shown() -> str:
        return run("games", "show", "1", "--format", format, *store).stdout

    assert "Old" in shown() and "05" in shown()
    run("games", "edit", "1", "--date", "2025-01-02", "--event", "New", *store)
    assert tags[0] in shown() and tags[1] in shown()
    run("games", "edit", "1", "--date", "", "--event", "", *store)
    assert tags[2] not in shown() and tags[3] not in shown()


def test_a_date_that_is_not_whole_stays_in_a_pgn_until_a_date_is_set(tmp_path: Path) -> None:
    file = tmp_path / "a.pgn"
    file.write_text('[GameType "Base"]\n[Date "2024.??.??"]\n\n1. wS1\n*\n', encoding="utf-8")
    store = ("--store", str(tmp_path / "games.db"))
    objects("games", "import", str(file), *store)
    assert '[Date "2024.??.??"]' in run("games", "show", "1", "--format", "pgn", *store).stdout
    run("games", "edit", "1", "--date", "2024-05", *store)
    assert '[Date "2024.05.??"]' in run("games", "show", "1", "--format", "pgn", *store).stdout


def test_an_edited_game_is_recognized_in_its_file(filed: str, tmp_path: Path) -> None:
    file = tmp_path / "six.jsonl"
    file.write_text("".join(json.dumps(game.to_json()) + "\n" for game in GAMES), encoding="utf-8")
    run("games", "edit", "2", "--white", "Zoë", "--result", "none", "--store", filed)
    run("games", "edit", "2", "--white", "Zoe", "--store", filed)
    run("games", "delete", "2", "--yes", "--store", filed)
    run("games", "restore", "2", "--store", filed)
    (summary,) = objects("games", "import", str(file), "--store", filed)
    assert (summary["added"], summary["duplicates"], summary["completed"]) == (0, 6, 0)


def test_an_edited_game_of_a_match_is_recognized_with_all_dates_and_events_that_it_had(url: str) -> None:
    played = replace(FULL, number=3, date="2026-11-01T10:00:00Z", event="cup")
    corrected = replace(played, date="2026-11-02")
    renamed = replace(corrected, event="final")
    with Store.open(url) as store:
        store.add(played)
        store.edit(1, corrected)
        store.edit(1, renamed)
        assert [store.add(one) for one in (played, corrected, renamed)] == [None] * 3
        assert store.add(replace(played, number=4)) is not None  # another game of the match
        assert store.add(replace(played, date="2026-11-03")) is not None


def test_the_positions_know_the_new_result(url: str) -> None:
    from hexapoda.hive import Position

    game = replace(GAMES[0], winner=0, finished=True, ending=Ending.RESIGN)
    with Store.open(url) as store:
        store.add(game)
        start = Position(game.variant)
        assert store.explore(start).totals.wins0 == 1
        store.edit(1, replace(game, winner=1))
        assert (store.explore(start).totals.wins0, store.explore(start).totals.wins1) == (0, 1)


def test_edits_that_are_refused(url: str) -> None:
    with Store.open(url) as store:
        store.add_many(GAMES)
        with pytest.raises(UsageError, match="moves of a game cannot be edited"):
            store.edit(1, replace(GAMES[0], moves=()))
        with pytest.raises(UsageError, match="no game 99"):
            store.edit(99, GAMES[0])
        bad = replace(GAMES[0], moves=(MoveRecord("wS9"),))
        with pytest.raises((UsageError, InvalidGameError)):
            store.edit(1, bad)
        twin = replace(GAMES[0], players=(GAMES[0].players[1], GAMES[0].players[0]))
        added = store.add(twin)
        assert added is not None
        with pytest.raises(UsageError, match=f"game {added.id} would be the same as game 1"):
            store.edit(added.id, GAMES[0])
        assert store_records(store) == [*GAMES, twin]


def test_edit_in_wrong_use(filed: str) -> None:
    cases: list[tuple[list[str], str]] = [
        ([], "nothing to change"),
        (["--date", "2026-13-01"], "expected a date"),
        (["--date", "yesterday"], "expected a date"),
        (["--result", "1:0"], "is not one of"),
        (["--ending", "boredom"], "is not one of"),
        (["--ending", "normal"], "decided by the board"),
        (["--result", "none", "--ending", "timeout"], "without a result"),
        (["--ending", "interrupted"], "has no result"),
        (["--white", "a\nb"], "one line"),
        (["--event", "x" * 300], "one line"),
        (["--tag", "Round"], "NAME=TEXT"),
        (["--tag", "a b=c"], "NAME=TEXT"),
        (["--tag", "White=Ann"], "use --white"),
    ]
    for words, reason in cases:
        assert reason in complaint("games", "edit", "1", *words, "--store", filed), words
    with Store.open(filed) as store:
        assert store_records(store) == GAMES


def test_a_result_of_the_board_stays(tmp_path: Path) -> None:
    store = str(tmp_path / "x.db")
    (tmp_path / "won.txt").write_text(WON, encoding="utf-8")
    objects("games", "import", str(tmp_path / "won.txt"), "--store", store)
    for words in (["--result", "black"], ["--ending", "resign"]):
        assert "decided by the board" in complaint("games", "edit", "1", *words, "--store", store)
    assert "no game 9" in complaint("games", "edit", "9", "--event", "x", "--store", store, code=1)
    with Store.open(store) as opened:
        drawn = opened.add(replace(GAMES[0], winner=None, finished=True, ending=Ending.REPETITION))
    assert drawn is not None
    for words in (["--result", "black"], ["--ending", "resign"]):
        arguments = ("games", "edit", str(drawn.id), *words, "--store", store)
        assert "decided by the board" in complaint(*arguments)


def test_the_colors_are_those_of_the_game(tmp_path: Path) -> None:
    store = str(tmp_path / "x.db")
    with Store.open(store) as opened:
        opened.add(replace(OTHER_GAME, ending=Ending.RESIGN))
    run("games", "edit", "1", "--black", "First", "--white", "Second", "--result", "black", "--store", store)
    (record,) = objects("games", "show", "1", "--store", store)
    assert [player["name"] for player in record["players"]] == ["First", "Second"]
    assert record["winner"] == 0


def test_a_tag_of_the_file_does_not_contradict_a_correction(tmp_path: Path) -> None:
    tags = (("Result", "BlackWins"), ("White", "Old"), ("Date", "2020.01.01"), ("Round", "2"))
    url = file_games(tmp_path / "tags.db", [replace(GAMES[0], tags=tags)])
    run("games", "edit", "1", "--result", "white", "--white", "New", "--store", url)
    shown = objects("games", "show", "1", "--store", url)[-1]
    record = shown.get("record", shown)
    assert record["tags"] == {"Date": "2020.01.01", "Round": "2"}
    assert (record["winner"], record["players"][0]["name"]) == (0, "New")
