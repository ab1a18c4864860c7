"""The network of Hex: the core's numbers against a plain version of them, and how one is trained."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hexapoda._core import hex as core
from hexapoda.engine import Limit
from hexapoda.engines.hex.rave import RaveEngine
from hexapoda.errors import UsageError
from hexapoda.hex import Position
from hexapoda.hex.cell import Cell, mirrored, parse_cell
from hexapoda.hex.network import network_weights
from hexapoda.nets.network_file import read_network
from tests.engines.test_hex_bruteforce import random_position
from tools import hex_games
from tools.game_lines import games_of

CHANNELS = core.NETWORK_CHANNELS
FIRST, CONVOLUTION, POOL = (
    (7 * 4 + 1) * CHANNELS,
    (7 * CHANNELS + 1) * CHANNELS,
    (2 * CHANNELS + 1) * CHANNELS,
)
BLOCK, HEADS = 2 * CONVOLUTION + POOL + 2, CHANNELS + 1 + POOL + CHANNELS + 1
LEVELS = 127
"""The largest integer that stands for an input of a convolution in a block, and for a weight."""
AROUND = ((0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1))
"""What a convolution sees of a cell at (column, row), in the order of its weights."""


def some_weights(blocks: int, seed: int = 1) -> NDArray[Any]:
    chance = np.random.default_rng(seed)
    weights = chance.normal(0, 0.15, FIRST + blocks * BLOCK + HEADS).astype(np.float32)
    for block in range(blocks):
        begin = FIRST + block * BLOCK
        weights[begin : begin + CONVOLUTION].reshape(-1, CHANNELS)[:, 3] = 0  # an output without weights
        weights[begin + BLOCK - 2 : begin + BLOCK] = 1.5, 0.9  # the largest inputs; some inputs are larger
    return weights


def plain_look(
    weights: NDArray[Any],
    own: set[Cell],
    theirs: set[Cell],
    last: Cell | None,
    columns: int,
    rows: int,
) -> tuple[float, dict[Cell, float]]:
    """What the network says to the side that joins top and bottom, cell by cell."""
    place = 0

    def matrix(rows_in: int, out: int = CHANNELS) -> tuple[NDArray[Any], NDArray[Any]]:
        nonlocal place
        taken = weights[place : place + (rows_in + 1) * out].reshape(rows_in + 1, out)
        place += (rows_in + 1) * out
        return taken[:-1], taken[-1]

    def convolve(
        seen: dict[Cell, NDArray[Any]], width: int, most: float | None = None
    ) -> dict[Cell, NDArray[Any]]:
        rows_of, always = matrix(7 * width)
        nothing = np.zeros(width, np.float32)
        if most is not None:
            seen = {cell: rounded(numbers, most) for cell, numbers in seen.items()}
            units = np.abs(rows_of).max(0) / LEVELS
            units[units == 0] = 1
            rows_of = np.round(rows_of / units) * units
        return {
            (column, row): always
            + np.concatenate([seen.get((column + x, row + y), nothing) for x, y in AROUND]) @ rows_of
            for column in range(columns)
            for row in range(rows)
        }

    def rounded(numbers: NDArray[Any], most: float) -> NDArray[Any]:
        clipped: NDArray[Any] = np.floor(numbers * LEVELS / most + 0.5).clip(0, LEVELS) * most / LEVELS
        return clipped

    def pooled(seen: dict[Cell, NDArray[Any]]) -> NDArray[Any]:
        every = np.stack(list(seen.values()))
        return np.concatenate([every.mean(0), every.max(0)])

    shown = {}
    for column in range(-1, columns + 1):
        for row in range(-1, rows + 1):
            cell = (column, row)
            mine = cell in own or row in (-1, rows)
            other = cell in theirs or (not mine and column in (-1, columns))
            shown[cell] = np.array([mine, other, cell == last, not mine and not other], np.float32)
    numbers = {cell: np.maximum(made, 0) for cell, made in convolve(shown, 4).items()}
    for block in range((len(weights) - FIRST - HEADS) // BLOCK):
        most = weights[FIRST + (block + 1) * BLOCK - 2 :][:2]
        inner = {cell: np.maximum(made, 0) for cell, made in convolve(numbers, CHANNELS, most[0]).items()}
        outer = convolve(inner, CHANNELS, most[1])
        rows_of, always = matrix(2 * CHANNELS)
        place += 2
        board = pooled(numbers) @ rows_of + always
        numbers = {cell: np.maximum(numbers[cell] + outer[cell] + board, 0) for cell in numbers}
    rows_of, always = matrix(CHANNELS, 1)
    logits = {cell: float((made @ rows_of + always)[0]) for cell, made in numbers.items()}
    rows_of, always = matrix(2 * CHANNELS)
    hidden = np.maximum(pooled(numbers) @ rows_of + always, 0)
    rows_of, always = matrix(CHANNELS, 1)
    return 1 / (1 + math.exp(-float((hidden @ rows_of + always)[0]))), logits


@pytest.mark.parametrize("variant", ["11x11", "5x8", "9x4", "1x2", "26x20"])
@pytest.mark.parametrize("blocks", [0, 2])
def test_the_core_says_what_a_plain_network_says(variant: str, blocks: int) -> None:
    columns, rows = map(int, variant.split("x"))
    weights = some_weights(blocks)
    for stones in (0, columns * rows // 4, columns * rows // 4 + 1):
        position = random_position(variant, stones, seed=stones)
        played = [parse_cell(str(move)) for move in position.moves]
        last = played[-1] if played else None
        black, white = set(played[0::2]), set(played[1::2])
        if stones % 2 == 0:
            chance, logits = plain_look(weights, black, white, last, columns, rows)
        else:  # White sees the board mirrored
            black, white = ({mirrored(cell) for cell in side} for side in (black, white))
            chance, there = plain_look(weights, white, black, mirrored(played[-1]), rows, columns)
            logits = {mirrored(cell): logit for cell, logit in there.items()}
        found, moves = core.network_evaluate(
            position, weights.tobytes(), position.moves[-1] if position.moves else None
        )
        assert found == pytest.approx(chance, abs=1e-3)
        assert {str(move) for move, _ in moves} == {str(move) for move in position.legal_moves}
        for move, logit in moves:
            # A number that is rounded the other way may move a logit by a few thousandths.
            assert logit == pytest.approx(logits[parse_cell(str(move))], abs=5e-3)


def test_an_unknown_last_move_is_seen() -> None:
    position = random_position("6x6", 8, seed=1)
    weights = some_weights(1).tobytes()
    assert core.network_evaluate(position, weights) != core.network_evaluate(
        position, weights, position.moves[-1]
    )


def test_what_is_no_network_is_refused() -> None:
    position = Position("5x5")
    with pytest.raises(ValueError, match=r"expected \d+ and \d+ more for each block, found \d+"):
        core.network_evaluate(position, some_weights(1).tobytes()[:-4])
    for wrong in (math.nan, math.inf, 1e6):
        weights = some_weights(1)
        weights[1000] = wrong
        with pytest.raises(ValueError, match="expected numbers from -65504 to 65504"):
            core.network_evaluate(position, weights.tobytes())
    weights = some_weights(1)
    weights[FIRST + BLOCK - 1] = 0
    with pytest.raises(ValueError, match="expected a positive number as the largest input"):
        core.network_evaluate(position, weights.tobytes())
    with pytest.raises(ValueError, match="float32"):
        core.network_evaluate(position, b"")
    with pytest.raises(ValueError, match="float32"):
        core.RaveCore(16, b"", b"123")
    with pytest.raises(ValueError, match="off the board"):
        core.network_evaluate(position, network_weights(), Position("7x7").parse_move("g7"))


def test_the_network_of_the_package_knows_who_is_joined() -> None:
    black = [(5, row) for row in range(1, 10)]
    white = [(column, 10) for column in range(4)] + [(column, 0) for column in range(7, 11)]
    for to_move in (0, 1):
        position = Position.from_stones("11x11", black, white, color_to_move=to_move)
        chance, moves = core.network_evaluate(position, network_weights())
        assert chance > 0.9 if to_move == 0 else chance < 0.2
        assert len(moves) == 121 - 17


def test_levels_below_full_strength_know_no_network() -> None:
    position = Position("9x9", swap="off")
    position.push(position.parse_move("c4"))

    def found(level: int, without: str) -> object:
        info = (
            RaveEngine(level=level, seed=1, without=without, book=False)
            .search(position, Limit(nodes=500))
            .info
        )
        return info.pv, info.score

    assert found(9, "nothing") == found(9, "network")
    assert found(10, "nothing") != found(10, "network")


def test_games_are_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    terms = hex_games.Terms(playouts=80, without=("network",), quick=40, long=0.5, seed=3)
    hex_games.play(path, 1, terms, 1)
    first = path.read_text("utf-8")
    path.write_text(first[:-1], "utf-8")
    hex_games.play(path, 1, terms, 1)
    assert path.read_text("utf-8") == first  # a whole game is not played again
    path.write_text(first + first[:30], "utf-8")
    hex_games.play(path, 3, terms, 1)
    games = path.read_text("utf-8").splitlines()
    assert games[0] + "\n" == first and len(games) == 3
    for game in map(json.loads, games):
        assert game["winner"] in (0, 1)
        kept = [tries for tries in game["visits"] if tries]
        assert 0 < len(kept) < len(game["moves"]) and all(sum(tries.values()) >= 60 for tries in kept)
        assert game["without"] == ["network"]
        assert game["values"][0] is None and game["values"][-1] is not None  # the first move is random
        for value, tries in zip(game["values"], game["visits"], strict=True):
            assert tries is None or value is not None


@pytest.mark.parametrize(
    "content",
    [
        "precious text",
        "garbage\n\n",
        '{"variant": "5x5"}\n',
        "[1]\n",
        '{"settings": {"precious": true}}',  # an object need not be a game
        '{"moves": []}\nprecious text',
        '{"moves": []}\n{"precious": true,',
        '{"moves": [1]}\n{"moves": [1]}{"moves": [2]}',
        "{precious notes",
    ],
)
def test_a_file_of_something_else_is_not_touched(tmp_path: Path, content: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content, "utf-8")
    with pytest.raises(ValueError, match=r"notes\.txt"):
        hex_games.play(path, 1, hex_games.Terms(playouts=40), 1)
    assert path.read_text("utf-8") == content


def test_games_with_other_terms_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    hex_games.play(path, 1, hex_games.Terms(playouts=40, quick=40), 1)
    before = path.read_text("utf-8")
    with pytest.raises(ValueError, match="games with other terms"):
        hex_games.play(path, 2, hex_games.Terms(playouts=40, quick=41), 1)
    assert path.read_text("utf-8") == before


@pytest.mark.parametrize("changed", [{"variant": "9x3"}, {"winner": None}])
def test_games_that_teach_nothing_are_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    pytest.importorskip("torch")
    from tools.hex_samples import sample

    game = {"variant": "3x3", "moves": ["b2"], "visits": [{"b2": 1}], "values": [0.5], "winner": 0}
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps({**game, **changed}) + "\n", "utf-8")
    with pytest.raises(ValueError, match="game 1 of the files: expected a square board and a winner"):
        sample([path])


def test_what_the_network_learns_from_a_game() -> None:
    pytest.importorskip("torch")
    from tools.hex_samples import OUTCOME, Collected, fitted_sharpness

    game = {
        "variant": "3x3",
        "moves": ["a1", "b1", "c1", "c2", "b2"],  # the first and the third are random
        "visits": [None, {"b1": 3, "a2": 1}, None, None, {"b2": 2, "a3": 6}],
        "values": [None, 0.4, None, 0.2, 0.6],
        "winner": 0,
    }
    collected = Collected(3)
    collected.add(game, 1.0)
    samples = collected.samples()
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
    assert fitted_sharpness([]) == 1
    for values, winner in (([0.5], 0), ([None, 0.98], 1), ([None, 0.98], 0)):
        few = {"values": values, "winner": winner}
        assert 0.5 <= fitted_sharpness([few] * 3) <= 4


def test_a_network_is_trained_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    from tools import hex_network, hex_samples

    torch.set_num_threads(1)  # on a busy machine, two would mostly wait for each other
    monkeypatch.setattr(hex_network, "BATCH", 32)
    path, checkpoint = tmp_path / "games.jsonl", tmp_path / "half.pt"
    hex_games.play(path, 2, hex_games.Terms(playouts=60, without=("network",)), 1)
    by_side, unseen = hex_samples.sample([path])
    games = list(games_of([path]))
    searched = [value for game in games for value in game["values"] if value is not None]
    everything = [*by_side.values(), *unseen.values()]
    assert sum(map(len, everything)) == len(searched) + len(games)  # each game ends with a proof
    assert sum(len(samples.policies) for samples in everything) == len(searched)
    [side], [samples] = list(by_side), list(by_side.values())
    assert samples.policies.float().sum(1).numpy() == pytest.approx(np.ones(len(samples.policies)), abs=1e-2)
    settings: dict[str, int | float] = {"seed": 1, "steps": 30}
    training = hex_network.Training.begin(settings, None)
    before = hex_network.validation(training.network, samples)
    assert not training.network.rounds
    training.learn(by_side, 30, 0.003, checkpoint)
    assert training.network.rounds
    half = hex_network.weights_of(training.network)
    training.learn(by_side, 31, 0.003)
    further = hex_network.weights_of(training.network)
    with pytest.raises(ValueError, match="the run has the settings"):
        hex_network.Training.begin({"seed": 1, "steps": 31}, checkpoint)
    training = hex_network.Training.begin(settings, checkpoint)
    assert training.step == 30 and (hex_network.weights_of(training.network) == half).all()
    training.learn(by_side, 31, 0.003)  # as if nothing had happened
    assert (hex_network.weights_of(training.network) == further).all() and (further != half).any()
    training.learn(by_side, 60, 0.003)
    after = hex_network.validation(training.network, samples)
    assert after[0] < before[0] - 0.2 and sum(after) < sum(before)  # policy, and with the value
    # What is written is what was trained.
    numbers = hex_network.weights_of(training.network)
    written = tmp_path / "written.net"
    hex_network.write(written, training.network, {"steps": 60})
    assert read_network(written).values == pytest.approx(numbers, abs=1e-3)
    # A run may begin with it. The ranges of the rounding are reset: a run rounds only in its last steps.
    next_run = hex_network.Training.begin({"seed": 2}, None, written)
    begun, stored = hex_network.weights_of(next_run.network), read_network(written).values
    assert (begun[begun != stored] == 0).all() and (begun != stored).sum() == 2 * hex_network.BLOCKS
    assert not next_run.network.rounds
    with pytest.raises(UsageError, match=r"games\.jsonl"):
        hex_network.Training.begin({"seed": 2}, None, path)
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
        logits, odds = training.network(stones)
    assert chance == pytest.approx(float(torch.sigmoid(odds)[0]), abs=1e-4)
    for move, logit in moves:
        column, row = parse_cell(str(move))
        assert logit == pytest.approx(float(logits[0, column * side + row]), abs=1e-3)
