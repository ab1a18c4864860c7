"""Self-play in parts: here, and after an interruption."""

from __future__ import annotations

import dataclasses
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from hexapoda.errors import EngineError, UsageError
from hexapoda.train.iteration_games import IterationGames
from hexapoda.train.run_settings import SelfPlaySettings, settings_of
from hexapoda.train.self_play import Part, SelfPlayed, parts_of
from tests.cli.command_line import complaint
from tests.train.training_runs import CONFIG, TINY, finish, weights

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")

SETTINGS = dataclasses.replace(
    TINY, iterations=2, self_play=dataclasses.replace(TINY.self_play, games=10, parts=4)
)


def training(folder: Path, cluster: Any = None, settings: Any = SETTINGS) -> Any:
    from hexapoda.train.training_run import TrainingRun

    return TrainingRun(folder, settings, None, cluster)


def test_the_parts_have_all_games_and_seeds_of_their_own() -> None:
    parts = parts_of(SETTINGS, 3)
    assert [part.games for part in parts] == [3, 3, 2, 2]
    assert len({part.seed for part in parts + parts_of(SETTINGS, 4)}) == 8
    whole = parts_of(dataclasses.replace(SETTINGS, self_play=SelfPlaySettings(games=10)), 3)
    assert [part.games for part in whole] == [10]
    with pytest.raises(UsageError, match=r"self_play\.parts must be at most self_play\.games, not 9 of 8"):
        settings_of({"game": "hex", "self_play": {"games": 8, "parts": 9}})


class Failing:
    """Plays some parts, in another order, and fails."""

    def __init__(self, parts: int) -> None:
        self.left = parts
        self.asked: list[list[int]] = []

    def calls(
        self, function: Any, shared: Any, parts: Sequence[Part], *, name: Callable[[Part], str]
    ) -> Iterator[tuple[Part, SelfPlayed]]:
        self.asked.append([part.number for part in parts])
        for part in reversed(parts):
            if not self.left:
                raise EngineError("the machines are gone")
            self.left -= 1
            yield part, function(shared, part)


def test_parts_that_have_ended_are_not_played_again(tmp_path: Path) -> None:
    whole = training(tmp_path / "whole")
    message: list[tuple[str, int, int]] = []
    whole.step(lambda *now: message.append(now))
    assert [now for now in message if now[0] == "self-play"][-1] == ("self-play", 10, 10)
    assert [report.games for report in whole.reports] == [10]
    assert sorted(path.name for path in (tmp_path / "whole").glob("games-*")) == [
        "games-00001.json",
        "games-00001.samples",
    ]
    finish(whole)
    failing = Failing(3)
    part = training(tmp_path / "part", failing)
    with pytest.raises(EngineError, match="the machines are gone"):
        part.step()
    assert len(list((tmp_path / "part").glob("games-00001-part-*.samples"))) == 3
    part.close()
    failing.left = 100
    part = training(tmp_path / "part", failing)
    finish(part)
    assert failing.asked == [[0, 1, 2, 3], [0], [0, 1, 2, 3]]
    assert weights(part) == weights(whole) and part.reports == whole.reports
    part.close()
    (tmp_path / "part" / "games-00007-part-2.json").write_text("{}", "utf-8")
    (tmp_path / "part" / "games-00000-part-2.json").write_text("{}", "utf-8")
    part = training(tmp_path / "part")
    assert not (tmp_path / "part" / "games-00000-part-2.json").exists(), "nobody needs it"
    assert (tmp_path / "part" / "games-00007-part-2.json").exists(), "it may still be needed"


def test_without_missing_parts_the_cluster_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a kill between the last part and the file of all."""
    part = training(tmp_path)
    with monkeypatch.context() as patch, pytest.raises(RuntimeError):
        patch.setattr(IterationGames, "_join", refuse)
        part.step()
    part.close()
    cluster = Failing(0)
    gone_on = training(tmp_path, cluster)
    assert gone_on.step().games == 10 and not cluster.asked


def refuse(*_: object) -> None:
    raise RuntimeError


def test_a_damaged_part_is_named_or_played_again(tmp_path: Path) -> None:
    whole = training(tmp_path / "whole")
    whole.step()
    part = training(tmp_path / "part", Failing(2))
    with pytest.raises(EngineError):
        part.step()
    part.close()
    figures = tmp_path / "part" / "games-00001-part-3.json"
    content = figures.read_bytes()
    figures.write_text("{", "utf-8")
    part = training(tmp_path / "part")
    with pytest.raises(UsageError, match=r"games-00001-part-3\.json' is damaged"):
        part.step()
    figures.write_bytes(content)
    (tmp_path / "part" / "games-00001-part-3.samples").unlink()
    (tmp_path / "part" / "games-00001-part-2.samples").write_bytes(b"junk")
    part.step()
    assert weights(part) == weights(whole)
    part.close()
    left = tmp_path / "part" / "games-00001-part-1.samples"
    left.write_bytes(b"a kill has left it")
    training(tmp_path / "part").close()
    assert not left.exists()


def test_a_cluster_needs_parts(tmp_path: Path) -> None:
    config = tmp_path / "run.toml"
    config.write_text(CONFIG, "utf-8")
    message = complaint("train", str(config), "--folder", str(tmp_path / "run"), "--cluster", "auto")
    assert "expected self_play.parts of 2 or more" in message
