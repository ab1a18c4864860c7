"""The folder of a rating list: its file, the engines that it names, and a journal that follows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexapoda.arena.journal import Journal
from hexapoda.arena.list_folder import LIST_FILE, open_list, read_list
from hexapoda.arena.match import Match
from hexapoda.arena.rating_list import ListedEngine
from hexapoda.arena.scoreboard import Scoreboard
from hexapoda.engines.external import ExternalEngine, add_external
from hexapoda.errors import UsageError
from hexapoda.registry import EngineSpec

BOT = "from hexapoda.engines.random_engine import RandomEngine\n\n\nclass Bot(RandomEngine):\n    pass\n"


@pytest.fixture(autouse=True)
def folder(here: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "list"
    (folder / "bots").mkdir(parents=True)
    monkeypatch.chdir(folder)
    for name in ("b", "a"):
        (folder / "bots" / f"{name}.py").write_text(BOT)
    return folder


def say(folder: Path, engines: str, more: str = "nodes = 1") -> None:
    (folder / LIST_FILE).write_text(f"engines = [{engines}]\n{more}\n")


def none(spec: EngineSpec) -> tuple[int, tuple[str, ...]]:
    raise AssertionError(f"{spec.name} is no external engine")


def opened(folder: Path, check: object = none, *, accept: bool = False) -> Journal:
    return open_list(folder, read_list(folder), check, accept=accept)  # type: ignore[arg-type]


def listed(journal: Journal) -> dict[str, ListedEngine]:
    settings = journal.settings()
    assert settings.rating_list is not None
    return dict(zip(settings.names, settings.rating_list.engines, strict=True))


def test_patterns_stand_for_all_that_fits(folder: Path) -> None:
    say(folder, '"random", "bots/*.py:Bot", "greedy:seed=1,nodes=5"', 'nodes = 1\nanchor = "bots/b.py:Bot"')
    file = read_list(folder)
    assert file.engines == ("random", "bots/a.py:Bot", "bots/b.py:Bot", "greedy:seed=1,nodes=5")
    settings = open_list(folder, file, none).settings()
    assert settings.rating_list is not None and settings.rating_list.anchor == 2
    assert settings.engines[3] == "greedy:seed=1" and settings.control_of(3).nodes == 5
    assert settings.games == 1000 and settings.format == "list"


def play(folder: Path) -> Scoreboard:
    journal = Journal(folder)
    return Match(journal.settings(), journal).run().board


def test_absolute_patterns(folder: Path) -> None:
    say(folder, f'"random", "{folder}/bots/*.py:Bot"')
    assert read_list(folder).engines[1:] == (f"{folder}/bots/a.py:Bot", f"{folder}/bots/b.py:Bot")


def test_games_are_never_replaced(folder: Path) -> None:
    say(folder, '"random", "greedy"')
    (folder / "games.jsonl").write_text("precious\n")
    with pytest.raises(UsageError, match=r"has 'games.jsonl' but no 'settings.json'"):
        opened(folder)
    assert (folder / "games.jsonl").read_text() == "precious\n"


def test_two_processes_do_not_begin_a_list(folder: Path) -> None:
    say(folder, '"random", "greedy"')
    with Journal(folder).locked(), pytest.raises(UsageError, match="another process"):
        opened(folder)
    opened(folder)


def test_an_engine_that_is_gone_is_not_started(folder: Path) -> None:
    say(folder, '"random", "greedy", "bots/*.py:Bot"', "nodes = 1\ngames = 2\nmove_cap = 20")
    opened(folder)
    assert len(play(folder).games) == 12
    (folder / "bots" / "b.py").unlink()
    say(folder, '"random", "greedy", "bots/*.py:Bot"', "nodes = 1\ngames = 4\nmove_cap = 20")
    opened(folder)
    assert len(play(folder).games) == 12 + 6
    say(folder, '"random", "greedy", "bots/*.py:Bot"', "nodes = 1\ngames = 2\nmove_cap = 20")
    opened(folder)
    assert len(play(folder).games) == 18  # a lower number takes nothing away


def test_engines_come_and_go(folder: Path) -> None:
    say(folder, '"random", "greedy"')
    assert not any(one.retired for one in listed(opened(folder)).values())
    say(folder, '"bots/a.py:Bot", "random"')
    found = listed(opened(folder))
    assert {name: one.retired for name, one in found.items()} == {
        "random": False,
        "greedy": True,
        "bots/a.py:Bot": False,
    }
    say(folder, '"greedy", "random"')
    assert [one.retired for one in listed(opened(folder)).values()] == [False, False, True]


def test_an_engine_that_changes_needs_a_word(folder: Path) -> None:
    say(folder, '"random", "bots/a.py:Bot"', "nodes = 1\ngames = 2\nmove_cap = 20")
    (folder / "bots" / "a.py").write_text("class Typo\n")
    opened(folder)
    (folder / "bots" / "a.py").write_text(BOT)
    before = listed(opened(folder))["bots/a.py:Bot"].version  # it has no games yet
    play(folder)
    (folder / "bots" / "a.py").write_text(BOT + "    x = 1\n")
    with pytest.raises(UsageError, match=r"'bots/a.py:Bot' has changed since it played .*--accept-changes"):
        opened(folder)
    after = listed(opened(folder, accept=True))["bots/a.py:Bot"].version
    assert before != after and listed(opened(folder))["bots/a.py:Bot"].version == after


def test_external_engines_are_checked_once_for_each_version(folder: Path) -> None:
    program = folder / "engine"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for name in ("one-1.0", "one-1.1", "other"):
        add_external(ExternalEngine("hive", name, "uhp", (str(program),)))
    asked: list[str] = []

    def check(spec: EngineSpec) -> tuple[int, tuple[str, ...]]:
        asked.append(spec.name)
        return 9, ("time limit",) if spec.name.endswith("0") else ()

    say(folder, '"random", "one-*"')
    found = listed(opened(folder, check))
    assert asked == ["one-1.0", "one-1.1"]
    assert [(one.checks, one.failed) for one in found.values()] == [(None, ()), (9, ("time limit",)), (9, ())]
    opened(folder, check)
    assert len(asked) == 2
    program.write_text("#!/bin/sh\nexit\n")
    opened(folder, check)
    assert len(asked) == 4
    program.unlink()
    with pytest.raises(UsageError, match="there is no program"):
        opened(folder, check)


@pytest.mark.parametrize(
    ("engines", "more", "expected"),
    [
        ('"random"', "nodes = 1", "at least two engines, not 1"),
        ('"random", "random"', "nodes = 1", "'random' is listed twice"),
        ('"random", "nets/*.py:Bot"', "nodes = 1", "matches no file"),
        ('"random", "x*"', "nodes = 1", "matches no external engine of hive"),
        ('"random", "greedy"', 'nodes = 1\nanchor = "gredy"', "the anchor 'gredy' is not one of the engines"),
        ('"random", "greedy"', "nods = 1", "unknown key 'nods'"),
        ('"random", "greedy"', 'nodes = 1\nanchor_elo = "1"', "wrong type"),
        ('"random", "greedy"', "", "nothing limits the engines"),
        ('"random", "greedy"', "nodes = 1\ngames = 0", "games = 0: expected at least 1"),
        ('"random", "bots/c.py:Bot"', "nodes = 1", "cannot read 'bots/c.py'"),
    ],
)
def test_a_wrong_file_is_an_error(folder: Path, engines: str, more: str, expected: str) -> None:
    say(folder, engines, more)
    with pytest.raises(UsageError, match=expected.replace("*", r"\*")):
        opened(folder)
    assert not (folder / "settings.json").exists()


def test_a_folder_without_a_file_says_what_it_might_say(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"no file 'rating-list.toml'[\s\S]*engines = "):
        read_list(folder)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("nodes = 2", "control"),
        ('nodes = 1\nvariant = "Base+M"', "variant 'Base.M', begun with 'Base'"),
        ("nodes = 1\nseed = 5", "seed 5, begun with 4"),
    ],
)
def test_games_under_other_settings_are_not_mixed(folder: Path, more: str, expected: str) -> None:
    say(folder, '"random", "greedy"', "nodes = 1\nseed = 4")
    opened(folder)
    say(folder, '"random", "greedy"', more)
    with pytest.raises(UsageError, match=expected):
        opened(folder)


def test_the_journal_of_a_match_is_no_list(folder: Path) -> None:
    say(folder, '"random", "greedy"')
    settings = read_list(folder).options.settings(["random", "greedy"])
    Journal.write(folder, settings, ())
    with pytest.raises(UsageError, match="journal of a match, not of a rating list"):
        opened(folder)
