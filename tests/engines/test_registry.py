"""The registry: texts become engines, and every mistake is told from every other."""

import importlib.metadata
import pickle
import sys
from functools import cache
from pathlib import Path

import pytest

from hexapoda import registry
from hexapoda.engine import Limit
from hexapoda.errors import EngineError, UnknownEngineError, UsageError
from hexapoda.hive import Position
from hexapoda.registry import ENTRY_POINT_GROUP, EngineSpec, engines, parse_engine, split_limits

OURS = ["alphabeta", "classic", "expectimax", "greedy", "mcts", "random"]

GOOD = '''
"""A bot in a file."""
from __future__ import annotations
from dataclasses import dataclass
from hexapoda.engine import Engine, Option, SearchInfo, SearchResult

print("chatter while loading")

@dataclass
class Settings:
    last: bool = False

class Bot(Engine):
    """Plays the first move, or the last."""
    name = "edge"
    options = (Option("last", "bool", False, summary="the last move instead"),)

    def __init__(self, last=False):
        self.settings = Settings(last)

    def search(self, position, limit, on_info=None):
        move = position.legal_moves[-1 if self.settings.last else 0]
        return SearchResult(move, SearchInfo(depth=0, nodes=1, time=0.0, pv=(move,)))

class Plain:
    """Inherits nothing and lacks a verb."""
    name = "plain"
    def stop(self): ...
    def new_game(self): ...

class Bomb:
    def __init__(self):
        raise RuntimeError("no fuse")

class Quitter:
    def __init__(self):
        raise SystemExit(3)

NUMBER = 7
'''


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "my bot.py"
    path.write_text(GOOD, encoding="utf-8")
    return path


def test_limits_are_split_from_options() -> None:
    assert split_limits("greedy:seed=7,time=2", "hive") == ("greedy:seed=7", {"time": "2"})
    assert split_limits("greedy:time=2,nodes=5", "hive") == ("greedy", {"time": "2", "nodes": "5"})
    assert split_limits("random", "hex") == ("random", {})
    # An option of that name stays an option.
    assert split_limits("expectimax:depth=2,nodes=5", "hive") == ("expectimax:depth=2", {"nodes": "5"})


def test_the_built_in_engines() -> None:
    assert [spec.name for spec in engines()][: len(OURS)] == OURS
    for spec in engines("hive"):
        assert spec.create().name == spec.name
        assert spec.text == spec.name


def test_options_are_read_checked_and_written_back() -> None:
    spec = parse_engine("random:seed=7")
    assert spec.values == (("seed", 7),)
    assert spec.given == {"seed": 7}
    assert spec.text == "random:seed=7"
    assert parse_engine(spec.text) == spec
    assert spec.with_values({"seed": 8}).text == "random:seed=8"
    position = Position("Base+MLP")
    by_text = spec.create().search(position, Limit()).move
    assert parse_engine("random").create(seed=7).search(position, Limit()).move == by_text


def test_specs_are_data() -> None:
    spec = parse_engine("greedy:seed=1")
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert len({spec, parse_engine("greedy:seed=1")}) == 1
    with pytest.raises(AttributeError):
        spec.name = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gredy", "no hive engine is called 'gredy': did you mean 'greedy'?"),
        ("Random", "no hive engine is called 'Random': did you mean 'random'?"),
        ("stockfish", f"no hive engine is called 'stockfish': expected one of {', '.join(OURS)}"),
        ("bot.py", "no hive engine is called 'bot.py': a bot in a script is written FILE.py:CLASS"),
    ],
)
def test_unknown_names(text: str, message: str) -> None:
    with pytest.raises(UnknownEngineError) as caught:
        parse_engine(text, "hive")
    assert message in str(caught.value)


