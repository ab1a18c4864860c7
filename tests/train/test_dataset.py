"""Datasets: what is written of games, read back as it was, and found when it is damaged."""

from __future__ import annotations

import gzip
import json
import math
import os
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hexapoda.errors import UsageError
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.storage import Store
from hexapoda.storage.selection import GameSelection
from hexapoda.train.dataset import (
    DatasetPart,
    DatasetSettings,
    FileSource,
    StoreSource,
    check_dataset,
    dataset_samples,
    read_dataset,
    write_dataset,
)
from hexapoda.train.dataset.card import DatasetCard
from hexapoda.train.dataset.part import PartRows
from hexapoda.train.episode import EpisodeSettings
from tests.cli.command_line import complaint, objects, run

HIVE = GameRecord(
    "hive",
    "Base",
    (PlayerRecord("one", "alphabeta"), PlayerRecord("two", "alphabeta")),
    (
        MoveRecord("wG1", book=True),
        MoveRecord("bG1 wG1\\", score=250),
        MoveRecord("wQ wG1/", score=-40.0, win_in=-4),
        MoveRecord("bS1 /bG1"),
    ),
    winner=1,
    finished=True,
    ending=Ending.RESIGN,
)
SEARCHED = {
    "variant": "3x3",
    "moves": ["a1", "b2", "c1"],
    "winner": 1,
    "without": [],
    "terms": {},
    "visits": [None, {"b2": 30, "c1": 10}, None],
    "values": [None, 0.75, 0.1],
}
FORMATS = ("parquet", "safetensors")


def lines(path: Path, *games: object) -> Path:
    path.write_text("".join(json.dumps(game) + "\n" for game in games), "utf-8")
    return path


def written(folder: Path, path: Path, **settings: object) -> DatasetPart:
    chosen = DatasetSettings(**settings)  # type: ignore[arg-type]
    write_dataset(folder, FileSource.below([path], chosen.score_scale), chosen)
    [part] = read_dataset(folder)
    return part


def known(values: np.ndarray) -> list[float | None]:
    return [None if math.isnan(value) else round(value, 4) for value in values.tolist()]


@pytest.mark.parametrize("format", FORMATS)
def test_a_record_is_written_and_read(tmp_path: Path, format: str) -> None:
    part = written(tmp_path / "set", lines(tmp_path / "games.jsonl", HIVE.to_json()), format=format)
    assert part.plies.tolist() == [1, 2, 3]  # the book move is left out
    assert part.positions[0] == "Base Black[1] - wG1@0,0"
    assert part.played == ("bG1 wG1\\", "wQ wG1/", "bS1 /bG1")
    # A score of 250 is a win probability of 1 / (1 + 1/e).
    assert known(part.values) == [round(2 / (1 + math.exp(-1)) - 1, 4), -1, None]
    assert known(part.proofs) == [None, -1, None]
    assert known(part.results) == [1, -1, 1]
    assert part.moves == () and part.policy(2) == {}
    card = check_dataset(tmp_path / "set")
    assert (card.game, card.variants, card.games, card.positions) == ("hive", {"Base": 3}, 1, 3)
    assert (card.with_policy, card.with_value, card.with_proof, card.with_result) == (0, 2, 1, 3)


@pytest.mark.parametrize("format", FORMATS)
def test_the_policies_of_searches_are_kept(tmp_path: Path, format: str) -> None:
    part = written(tmp_path / "set", lines(tmp_path / "games.jsonl", SEARCHED), format=format)
    assert part.played == ("b2", "c1")  # the random move is left out
    assert part.policy(0) == {"b2": 0.75, "c1": 0.25} and part.policy(1) == {}
    assert known(part.values) == [0.5, -0.8] and part.rules == ("swap=off", "swap=off")
    settings = EpisodeSettings.of("hex", variant="3x3", rules={"swap": "off"})
    [samples] = dataset_samples(tmp_path / "set", settings, legal_only=True)
    second = _second()
    number = {text: settings.layout.number(second, second.parse_move(text)) for text in ("b2", "c1")}
    assert samples.policies[0].tolist() == [
        {number["b2"]: 0.75, number["c1"]: 0.25}.get(action, 0) for action in range(settings.layout.size)
    ]
    assert samples.values.tolist() == pytest.approx([(1 + 0.5) / 2, (-1 - 0.8) / 2])
    assert samples.legal.sum(axis=1).tolist() == [8, 7]
    assert (samples.observations[0] == settings.encoder.encode(second)).all()
    other = EpisodeSettings.of("hex", variant="4x4", rules={"swap": "off"})
    assert list(dataset_samples(tmp_path / "set", other)) == []
    with pytest.raises(UsageError, match="has games of hex: expected hive"):
        dataset_samples(tmp_path / "set", EpisodeSettings.of("hive"))


