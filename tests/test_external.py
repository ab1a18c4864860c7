"""`engines.toml`: it is written and read back, errors name the file and the entry, and its engines play
everywhere."""

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.engine import Limit
from hexapoda.engines.external import (
    ExternalEngine,
    add_external,
    external_engines,
    external_file,
    external_names,
    remove_external,
)
from hexapoda.errors import EngineCrashed, UnknownEngineError, UsageError
from hexapoda.files.file_lock import take_lock
from hexapoda.hive import Position
from hexapoda.protocols.uhp.client import UhpEngine
from hexapoda.registry import engines, parse_engine

OURS = (sys.executable, "-m", "hexapoda.cli.uhp_entry", "random:seed=1")
ENGINE = ExternalEngine("hive", "mine", "uhp", OURS, known_options=("Seed;int;1;-1;-1;2147483647",))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_nothing_was_added(home: Path) -> None:
    assert external_engines() == []
    assert external_names("hive") == []
    assert not home.exists()


def test_what_is_written_is_read_again(home: Path) -> None:
    odd = ExternalEngine(
        "hive",
        "a.b+c-d_9",
        "uhp",
        ('/opt/Bücher ♞/it\'s "quoted" \\ $HOME', "", "\t\x7f\n"),
        cwd="/tmp",
        log="/tmp/talk.log",
        given=(("Big Name", "x=y"), ("Threads", "2")),
        identity="odd 1.0",
        expansions="MP",
        known_options=("Threads;int;1;1;1;8", "Big Name;enum;x=y;x=y;x=y;z"),
    )
    add_external(ENGINE)
    add_external(odd)
    assert external_engines() == [odd, ENGINE]
    assert external_names("hive") == ["a.b+c-d_9", "mine"]
    assert external_file() == home / "engines.toml"
    assert sorted(path.name for path in home.iterdir()) == ["engines.lock", "engines.toml"]
    remove_external("a.b+c-d_9", "hive")
    assert external_engines("hive") == [ENGINE]
    with pytest.raises(UsageError, match=r"no external engine of hive is called 'a\.b': expected mine"):
        remove_external("a.b", "hive")


def test_engines_that_are_added_at_once_are_all_kept() -> None:
    names = [f"engine{number}" for number in range(12)]
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda name: add_external(replace(ENGINE, name=name)), names))
        assert external_names("hive") == sorted(names)
        list(threads.map(lambda name: remove_external(name, "hive"), names[:-1]))
    assert external_names("hive") == names[-1:]


def test_a_file_that_another_command_is_changing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapoda.engines.external._PATIENCE", 0.05)
    add_external(ENGINE)
    lock = take_lock(home / "engines.lock")
    assert lock is not None
    with pytest.raises(UsageError, match="another command is changing it: try again"):
        remove_external("mine", "hive")
    with pytest.raises(UsageError, match="another command is changing it: try again"):
        add_external(ENGINE, replace_old=True)
    lock.release()
    assert external_engines() == [ENGINE]


def test_a_bad_entry_can_be_removed_or_replaced(home: Path) -> None:
    add_external(ENGINE)
    text = external_file().read_text("utf-8")
    mends: tuple[Callable[[], None], ...] = (
        lambda: remove_external("bad", "hive"),
        lambda: add_external(replace(ENGINE, name="bad"), replace_old=True),
    )
    for bad in ("protocol = 3", "protocol = 'uhp'\ncommand = []", "colour = 'red'"):
        for mend in mends:
            external_file().write_text(f"{text}\n[hive.bad]\n{bad}\n", "utf-8")
            with pytest.raises(UsageError, match=r"\[hive\.bad\]"):
                remove_external("mine", "hive")
            with pytest.raises(UsageError, match="engine 'bad' already exists"):
                add_external(replace(ENGINE, name="bad"))
            mend()
            assert ENGINE in external_engines()