def test_a_name_finds_its_game() -> None:
    assert [parse_engine(name).game for name in ("rave", "alphabeta", "mcts", "net:hex-5x5")] == [
        *("hex", "hive", "hive", "hex"),
    ]
    assert split_limits("rave:seed=1,nodes=5") == ("rave:seed=1", {"nodes": "5"})
    with pytest.raises(UnknownEngineError, match="no hive engine is called 'rave'"):
        parse_engine("rave", "hive")
    with pytest.raises(UnknownEngineError, match="no engine is called 'raev': did you mean 'rave'"):
        parse_engine("raev")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not an engine: expected NAME[:key=value,...] or FILE.py:CLASS"),
        (":seed=1", "':seed=1' is not an engine"),
        ("greedy:", "engine 'greedy': expected key=value[,key=value...], not ''"),
        ("greedy:seed", "engine 'greedy': expected key=value[,key=value...], not 'seed'"),
        ("greedy:sede=1", "engine 'greedy' has no option 'sede': did you mean 'seed'?"),
        ("greedy:level=1", "engine 'greedy' has no option 'level': it has seed"),
        ("greedy:seed=x", "engine 'greedy': option 'seed' must be an integer from -1 to 2147483647, not 'x'"),
        ("greedy:seed=-2", "must be an integer from -1 to 2147483647, not '-2'"),
        ("greedy:seed=1,seed=2", "engine 'greedy': option 'seed' is given twice"),
        ("bot.py:", "'bot.py:' has no class name: an engine in a script is written FILE.py:CLASS"),
        ("bot.py:1x", "'bot.py:1x' has no class name"),
    ],
)
def test_wrong_texts(text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_engine(text)
    assert message in str(caught.value)


def test_unknown_games() -> None:
    for call in (lambda: parse_engine("greedy", "chess"), lambda: engines("chess")):
        with pytest.raises(UsageError, match="no game is called 'chess': expected hive or hex"):
            call()


def test_create_checks_its_overrides() -> None:
    with pytest.raises(UsageError, match="engine 'greedy' has no option 'speed'"):
        parse_engine("greedy").create(speed=3)
    with pytest.raises(UsageError, match="must be an integer from -1 to 2147483647, not '3'"):
        parse_engine("greedy").create(seed="3")


def test_a_bot_in_a_script(script: Path) -> None:
    spec = parse_engine(f"{script}:Bot")
    assert (spec.name, spec.target) == (f"{script}:Bot", f"{script}:Bot")
    assert spec.summary == "Plays the first move, or the last."
    engine = spec.create()
    engine.new_game()
    engine.stop()
    moves = Position().legal_moves
    assert engine.search(Position(), Limit()).move == moves[0]
    last = parse_engine(f"{script}:Bot:last=true")
    assert last.text == f"{script}:Bot:last=true"
    assert last.create().search(Position(), Limit()).move == moves[-1]
    assert pickle.loads(pickle.dumps(last)).create().search(Position(), Limit()).move == moves[-1]


def test_a_script_may_import_what_lies_beside_it(tmp_path: Path, script: Path) -> None:
    (tmp_path / "beside_the_bot.py").write_text("from pathlib import Path\n", encoding="utf-8")
    script.write_text("import beside_the_bot\n" + GOOD.replace("from __future__ import annotations\n", ""))
    before = list(sys.path)
    try:
        assert parse_engine(f"{script}:Bot").create().name == "edge"
    finally:
        sys.modules.pop("beside_the_bot", None)
    assert sys.path == before


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Bto", "has no class 'Bto': did you mean 'Bot'?"),
        ("NUMBER", "has no class 'NUMBER': its classes are Settings, Bot, Plain, Bomb, Quitter"),
        ("Bomb", "could not be created: RuntimeError: no fuse"),
        ("Quitter", "could not be created: SystemExit: 3"),
        ("Plain", "is not an engine: Plain lacks search (a class that inherits from hexapoda.engine.Engine"),
        ("Settings", "is not an engine: Settings lacks name, search, stop, new_game"),
    ],
)
def test_what_can_be_wrong_with_a_class(script: Path, name: str, message: str) -> None:
    spec = parse_engine(f"{script}:{name}")
    with pytest.raises(EngineError) as caught:
        spec.create()
    assert message in str(caught.value)
    assert str(script) in str(caught.value)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (b"class Bot(:\n", "cannot be run: line 1: invalid syntax"),
        (b"x = 1\nraise ValueError('odd')\n", "cannot be run: ValueError: odd"),
        (b"import no_such_module_at_all\n", "cannot be run: ModuleNotFoundError: No module named"),
        (b"raise SystemExit\n", "cannot be run: SystemExit"),
        (b"\x00\xff", "cannot be run: "),
        (b"", "has no class 'Bot': it defines no classes"),
    ],
)
def test_what_can_be_wrong_with_a_file(script: Path, source: bytes, message: str) -> None:
    script.write_bytes(source)
    modules = set(sys.modules)
    with pytest.raises(EngineError) as caught:
        parse_engine(f"{script}:Bot").create()
    assert f"{str(script)!r} {message}" in str(caught.value)
    if source:
        assert set(sys.modules) == modules


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.py", tmp_path / "folder.py"):
        (tmp_path / "folder.py").mkdir(exist_ok=True)
        with pytest.raises(EngineError, match=r"engine 'Bot' cannot be loaded: there is no file"):
            parse_engine(f"{path}:Bot").create()


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[importlib.metadata.EntryPoint]:
    entries: list[importlib.metadata.EntryPoint] = []

    def entry_points(*, group: str) -> list[importlib.metadata.EntryPoint]:
        return [entry for entry in entries if entry.group == group]

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    # What other tests have found, and what this one finds, is no news to the next.
    monkeypatch.setattr(registry, "_plugins", cache(registry._plugins.__wrapped__))
    return entries