def _second() -> Any:
    episode = EpisodeSettings.of("hex", variant="3x3", rules={"swap": "off"}).begin()
    episode.push(episode.position.parse_move("a1"))
    return episode.position


def test_a_game_without_a_result_from_play_has_none(tmp_path: Path) -> None:
    late = {**HIVE.to_json(), "ending": "timeout"}
    part = written(tmp_path / "set", lines(tmp_path / "games.jsonl", late), format="safetensors")
    assert known(part.results) == [None, None, None]


def test_games_that_cannot_be_used_are_counted(tmp_path: Path) -> None:
    wrong = {**HIVE.to_json(), "moves": [{"move": "wQ"}, {"move": "wQ"}]}
    path = lines(tmp_path / "games.jsonl", HIVE.to_json(), wrong, SEARCHED, {"moves": 1})
    with path.open("a") as file:
        file.write('{"game": "hi')  # it is being written
    chosen = DatasetSettings("safetensors")
    card = write_dataset(tmp_path / "set", FileSource.below([path], 250), chosen)
    assert (card.games, card.left_out) == (1, 3) and "wQ" in card.reason
    with pytest.raises(UsageError, match="no position to write"):
        write_dataset(
            tmp_path / "none", FileSource.below([path], 250), DatasetSettings("safetensors", variant="4x4")
        )


@pytest.mark.parametrize(
    "visits", [{"zz9": 30}, {"a1": 30}, {"b2": math.inf}, {"b2": 10**400}, {"\ud800": 1}, {"b2": 0}]
)
def test_a_game_with_an_impossible_policy_is_left_out(tmp_path: Path, visits: dict[str, float]) -> None:
    wrong = {**SEARCHED, "visits": [None, visits, None]}
    path = lines(tmp_path / "games.jsonl", wrong, SEARCHED)
    card = write_dataset(
        tmp_path / "set", FileSource.below([path], 250), DatasetSettings("safetensors"), license="CC0-1.0"
    )
    assert (card.games, card.left_out) == (1, 1) and card.reason
    assert check_dataset(tmp_path / "set").positions == card.positions


def test_a_move_that_is_named_twice_in_a_policy_counts_once(tmp_path: Path) -> None:
    twice = {**SEARCHED, "visits": [None, {"b2": 20, "B2": 10, "c1": 10}, None]}
    part = written(tmp_path / "set", lines(tmp_path / "games.jsonl", twice), format="safetensors")
    assert part.moves == ("b2", "c1") and part.shares.tolist() == [0.75, 0.25]


def test_scores_of_hex_have_no_unit_so_only_proofs_are_values(tmp_path: Path) -> None:
    players = (PlayerRecord("one", "rave"), PlayerRecord("two", "rave"))
    moves = (MoveRecord("b2", score=98.0), MoveRecord("a1", score=-98.0, win_in=-2))
    record = GameRecord("hex", "3x3", players, moves, winner=0, finished=True, ending=Ending.RESIGN)
    part = written(tmp_path / "set", lines(tmp_path / "games.jsonl", record.to_json()), format="safetensors")
    assert known(part.values) == [None, -1]


def test_a_kill_before_the_first_file_is_complete_can_be_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = lines(tmp_path / "games.jsonl", HIVE.to_json())
    chosen = DatasetSettings("safetensors")

    def killed(self: DatasetCard, folder: Path) -> None:
        if self.shards:
            raise SystemExit  # the file is there, the card does not name it
        write(self, folder)

    write = DatasetCard.write
    monkeypatch.setattr(DatasetCard, "write", killed)
    with pytest.raises(SystemExit):
        write_dataset(tmp_path / "set", FileSource.below([path], 250), chosen)
    monkeypatch.undo()
    assert write_dataset(tmp_path / "set", FileSource.below([path], 250), chosen).positions == 3
    assert check_dataset(tmp_path / "set").positions == 3


def test_games_of_files_and_of_the_library_are_the_same(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db"), create=True) as store:
        store.add(HIVE)
        source = StoreSource(store, GameSelection(game="hive").filter(), 250)
        write_dataset(tmp_path / "set", [source], DatasetSettings("safetensors"))
        assert source.to_json()["games"] == 1
    [part] = read_dataset(tmp_path / "set")
    assert known(part.values)[1:] == [-1, None] and known(part.results) == [1, -1, 1]


class Stopped(Exception):
    pass


def stop_after(most: int) -> Callable[[int, int], None]:
    def on_game(games: int, positions: int) -> None:
        if games == most:
            raise Stopped

    return on_game


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name.startswith("positions")}


