"""How the network of Hex learns from games: samples, learning, going on with it, and its file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hexapoda._core import hex as core
from hexapoda.errors import UsageError
from hexapoda.hex import Position
from hexapoda.hex.cell import parse_cell
from hexapoda.nets.network_file import read_network
from hexapoda.train.expert.game_lines import HELD_OUT, games_of
from hexapoda.train.expert.hex.games import RaveTerms
from tests.train.expert_runs import learn_up_to
from tests.train.test_expert_games import play

GAME = {"variant": "3x3", "moves": ["b2"], "visits": [{"b2": 1}], "values": [0.5], "winner": 0}


@pytest.mark.parametrize("changed", [{"variant": "9x3"}, {"winner": None}])
def test_games_that_teach_nothing_are_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    pytest.importorskip("torch")
    from hexapoda.train.expert.hex.samples import sample

    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps({**GAME, **changed}) + "\n", "utf-8")
    with pytest.raises(ValueError, match="game 1 of the file: expected a square board and a winner"):
        sample([path])


def test_what_the_network_learns_from_a_game() -> None:
    pytest.importorskip("torch")
    from hexapoda.train.expert.hex.samples import OUTCOME, Collected, Label, fitted_sharpness

    game = {
        "variant": "3x3",
        "moves": ["a1", "b1", "c1", "c2", "b2"],  # the first and the third are random
        "visits": [None, {"b1": 3, "a2": 1}, None, None, {"b2": 2, "a3": 6}],
        "values": [None, 0.4, None, 0.2, 0.6],
        "winner": 0,
    }
    collected = Collected(3)
    collected.add(game)
    samples = collected.samples(1.0)
    # Plies 1 and 4, which have visits, come first; then ply 3 and the end, where White is to move and lost.
    # Before a random move the outcome says nothing.
    sure = [OUTCOME * won + (1 - OUTCOME) * value for won, value in ((1, 0.6), (0, 0.2))]
    assert samples.values.tolist() == pytest.approx([0.4, sure[0], sure[1], 0.0])
    # Black sees [row][column], White the board mirrored over its long diagonal: [column][row].
    seen_by_white, seen_by_black = samples.policies.float().numpy().reshape(2, 3, 3)
    assert seen_by_white[1, 0] == 0.75 and seen_by_white[0, 1] == 0.25
    assert seen_by_black[1, 1] == 0.25 and seen_by_black[2, 0] == 0.75
    white, black = samples.stones[0].numpy(), samples.stones[1].numpy()
    assert np.argwhere(white).tolist() == [[1, 0, 0], [2, 0, 0]]  # a1 is the opponent's, and its last move
    assert np.argwhere(black).tolist() == [[0, 0, 0], [0, 0, 2], [1, 0, 1], [1, 1, 2], [2, 1, 2]]
    end = samples.stones[3].numpy()  # White to move: own b1 and c2, the opponent's a1, c1 and b2
    assert np.argwhere(end).tolist() == [
        [0, 1, 0],
        [0, 2, 1],
        [1, 0, 0],
        [1, 1, 1],
        [1, 2, 0],
        [2, 1, 1],
    ]
    squared = [1 / (1 + ((1 - value) / value) ** 2) for value in (0.4, 0.6, 0.2)]
    sharper = [squared[0], OUTCOME + (1 - OUTCOME) * squared[1], (1 - OUTCOME) * squared[2], 0.0]
    assert collected.samples(2.0).values.tolist() == pytest.approx(sharper)
    assert fitted_sharpness([]) == 1
    for label in (Label(True, 0.5, True), Label(True, 0.98, True), Label(False, 0.98, True)):
        assert 0.5 <= fitted_sharpness([label] * 3) <= 4
    unsure = Label(False, 0.6, False)
    assert fitted_sharpness([Label(True, 0.6, True), unsure]) == 4


def test_the_sharpness_is_that_of_the_games_that_are_learned(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from hexapoda.train.expert.hex.samples import OUTCOME, sample

    path = tmp_path / "games.jsonl"
    winners = [1, *[0] * (HELD_OUT - 1), 1]
    games = [{**GAME, "values": [0.6], "winner": winner} for winner in winners]
    path.write_text("".join(json.dumps(game) + "\n" for game in games), "utf-8")
    learned, held_out = sample([path])
    searched = (1 - OUTCOME) / (1 + (0.4 / 0.6) ** 4)
    assert len(learned[3]) == 2 * (HELD_OUT - 1) and len(held_out[3]) == 4
    assert learned[3].values[0] == pytest.approx(OUTCOME + searched)
    assert held_out[3].values[0] == pytest.approx(searched)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"visits": [{"d4": 1}]}, "visits of moves on the board"),
        ({"visits": [{"b2": 0}]}, "visits of moves on the board"),
        ({"values": [None]}, "visits of moves on the board"),
        ({"values": [1.5]}, "a value of 1.5"),
        ({"visits": [{"b2": float("inf")}]}, "visits of moves on the board"),
        ({"visits": [{"b2": True}]}, "visits of moves on the board"),
        ({"moves": ["d4"]}, "expected moves on free cells of 3x3"),
        ({"moves": []}, "expected moves on free cells of 3x3"),
        ({"values": []}, "shorter"),
        ({"variant": 3}, ""),
    ],
)
def test_damaged_games_are_named(tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    pytest.importorskip("torch")
    from hexapoda.train.expert.hex.samples import sample

    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(GAME) + "\n" + json.dumps({**GAME, **changed}) + "\n", "utf-8")
    with pytest.raises(UsageError, match=rf"games\.jsonl: game 2 of the file: .*{message}"):
        sample([path])


def test_a_network_that_diverges_is_not_kept(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from hexapoda.train.expert.hex.lesson import HexLesson
    from hexapoda.train.expert.learning import Learning
    from hexapoda.train.learner import TrainingDivergedError

    torch.set_num_threads(1)
    path, checkpoint = tmp_path / "games.jsonl", tmp_path / "half.pt"
    path.write_text((json.dumps(GAME) + "\n") * 3, "utf-8")
    lesson = HexLesson([path], blocks=1)
    with torch.no_grad():
        lesson.network.value.bias.fill_(float("nan"))
    learning = Learning(lesson, {"seed": 1, "steps": 10, "rate": 0.1, "batch": 8}, checkpoint)
    with pytest.raises(TrainingDivergedError, match=r"with a lower expert\.rate"):
        learning.run()
    assert not checkpoint.exists()


@pytest.mark.parametrize(
    ("weight", "policy", "value"),
    [
        (1e5, 0.1, 0.1),
        (0.0, 2e15, 0.1),
        (0.0, float("nan"), 0.1),
        (0.0, 0.1, float("nan")),
        (0.0, None, float("nan")),
    ],
)
def test_what_could_not_be_read_again_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, weight: float, policy: float | None, value: float
) -> None:
    torch = pytest.importorskip("torch")
    from hexapoda.train.expert.hex.lesson import HexLesson
    from hexapoda.train.expert.learning import Learning
    from hexapoda.train.learner import Losses, TrainingDivergedError

    path = tmp_path / "games.jsonl"
    path.write_text((json.dumps(GAME) + "\n") * 3, "utf-8")
    lesson = HexLesson([path], blocks=1)
    learning = Learning(lesson, {"seed": 1, "steps": 10, "rate": 0.1, "batch": 8}, tmp_path / "half.pt")
    assert (learning.measured().value or 0) > 0
    with torch.no_grad():
        lesson.network.value.bias.fill_(weight)
    monkeypatch.setattr(lesson, "unseen", lambda: Losses(policy, value))
    with pytest.raises(TrainingDivergedError, match=r"with a lower expert\.rate"):
        learning.measured()


@pytest.mark.slow
def test_a_network_learns_and_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    # So many positions say in which ranges to round. With all of them it is most of the work here.
    monkeypatch.setattr("hexapoda.train.expert.hex.lesson.MEASURED", 16)
    from hexapoda.train.expert.hex import network as hex_network
    from hexapoda.train.expert.hex.lesson import HexLesson, measured
    from hexapoda.train.expert.learning import Learning

    torch.set_num_threads(1)  # on a busy machine, two would mostly wait for each other
    path, checkpoint = tmp_path / "games.jsonl", tmp_path / "half.pt"
    play(path, 2, RaveTerms(playouts=60, without=("network",)))

    def begin(steps: int, checkpoint: Path = checkpoint, **changed: Any) -> tuple[HexLesson, Learning]:
        settings = {"seed": 1, "steps": steps, "rate": 0.003, "batch": 8, **changed}
        torch.manual_seed(settings["seed"])
        lesson = HexLesson([path])
        return lesson, Learning(lesson, settings, checkpoint)

    lesson, learning = begin(60)
    games = list(games_of([path]))
    searched = [value for game in games for value in game["values"] if value is not None]
    everything = [*lesson.samples.values(), *lesson.held_out.values()]
    assert sum(map(len, everything)) == len(searched) + len(games)  # each game ends with a proof
    assert sum(len(samples.policies) for samples in everything) == len(searched)
    [side], [samples] = list(lesson.samples), list(lesson.samples.values())
    assert samples.policies.float().sum(1).numpy() == pytest.approx(np.ones(len(samples.policies)), abs=1e-2)
    before = measured(lesson.network, lesson.samples)

    learn_up_to(learning, 30)
    assert not lesson.network.rounds and learning.seconds > 0
    half = hex_network.weights_of(lesson.network)
    with pytest.raises(UsageError, match=r"half\.pt' was made with a different 'steps'.*; without the file"):
        begin(61)
    lesson, learning = begin(60)
    assert learning.step == 30 and (hex_network.weights_of(lesson.network) == half).all()
    learning.run()  # as if nothing had happened
    assert lesson.network.rounds
    numbers = hex_network.weights_of(lesson.network)
    whole, at_once = begin(60, tmp_path / "other.pt")
    at_once.run()
    assert (hex_network.weights_of(whole.network) == numbers).all() and (numbers != half).any()
    after = measured(lesson.network, lesson.samples)
    assert before.policy is not None and after.policy is not None
    assert before.value is not None and after.value is not None
    assert after.policy < before.policy - 0.2 and after.value < before.value + 0.2
    # What is written is what was trained.
    written = tmp_path / "written.net"
    lesson.write(written, {"steps": 60})
    assert read_network(written).values == pytest.approx(numbers, rel=1e-3, abs=1e-3)
    # A run may begin with it. The ranges of the rounding are reset: a run rounds only in its last steps.
    next_one = HexLesson([path], written)
    begun, stored = hex_network.weights_of(next_one.network), read_network(written).values
    assert (begun[begun != stored] == 0).all() and (begun != stored).sum() == 2 * hex_network.BLOCKS
    assert not next_one.network.rounds
    with pytest.raises(UsageError, match=r"games\.jsonl"):
        HexLesson([path], path)
    [game] = [game for game in games_of([path]) if game["variant"] == f"{side}x{side}"][:1]
    position = Position(game["variant"], swap="off")
    for text in game["moves"][:5]:
        position.push(position.parse_move(text))
    chance, moves = core.network_evaluate(position, numbers.tobytes(), position.moves[-1])
    stones = torch.zeros(1, 3, side, side)
    for ply, move in enumerate(position.moves):
        column, row = parse_cell(str(move))
        stones[0, 1 - ply % 2, column, row] = 1  # White to move: mirrored
        stones[0, 2] = 0
        stones[0, 2, column, row] = 1
    with torch.no_grad():
        logits, odds = lesson.network(stones)
    assert chance == pytest.approx(float(torch.sigmoid(odds)[0]), abs=1e-4)
    for move, logit in moves:
        column, row = parse_cell(str(move))
        assert logit == pytest.approx(float(logits[0, column * side + row]), abs=1e-3)