def test_a_name_can_be_added_only_once() -> None:
    add_external(ENGINE)
    other = replace(ENGINE, command=("other",))
    with pytest.raises(UsageError, match="engine 'mine' already exists"):
        add_external(other)
    assert external_engines() == [ENGINE]
    add_external(other, replace_old=True)
    assert external_engines() == [other]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "a:b"}, "'a:b' cannot be the name of an engine"),
        ({"name": "bot.py"}, "'bot.py' cannot be the name"),
        ({"name": ""}, "'' cannot be the name"),
        ({"game": "chess"}, "no game is called 'chess': expected hive or hex"),
        ({"protocol": "uci"}, "engines of hive do not speak 'uci': expected uhp"),
        ({"command": ()}, "engine 'mine' has no command"),
        ({"command": ("a\0b",)}, "must not contain a NUL character"),
        ({"command": ("a\udcff",)}, "must be text that UTF-8 can encode"),
        ({"given": (("Seed", "x"),)}, "option 'seed' must be an integer"),
    ],
)
def test_what_cannot_be_added(change: dict[str, object], message: str, home: Path) -> None:
    with pytest.raises(UsageError, match=message):
        add_external(replace(ENGINE, **change))  # type: ignore[arg-type]
    assert not (home / "engines.toml").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[hive.x", "is not TOML: "),
        ("hive = 3", r"\[hive\.\]: expected a table"),
        ("[hive]\nx = 3", r"\[hive\.x\]: expected a table with protocol and command"),
        ('[hive.x]\nprotocol = "uhp"', r"\[hive\.x\]: engine 'x' has no command"),
        ('[hive.x]\nprotocol = "uhp"\ncommand = "x"', "command must be a list of strings"),
        ('[hive.x]\nprotocol = 3\ncommand = ["x"]', "protocol must be a string"),
        ('[hive.x]\nprotocol = "uhp"\ncommand = ["x"]\noptions = 3', "options must be a table"),
        ('[hive.x]\nprotocol = "uhp"\ncomand = ["x"]', "unknown key 'comand': expected protocol, "),
        ('[chess.x]\nprotocol = "uci"\ncommand = ["x"]', "no game is called 'chess'"),
        ('[hex.x]\nprotocol = "uhp"\ncommand = ["x"]', "engines of hex do not speak 'uhp': expected htp"),
    ],
)
def test_errors_name_the_file(text: str, message: str, home: Path) -> None:
    home.mkdir()
    external_file().write_text(text, encoding="utf-8")
    for call in (external_engines, engines, lambda: add_external(ENGINE), lambda: parse_engine("other")):
        with pytest.raises(UsageError, match=message) as caught:
            call()
        assert str(external_file()) in str(caught.value)
    assert external_file().read_text(encoding="utf-8") == text
    assert parse_engine("greedy").name == "greedy"


def test_a_file_written_by_hand_is_enough(home: Path) -> None:
    home.mkdir()
    command = ", ".join(json.dumps(word) for word in OURS[:-1])
    external_file().write_text(
        f'[hive.mine]\nprotocol = "uhp"\ncommand = [{command}, "random"]\n[hive.mine.options]\nSeed = 7\n',
        encoding="utf-8",
    )
    engine = parse_engine("mine").create()
    position = Position("Base+MLP")
    expected = parse_engine("random:seed=7").create().search(position, Limit()).move
    try:
        assert engine.search(position, Limit(depth=1)).move == expected
    finally:
        assert isinstance(engine, UhpEngine)
        engine.close()


def test_a_folder_that_cannot_be_written_to(home: Path) -> None:
    home.write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match=r"cannot (read|write) "):
        add_external(ENGINE)


def test_the_registry_knows_an_added_engine() -> None:
    assert "mine" not in [spec.name for spec in engines()]
    add_external(ENGINE)
    add_external(ExternalEngine("hive", "greedy", "uhp", ("nothing",)))
    assert [spec.name for spec in engines()][-2:] == ["random", "mine"]
    assert parse_engine("greedy").external is None
    spec = parse_engine("mine:seed=3")
    assert spec.text == "mine:seed=3"
    assert spec.given == {"seed": 3}
    assert [option.name for option in spec.options] == ["seed"]
    assert spec.summary == "An external engine that speaks UHP."
    assert len({spec, parse_engine("mine:seed=3")}) == 1
    for text, error, message in (
        ("mime", UnknownEngineError, "did you mean 'mine'"),
        ("mine:sede=3", UsageError, "engine 'mine' has no option 'sede': did you mean 'seed'"),
        ("mine:seed=x", UsageError, "engine 'mine': option 'seed' must be an integer"),
    ):
        with pytest.raises(error, match=message):
            parse_engine(text)


def test_a_pickled_engine_plays_where_it_was_not_added(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    add_external(ENGINE)
    data = pickle.dumps(parse_engine("mine:seed=3"))
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "elsewhere"))
    engine = pickle.loads(data).create(seed=4)
    assert isinstance(engine, UhpEngine)
    with engine:
        assert engine.name == "mine"
        position = Position("Base+MLP")
        expected = parse_engine("random:seed=4").create().search(position, Limit()).move
        assert engine.search(position, Limit(depth=1)).move == expected


def test_an_added_engine_plays_behind_our_server() -> None:
    add_external(ENGINE)
    done = subprocess.run(
        [sys.executable, "-m", "hexapoda.cli.uhp_entry", "mine"],
        input=b"newgame Base+MLP\noptions\nbestmove time 00:00:00.1\nbestmove nodes 3\nexit\n",
        capture_output=True,
        timeout=60,
        check=True,
    )
    lines = done.stdout.decode().splitlines()
    assert lines[0].startswith("id hexapoda-mine ")
    assert "Seed;int;1;1;-1;2147483647" in lines
    expected = parse_engine("random:seed=1").create().search(Position("Base+MLP"), Limit()).move
    for text in (lines[-5], lines[-3]):
        assert Position("Base+MLP").parse_move(text) == expected
    assert done.stderr == b""


def test_a_missing_program() -> None:
    add_external(replace(ENGINE, command=("/no/such/engine",)))
    with pytest.raises(EngineCrashed, match="engine 'mine' cannot be started: '/no/such/engine'"):
        parse_engine("mine").create()
