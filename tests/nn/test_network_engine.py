"""The engine `net:FILE`: whole games, proofs, limits, and networks that do not fit."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hexapoda.engine import Limit, SearchInfo, ask
from hexapoda.errors import EngineError, UsageError
from hexapoda.games import find_game
from hexapoda.hex import Position as HexPosition
from hexapoda.hive import Position as HivePosition
from hexapoda.nets.network_file import read_header
from hexapoda.nets.shipped import shipped_networks
from hexapoda.registry import parse_engine
from hexapoda.train.batch import BatchEnv
from hexapoda.train.search import BatchSearch
from tests.cli.command_line import objects, run
from tests.nn.networks import random_network


@pytest.fixture
def hex_network(tmp_path: Path) -> Path:
    return random_network(tmp_path / "small.net", "hex", "3x3", "planes", "cells")


@pytest.mark.parametrize(
    ("game", "variant", "observation", "actions"),
    [
        ("hex", "5x4", "planes", "cells"),
        ("hive", "Base+MLP", "planes:window=21", "cells:window=21"),
    ],
)
def test_it_plays_legal_moves(
    tmp_path: Path, game: str, variant: str, observation: str, actions: str
) -> None:
    path = random_network(tmp_path / "a.net", game, variant, observation, actions)
    engine = parse_engine(f"net:{path}", game).create()
    position = find_game(game).initial(variant, {})
    plies = 0
    while position.outcome() is None and plies < 24:
        position.push(ask(engine, position, Limit(nodes=8)).move)
        plies += 1
    assert plies >= 7


def test_it_proves_a_win(hex_network: Path) -> None:
    """On 3x3 the first player wins, whatever the network thinks."""
    engine = parse_engine(f"net:{hex_network}", "hex").create()
    result = ask(engine, HexPosition("3x3"), Limit(nodes=100_000))
    assert result.info.win_probability == 1
    assert result.info.nodes is not None and result.info.nodes < 100_000
    assert result.info.pv[0] == result.move and len(result.info.pv) >= 3


def test_limits_are_kept(hex_network: Path) -> None:
    path = random_network(hex_network.with_name("large.net"), "hex", "11x11", "planes", "cells")
    engine = parse_engine(f"net:{path}", "hex").create()
    position = HexPosition("11x11")
    assert ask(engine, position, Limit(nodes=50)).info.nodes == 50
    assert (ask(engine, position, Limit(depth=1)).info.nodes or 0) <= 100
    assert ask(engine, position, Limit(time=0)).move in position.legal_moves
    small = parse_engine(f"net:{path},table_size=1,simulations=100000", "hex").create()
    assert (ask(small, position, Limit()).info.nodes or 0) < 1000, "a megabyte has room for so many"
    seen: list[SearchInfo] = []
    threading.Timer(0.2, engine.stop).start()
    begin = time.monotonic()
    engine.search(position, Limit(nodes=10**9), seen.append)
    assert seen and time.monotonic() - begin < 20


def test_several_lines_are_in_order(hex_network: Path) -> None:
    path = random_network(hex_network.with_name("large.net"), "hex", "7x7", "planes", "cells")
    engine = parse_engine(f"net:{path},multipv=4", "hex").create()
    seen: list[SearchInfo] = []
    result = ask(engine, HexPosition("7x7"), Limit(nodes=300), seen.append)
    assert [info.multipv for info in seen[-4:]] == [1, 2, 3, 4]
    assert seen[-4].pv == result.info.pv
    assert len({info.pv[0] for info in seen[-4:]}) == 4


def repeating() -> tuple[HivePosition, str]:
    """A position, and the move that repeats one for the third time."""
    position = HivePosition("Base")
    for text in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
        position.push_text(text)
    while True:
        for text in ("wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"):
            before = position.copy()
            position.push_text(text)
            if position.outcome() is not None:
                return before, text


def test_it_knows_what_was_repeated(tmp_path: Path) -> None:
    """The tree begins with the history of the game: a third occurrence is a draw."""
    path = random_network(tmp_path / "a.net", "hive", "Base", "planes:window=21", "cells:window=21")
    engine = parse_engine(f"net:{path},multipv=64", "hive").create()
    position, text = repeating()
    seen: list[SearchInfo] = []
    ask(engine, position, Limit(nodes=2000), seen.append)
    [repeats] = [info for info in seen if info.pv[0] == position.parse_move(text)][-1:]
    assert (repeats.score, len(repeats.pv)) == (0, 1)


def test_walks_that_end_in_draws_do_not_keep_it() -> None:
    """A network that is sure of a move that draws: no walk needs an evaluation, and the time must count."""
    position, text = repeating()
    batch = BatchEnv("hive", 1, position=position.game_string(), variant="Base")
    search = BatchSearch(batch, gumbel=False, simulations=1 << 30)
    number = batch.settings.layout.number(position, position.parse_move(text))

    def sure(observations: Any, masks: Any) -> tuple[Any, Any]:
        logits = np.zeros(masks.shape, np.float32)
        logits[:, number] = 1000
        return logits, np.zeros(len(masks), np.float32)

    core = search._core
    core.begin()
    assert core.collect() == 1
    assert core.backpropagate(*sure(None, np.zeros((1, batch.settings.layout.size)))) == -1
    assert core.collect() == -2


def test_far_hives_get_a_random_move(tmp_path: Path) -> None:
    path = random_network(tmp_path / "a.net", "hive", "Base", "planes:window=5", "cells:window=5")
    engine = parse_engine(f"net:{path}", "hive").create()
    position = HivePosition("Base")
    for text in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-"):
        position.push_text(text)
    assert ask(engine, position, Limit(nodes=10)).move in position.legal_moves


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("net:", "expected net:NETWORK"),
        ("net:~nobody-here/a.net", "no network is called"),
        ("net:a=b.net", "has no ',' and no '='"),
        ("net:nowhere", "no network is called 'nowhere'"),
        ("net:" + 5000 * "x", "no network is called 'xxx"),
        ("net:{path},tree=7", "has no option 'tree'"),
        ("net:{path},multipv=0", "must be an integer from 1 to 64"),
    ],
)
def test_a_wrong_text_is_refused(hex_network: Path, text: str, trouble: str) -> None:
    with pytest.raises(UsageError, match=trouble):
        parse_engine(text.format(path=hex_network), "hex")


@pytest.mark.parametrize(
    ("changes", "trouble"),
    [
        ({"architecture": "rave"}, "has the architecture 'rave'"),
        ({"variant": None}, "no variant"),
        ({"variant": "4x4"}, "do not fit"),
        ({"sizes": {"planes": 5}}, "the sizes of a board network are"),
        ({"observation": "tokens"}, "no observation of Hex is called 'tokens'"),
    ],
)
def test_a_network_that_does_not_fit_is_refused(
    tmp_path: Path, changes: dict[str, object], trouble: str
) -> None:
    path = random_network(tmp_path / "a.net", "hex", "3x3", "planes", "cells", changes=changes)
    with pytest.raises(UsageError, match=trouble):
        parse_engine(f"net:{path}", "hex").create()


def test_it_refuses_positions_of_other_games_and_boards(hex_network: Path) -> None:
    with pytest.raises(UsageError, match="plays hex: expected one for hive"):
        parse_engine(f"net:{hex_network}", "hive")
    engine = parse_engine(f"net:{hex_network}", "hex").create()
    with pytest.raises(UsageError, match="plays 3x3 only: expected a network for 4x4"):
        engine.search(HexPosition("4x4"), Limit(nodes=1))
    with pytest.raises(UsageError, match="trained with the rules"):
        engine.search(HexPosition("3x3", swap="pieces"), Limit(nodes=1))


def test_a_network_that_returns_no_numbers_loses_nothing(tmp_path: Path) -> None:
    path = random_network(tmp_path / "a.net", "hex", "3x3", "planes", "cells", scale=1e30)
    engine = parse_engine(f"net:{path}", "hex").create()
    with pytest.raises(EngineError, match="not finite"):
        engine.search(HexPosition("3x3"), Limit(nodes=10))


def test_networks_of_the_package_play() -> None:
    shipped = shipped_networks()
    assert "hex-5x5" in shipped
    assert sum(path.stat().st_size for path in shipped.values()) < 10_000_000
    for name, path in shipped.items():
        header = read_header(path)
        position = find_game(header.game).initial(header.variant, header.rules)
        engine = parse_engine(f"net:{name}", header.game).create()
        assert ask(engine, position, Limit(nodes=20)).move in position.legal_moves


def test_the_command_lists_networks(hex_network: Path) -> None:
    [found] = objects("nets", str(hex_network))
    assert (found["name"], found["game"], found["elo"]) == ("small", "hex", None)
    assert found["bytes"] == hex_network.stat().st_size
    assert "3x3" in run("nets", str(hex_network)).stdout


def test_the_command_lists_the_others_beside_a_damaged_network(hex_network: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.net"
    damaged.write_bytes(hex_network.read_bytes()[:-1])
    said = run("nets", str(damaged), "nothing.net", str(hex_network), code=2)
    assert "3x3" in said.stdout
    assert "damaged.net" in said.stderr and "'nothing.net'" in said.stderr
    assert "wrote" not in said.stderr and run("nets", str(damaged), code=2).stdout == ""