def entry(name: str, value: str) -> importlib.metadata.EntryPoint:
    return importlib.metadata.EntryPoint(name, value, ENTRY_POINT_GROUP)


def test_engines_of_other_packages(announced: list[importlib.metadata.EntryPoint]) -> None:
    announced.append(entry("hive.zebra", "hexapoda.engines.random_engine:RandomEngine"))
    announced.append(entry("hive.ape", "hexapoda.engines.hive.greedy:GreedyEngine"))
    assert [spec.name for spec in engines()] == [*OURS, "ape", "zebra"]
    spec = parse_engine("zebra:seed=3")
    assert spec == EngineSpec("hive", "zebra", "hexapoda.engines.random_engine:RandomEngine", (("seed", 3),))
    assert spec.create().name == "random"
    with pytest.raises(UnknownEngineError, match="did you mean 'zebra'"):
        parse_engine("zebr")


@pytest.mark.parametrize(
    ("name", "value", "trouble"),
    [
        ("mybot", "mybot:Bot", "expected GAME.NAME = module:Class"),
        ("chess.mybot", "mybot:Bot", "expected GAME.NAME = module:Class, where GAME is hive"),
        ("hive.my:bot", "mybot:Bot", "expected GAME.NAME = module:Class"),
        ("hive.mybot", "mybot", "expected GAME.NAME = module:Class"),
        ("hive.greedy", "mybot:Bot", "'greedy' is an engine of this package"),
    ],
)
def test_bad_announcements_are_warned_of_and_left_out(
    announced: list[importlib.metadata.EntryPoint], name: str, value: str, trouble: str
) -> None:
    announced.append(entry(name, value))
    with pytest.warns(UserWarning, match=trouble):
        assert [spec.name for spec in engines()] == OURS


def test_an_announced_engine_that_cannot_be_loaded(announced: list[importlib.metadata.EntryPoint]) -> None:
    announced.append(entry("hive.gone", "no_such_package.player:Bot"))
    announced.append(entry("hive.odd", "hexapoda.engines.hive.greedy:Bot"))
    with pytest.raises(
        EngineError, match=r"engine 'gone' cannot be loaded from 'no_such_package\.player:Bot'"
    ):
        parse_engine("gone").create()
    with pytest.raises(EngineError, match=r"engine 'odd' cannot be loaded .*AttributeError"):
        _ = parse_engine("odd").options
