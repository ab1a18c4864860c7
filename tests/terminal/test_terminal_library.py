"""A game that ends in the terminal enters the library by itself."""

from __future__ import annotations

from pathlib import Path

from hexapoda.files.data_folder import DATA_OWNER
from hexapoda.record import Ending, GameRecord
from hexapoda.storage import GameFilter, Store
from tests.terminal.test_terminal_script import home, play

__all__ = ["home"]

PEOPLE = ("hex", "--variant", "5x5", "--white", "human", "--black", "human")
MINE = GameFilter(owners=(DATA_OWNER,))


def library(home: Path) -> list[GameRecord]:
    path = home / "games.db"
    if not path.exists():
        return []
    with Store.open(str(path)) as store:
        return [found.record for found in store.records(MINE)]


def test_a_finished_game_is_in_the_library(home: Path) -> None:
    play(home, "a1\nb2\nresign\n", *PEOPLE, "--clock", "300+3")
    [record] = library(home)
    assert [played.text for played in record.moves] == ["a1", "b2"]
    assert all(played.time is not None for played in record.moves)
    assert (record.winner, record.ending) == (1, Ending.RESIGN) and record.date
    assert dict(record.tags) == {"TimeControl": "300+3"}
    assert not list((home / "unfinished").glob("*.json"))


def test_a_game_that_goes_on_is_there_once(home: Path) -> None:
    play(home, "a1\nb2\nresign\nundo\nc3\nresign\n", *PEOPLE)
    [record] = library(home)
    assert [played.text for played in record.moves] == ["a1", "b2", "c3"] and record.winner == 0


def test_what_stays_out_of_the_library(home: Path) -> None:
    play(home, "a1\nresign\n", *PEOPLE, "--no-library")
    play(home, "resign\n", *PEOPLE)
    play(home, "a1\n", *PEOPLE, code=1)
    play(home, "", "hex", "--variant", "3x3", "--white", "random", "--black", "random")
    assert library(home) == []


def test_a_library_that_cannot_be_written_loses_no_game(home: Path) -> None:
    home.mkdir()
    (home / "games.db").mkdir()
    _, complaints = play(home, "a1\nb2\nresign\n", *PEOPLE)
    [kept] = (home / "unfinished").glob("*.json")
    assert "not in your library" in complaints and kept.name in complaints
    assert '"a1"' in kept.read_text("utf-8")