def test_an_interrupted_dataset_is_continued_as_if_it_had_not_been(tmp_path: Path) -> None:
    path = lines(tmp_path / "games.jsonl", *[HIVE.to_json()] * 5, {"moves": 1}, *[HIVE.to_json()] * 4)
    chosen = DatasetSettings("safetensors", shard=6)
    for stop in (3, 4, 8):  # the second one comes before the next file is complete
        with pytest.raises(Stopped):
            write_dataset(tmp_path / "cut", FileSource.below([path], 250), chosen, on_game=stop_after(stop))
    with pytest.raises(UsageError, match="is not finished"):
        check_dataset(tmp_path / "cut")
    cut = write_dataset(tmp_path / "cut", FileSource.below([path], 250), chosen)
    whole = write_dataset(tmp_path / "whole", FileSource.below([path], 250), chosen)
    assert contents(tmp_path / "cut") == contents(tmp_path / "whole") and len(whole.shards) == 5
    assert {**asdict(cut), "date": ""} == {**asdict(whole), "date": ""}
    assert check_dataset(tmp_path / "cut").positions == 27
    assert [len(part) for part in read_dataset(tmp_path / "cut")] == [6, 6, 6, 6, 3]
    lines(path, HIVE.to_json())
    with pytest.raises(UsageError, match="a dataset with different games"):
        write_dataset(tmp_path / "cut", FileSource.below([path], 250), chosen)


def test_no_game_is_begun_after_the_positions_that_are_wanted(tmp_path: Path) -> None:
    path = lines(tmp_path / "games.jsonl", *[HIVE.to_json()] * 5)
    assert len(written(tmp_path / "set", path, format="safetensors", positions=4)) == 6


def test_samples_come_in_the_size_that_is_asked_for(tmp_path: Path) -> None:
    written(
        tmp_path / "set", lines(tmp_path / "g.jsonl", HIVE.to_json(), HIVE.to_json()), format="safetensors"
    )
    found = dataset_samples(tmp_path / "set", EpisodeSettings.of("hive", variant="Base"), size=4)
    assert [len(samples) for samples in found] == [4, 2]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", ["positions-00001.{}", "dataset.json", "SHA256SUMS"])
def test_damage_is_found(tmp_path: Path, name: str, format: str) -> None:
    written(tmp_path / "set", lines(tmp_path / "games.jsonl", HIVE.to_json()), format=format)
    path = tmp_path / "set" / name.format(format)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(UsageError):
        check_dataset(tmp_path / "set")


def lied(folder: Path, **changes: object) -> None:
    """Change the card of a dataset, with the checksums that belong to it."""
    card = DatasetCard.read(folder)
    for name, value in changes.items():
        setattr(card, name, value)
    card.write(folder)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"with_policy": 77}, "wrong counts"),
        ({"with_result": 0}, "wrong counts"),
        ({"variants": {"4x4": 2}}, "wrong variants"),
        ({"positions": 1}, "says 1 positions"),
        ({"games": "x"}, "numbers of games"),
        ({"taken": -5}, "numbers of games"),
        ({"variants": 5}, "numbers of games"),
        ({"game": 5}, "expected a game"),
    ],
)
def test_a_card_that_says_something_else_is_found(
    tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    written(tmp_path / "set", lines(tmp_path / "games.jsonl", SEARCHED), format="safetensors")
    check_dataset(tmp_path / "set")
    lied(tmp_path / "set", **changes)
    with pytest.raises(UsageError, match=message):
        check_dataset(tmp_path / "set")


def test_a_text_that_is_not_a_move_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take = PartRows.take

    def wrong(self: PartRows) -> DatasetPart:
        part = take(self)
        return replace(part, moves=("zz9",) * len(part.moves))

    monkeypatch.setattr(PartRows, "take", wrong)
    written(tmp_path / "set", lines(tmp_path / "games.jsonl", SEARCHED), format="safetensors")
    with pytest.raises(UsageError, match=r"position '3x3.*zz9"):
        list(
            dataset_samples(tmp_path / "set", EpisodeSettings.of("hex", variant="3x3", rules={"swap": "off"}))
        )


def test_wrong_shares_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take = PartRows.take

    def wrong(self: PartRows) -> DatasetPart:
        part = take(self)
        return replace(part, shares=part.shares * np.float32(-1) if len(part) else part.shares)

    monkeypatch.setattr(PartRows, "take", wrong)
    path = lines(tmp_path / "games.jsonl", SEARCHED)
    write_dataset(tmp_path / "set", FileSource.below([path], 250), DatasetSettings("safetensors"))
    with pytest.raises(UsageError, match="share of a policy"):
        check_dataset(tmp_path / "set")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": [0, 0, 1]}, "row 2: game 1 is out of range: the card says 1 games"),
        ({"games": [0, -1, 0]}, "row 1: game -1 is out of range"),
        ({"plies": [1, 1, 3]}, "row 1: the game or the ply does not come after that of the previous row"),
        ({"results": [1, 1, 1]}, "row 1: the result differs from the game's earlier rows"),
        ({"results": [1, math.nan, 1]}, "row 1: the result differs from the game's earlier rows"),
        ({"proofs": [math.nan, 1, math.nan]}, "row 1: the value of a proven position"),
    ],
)
def test_columns_that_contradict_each_other_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, list[float]], message: str
) -> None:
    take = PartRows.take

    def wrong(self: PartRows) -> DatasetPart:
        part = take(self)
        new: dict[str, Any] = {
            name: np.array(values, getattr(part, name).dtype) for name, values in changes.items()
        }
        return replace(part, **new) if len(part) else part

    monkeypatch.setattr(PartRows, "take", wrong)
    path = lines(tmp_path / "games.jsonl", HIVE.to_json())
    write_dataset(tmp_path / "set", FileSource.below([path], 250), DatasetSettings("safetensors"))
    with pytest.raises(UsageError, match=message):
        check_dataset(tmp_path / "set")


def test_a_dataset_may_lie_in_the_folder_of_its_games(tmp_path: Path) -> None:
    lines(tmp_path / "games.jsonl", HIVE.to_json(), HIVE.to_json())
    command = ("dataset", str(tmp_path / "set"), str(tmp_path), "--format", "safetensors", "--quiet")
    [first] = objects(*command)
    [again] = objects(*command)
    assert again == first and [each["file"] for each in first["sources"]] == ["games.jsonl"]


def test_a_source_without_games_is_named(tmp_path: Path) -> None:
    folder = str(tmp_path / "set")
    (tmp_path / "games.pgn.gz").write_bytes(gzip.compress(b"[GameType"))
    (tmp_path / "readme.txt").write_text("hello")
    os.mkfifo(tmp_path / "pipe")
    for name, message in (
        ("games.pgn.gz", "games.pgn.gz: it is compressed with gzip"),
        ("readme.txt", "readme.txt: the format is not known"),
        ("pipe", "it is not a regular file"),
    ):
        assert message in complaint("dataset", folder, str(tmp_path / name), "--format", "safetensors")
    assert not Path(folder).exists()


def test_the_command(tmp_path: Path) -> None:
    path, folder = str(lines(tmp_path / "games.jsonl", HIVE.to_json())), str(tmp_path / "set")
    options = ("--format", "safetensors", "--license", "CC0-1.0", "--description", "two moves")
    more = ("--shard", "2", "--score-scale", "100", "--positions", "9", "--game", "hive", "--variant", "base")
    [card] = objects("dataset", folder, path, *options, *more, "--quiet")
    assert (card["license"], card["description"], card["positions"]) == ("CC0-1.0", "two moves", 3)
    assert card["settings"]["shard"] == 2 and card["sources"][0]["file"] == "games.jsonl"
    assert run("dataset", folder, "--check").stdout.splitlines()[0] == (
        "3 positions of 1 game of hive: all checksums and positions are right"
    )
    assert "is not empty and has no dataset" in complaint("dataset", str(tmp_path), path)
    assert "expected no other PATH" in complaint("dataset", folder, path, "--check")


def test_the_command_takes_the_library(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db"), create=True) as store:
        store.add(HIVE)
    options = ("--store", str(tmp_path / "games.db"), "--format", "safetensors")
    made = run("dataset", str(tmp_path / "set"), *options)
    assert made.stdout.startswith("3 positions of 1 game of hive in 1 file")


def test_what_a_run_writes_beside_its_games_is_left_alone(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    for name in (
        "settings.json",
        "progress.jsonl",
        "gates.json",
        "generations.json",
        "games-00001.json",
        "games-00001.samples",
    ):
        (run / name).write_text('{"kind": "iteration"}\n')
    lines(run / "games.jsonl", HIVE.to_json())
    written(tmp_path / "set", run, format="safetensors")
    [card] = objects("dataset", str(tmp_path / "set"), "--check")
    assert card["left_out"] == 0 and [each["file"] for each in card["sources"]] == ["games.jsonl"]
