"""The environments under the checks of PettingZoo and Gymnasium, and what those do not check."""

from __future__ import annotations

import importlib.util
import io
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from PIL import Image

from game_of_y.game import GAME_OF_Y
from hexapoda.analysis import engine_opponent
from hexapoda.errors import (
    EngineError,
    EngineStalled,
    HexapodaError,
    IllegalMoveError,
    UnknownEngineError,
    UsageError,
)
from hexapoda.hive import Piece
from hexapoda.host import running_search
from hexapoda.train.aec import AGENTS, GameEnv, env
from hexapoda.train.batch import BatchEnv
from hexapoda.train.episode import EpisodeSettings
from hexapoda.train.one_side import OneSideEnv
from hexapoda.train.registry import IDS

SETTINGS: list[dict[str, Any]] = [
    {"game": "hive"},
    {"game": "hive", "variant": "Base+MLP", "observation": "tokens", "actions": "cells"},
    {"game": "hex", "variant": "4x4", "rules": {"swap": "sides"}},
]
"""Settings of which the checks of other libraries see whole games."""
MORE_SETTINGS: list[dict[str, Any]] = [
    *(
        {"game": "hive", "variant": "Base+MLP", "observation": observation, "actions": actions}
        for observation in ("planes", "planes:window=5", "planes:window=15", "planes:window=31", "tokens")
        for actions in ("openspiel", "cells", "cells:window=5", "cells:window=31")
    ),
    {"game": "hex", "variant": "4x7", "rules": {"swap": "off"}},
    {"game": "hex", "variant": "5x5", "rules": {"swap": "pieces"}},
    {"game": "hive", "rules": {"opening": "free", "repetition": "off"}, "max_plies": 5},
    {"game": "hive", "observation": "planes:window=9", "actions": "cells:window=9", "illegal": "lose"},
]
"""The others: every encoding and layout with the smallest and largest window, and every other setting."""

STARTED = "Base+MLP;InProgress;White[4];wG1;bS1 wG1-;wQ -wG1;bQ bS1-;wB1 \\wQ;bP bQ-"


@pytest.fixture
def fake_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that draws every board as a red rectangle."""

    def svg_to_bytes(svg_string: str) -> bytes:
        assert svg_string.startswith("<svg")
        out = io.BytesIO()
        Image.new("RGBA", (100, 50), (255, 0, 0, 255)).save(out, "PNG")
        return out.getvalue()

    monkeypatch.setitem(sys.modules, "resvg_py", SimpleNamespace(svg_to_bytes=svg_to_bytes))


def quietly(check: Callable[[], object]) -> None:
    """Run a check that warns of observations which are dictionaries."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check()


def play(environment: GameEnv, seed: int = 0) -> None:
    """Play random legal actions to the end."""
    rng = Random(seed)
    while not environment.episode.over:
        observation, *_ = environment.last()
        environment.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))


def begun(game: str, **settings: Any) -> GameEnv:
    environment = GameEnv(game, **settings)
    environment.reset()
    return environment


@pytest.mark.parametrize("settings", SETTINGS)
def test_pettingzoo_api(settings: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    quietly(lambda: api_test(env(**settings), num_cycles=20))
    assert "Passed API test" in capsys.readouterr().out
    quietly(lambda: seed_test(lambda: env(**settings), num_cycles=20))


@pytest.mark.parametrize("settings", SETTINGS)
def test_gymnasium_checks(settings: dict[str, Any]) -> None:
    quietly(lambda: check_env(OneSideEnv(**settings, illegal="lose"), skip_render_check=True))


@pytest.mark.parametrize("settings", MORE_SETTINGS, ids=lambda each: " ".join(map(str, each.values())))
def test_every_setting_passes_both_checks(
    settings: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    quietly(lambda: api_test(env(**settings), num_cycles=20))
    assert "Passed API test" in capsys.readouterr().out
    quietly(lambda: check_env(OneSideEnv(**{**settings, "illegal": "lose"}), skip_render_check=True))


@pytest.mark.usefixtures("fake_pictures")
def test_registries() -> None:
    assert IDS == ("hexapoda/hive-v0", "hexapoda/hex-v0")
    for name in IDS:
        two_sides = pettingzoo.make("aec", name, max_plies=7)
        two_sides.reset()
        assert str(two_sides) == name
        one_side = gymnasium.make(f"hexapoda.train.registry:{name}", max_plies=7)
        observation, info = one_side.reset(seed=1)
        assert one_side.observation_space.contains(observation) and info["player"] in (0, 1)
    quietly(lambda: check_env(gymnasium.make(IDS[1], illegal="lose", render_mode="ansi").unwrapped))


def test_environments_are_vectorized() -> None:
    several = gymnasium.make_vec(IDS[1], num_envs=3, variant="3x3", opponent="random:seed=1", player=0)
    observation, _ = several.reset(seed=1)
    assert observation["observation"].shape == (3, 5, 3, 3)
    observation, reward, *_ = several.step(np.array([0, 4, 8]))
    assert observation["action_mask"].sum() == 21 and reward.tolist() == [0, 0, 0]
    several.close()


@pytest.mark.parametrize("seed", range(4))
def test_the_winner_gets_the_reward(seed: int) -> None:
    environment = begun("hex", variant="3x3", rules={"swap": "sides"})
    play(environment, seed)
    outcome = environment.episode.position.outcome()
    assert outcome is not None and outcome.winner is not None
    assert environment.rewards == {AGENTS[outcome.winner]: 1, AGENTS[1 - outcome.winner]: -1}
    assert environment.terminations == dict.fromkeys(AGENTS, True)
    assert environment.truncations == dict.fromkeys(AGENTS, False)
    for agent in AGENTS:
        assert environment.infos[agent]["reason"] == "edges joined"
        assert not environment.observe(agent)["action_mask"].any()
    seen = []
    while environment.agents:
        agent = environment.agent_selection
        seen.append((agent, environment.last()[1]))
        environment.step(None)
    assert dict(seen) == {AGENTS[outcome.winner]: 1, AGENTS[1 - outcome.winner]: -1}


def test_a_swap_of_sides_keeps_the_agents() -> None:
    environment = begun("hex", variant="3x3", rules={"swap": "sides"})
    environment.step(4)
    environment.step(9)
    assert environment.agent_selection == AGENTS[0]
    assert environment.observe(AGENTS[0])["observation"][1, 1, 1] == 1, "the stone belongs to the opponent"


def test_a_draw_has_no_reward() -> None:
    environment = begun("hive", rules={"opening": "free"})
    position: Any = environment.episode.position
    for text in ("wQ", "bQ wQ-"):
        environment.step(environment.settings.layout.number(position, position.parse_move(text)))
    while not environment.episode.over:
        queen = Piece(f"{'wb'[position.turn]}Q")
        environment.step(environment.settings.layout.number(position, position.moves_of(queen)[0]))
    assert environment.rewards == {"player_0": 0, "player_1": 0}
    assert environment.infos["player_0"]["reason"] == "third occurrence of a position"
    assert environment.terminations["player_0"] and not environment.truncations["player_0"]


def test_a_long_game_is_truncated() -> None:
    environment = begun("hive", max_plies=6)
    play(environment)
    assert environment.episode.plies == 6
    assert environment.truncations == dict.fromkeys(AGENTS, True)
    assert environment.terminations == dict.fromkeys(AGENTS, False)
    assert environment.rewards == dict.fromkeys(AGENTS, 0)
    assert environment.infos["player_0"]["reason"] == "too long"
    last = begun("hex", variant="1x1", max_plies=1)
    last.step(0)
    assert last.terminations["player_0"] and not last.truncations["player_0"], "the game was over in time"


def test_masks_are_in_observations_and_infos() -> None:
    environment = begun("hive")
    for _ in range(5):
        mover = environment.agent_selection
        other = AGENTS[1 - AGENTS.index(mover)]
        mask = environment.observe(mover)["action_mask"]
        assert mask.sum() == len(environment.episode.position.legal_moves)
        assert np.array_equal(mask, environment.infos[mover]["action_mask"])
        assert not environment.observe(other)["action_mask"].any()
        assert not environment.infos[other]["action_mask"].any()
        mask[:] = 1  # what an agent does to its array changes nothing
        environment.step(int(np.flatnonzero(environment.observe(mover)["action_mask"])[0]))


def test_players_see_the_same_position_from_two_sides() -> None:
    environment = begun("hex", variant="3x3")
    environment.step(0)
    first, second = (environment.observe(agent)["observation"] for agent in AGENTS)
    assert first[:, 0, 0].tolist() == [1, 0, 1, 0, 0] and second[:, 0, 0].tolist() == [0, 1, 0, 1, 0]


def test_an_illegal_action_changes_nothing() -> None:
    environment = begun("hex", variant="3x3")
    environment.step(4)
    for wrong, error in ((4, IllegalMoveError), (9, UsageError), ("c2", UsageError), (None, UsageError)):
        with pytest.raises(error):
            environment.step(wrong)
    assert environment.episode.plies == 1 and environment.agent_selection == "player_1"


@pytest.mark.parametrize(
    "encodings", [{"observation": "tokens", "actions": "cells:window=5"}, {"observation": "planes:window=5"}]
)
def test_a_game_that_outgrows_the_window_is_cut(encodings: dict[str, Any]) -> None:
    """The batch environment cuts the same games in the same ply, and shows the same."""
    for seed in range(4):
        environment = begun("hive", **encodings)
        batch = BatchEnv("hive", 1, auto_reset=False, seed=seed, **encodings)
        assert batch.observations is not None
        while not environment.episode.over:
            action = batch.sample()
            batch.step(action)
            environment.step(int(action[0]))
            seen = environment.last()[0]
            assert (seen["observation"] == batch.observations[0]).all()
        assert batch.truncated.all() and environment.episode.truncated and not environment.episode.terminated
        assert environment.truncations == dict.fromkeys(AGENTS, True) and batch.plies[0] < 8
        assert environment.infos["player_1"]["reason"] == "too large"
        assert not seen["action_mask"].any() and environment.rewards == dict.fromkeys(AGENTS, 0)
    with pytest.raises(UsageError, match="a window of 7 holds it"):
        environment.reset(options={"position": "Base White[3] - wS1@-2,0 wQ@-1,0 bS1@0,0 bQ@1,0 bA1@2,0"})


def test_one_side_is_cut_by_either_player() -> None:
    """The game ends in a step of the learner, whoever outgrew the window."""
    plies = set()
    for seed in range(12):
        game = OneSideEnv("hive", observation="planes:window=7", opponent="random", player=0)
        observation, _ = game.reset(seed=seed)
        truncated, choose = False, Random(seed)
        while not truncated:
            action = choose.choice(np.flatnonzero(observation["action_mask"]).tolist())
            observation, reward, terminated, truncated, info = game.step(action)
            assert (reward, terminated) == (0, False)
        plies.add(info["ply"] % 2)
        game.close()
    assert plies == {0, 1}


@pytest.mark.usefixtures("fake_pictures")
def test_action_masks_and_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    game = OneSideEnv("hex", variant="3x3", player=1)
    observation, _ = game.reset(seed=1)
    masks = game.action_masks()
    assert masks.dtype == np.bool_ and masks.tolist() == observation["action_mask"].astype(bool).tolist()
    for drawn in (OneSideEnv("hex", render_mode="rgb_array"), GameEnv("hive", render_mode="rgb_array")):
        drawn.reset()
        pixels = drawn.render()
        assert (pixels.shape, pixels.dtype) == ((512, 512, 3), np.uint8)
        assert pixels[256, 256].tolist() == [255, 0, 0] and pixels[256, 205].tolist() == [255, 255, 255]
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(UsageError, match=r"hexapoda\[pictures\]"):
        OneSideEnv("hex", render_mode="rgb_array")


if importlib.util.find_spec("resvg_py") is not None:  # not one of the tools of this repository

    def test_the_real_pictures() -> None:
        game = begun("hive", render_mode="rgb_array")
        empty = game.render()
        game.step(int(np.flatnonzero(game.last()[0]["action_mask"])[0]))
        assert (game.render() != empty).any()


def test_an_illegal_action_may_lose() -> None:
    environment = begun("hex", variant="3x3", illegal="lose")
    environment.step(4)
    environment.step(4)
    assert environment.rewards == {"player_0": 1, "player_1": -1}
    assert environment.infos["player_0"]["reason"] == "illegal action" and environment.episode.terminated


def test_a_game_can_begin_anywhere() -> None:
    environment = GameEnv("hive", variant="Base+MLP", render_mode="ansi")
    environment.reset(options={"position": STARTED})
    assert environment.agent_selection == "player_0" and environment.episode.position.ply == 6
    assert "wB1" in str(environment.render())
    hex_env = GameEnv("hex", variant="3x3")
    hex_env.reset(options={"position": "3x3 black=b2"})
    assert hex_env.agent_selection == "player_1" and hex_env.render() is None
    for text, message in (("5x5", "the variant of the position is 5x5: expected 3x3"), ("3x3 what", "what")):
        with pytest.raises(HexapodaError, match=message):
            hex_env.reset(options={"position": text})
    options: Any
    for options, message in (
        (["position"], "options must be a dictionary, not"),
        ({"position": 5}, "the option 'position' must be a string, not 5"),
    ):
        with pytest.raises(UsageError, match=message):
            hex_env.reset(options=options)
    with pytest.raises(UsageError, match="the game is already over in"):
        hex_env.reset(options={"position": "3x3 black=a1,a2,a3 white=b1,b2"})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"game": "chess"}, "no game is called 'chess': expected hive or hex"),
        ({"game": "hex", "variant": "40x40"}, "unknown board '40x40'"),
        (
            {"game": "hex", "rules": {"swap": "yes"}},
            "rule 'swap' must be one of off, pieces, sides, not 'yes'",
        ),
        ({"game": "hex", "observation": "tokens"}, "no observation of Hex is called 'tokens'"),
        ({"game": "hive", "actions": "uhp"}, "no action layout of Hive is called 'uhp'"),
        ({"game": "hex", "max_plies": 0}, r"max_plies must be an integer from 1 to 1073741824, not 0"),
        ({"game": "hex", "illegal": "ignore"}, "illegal must be 'error' or 'lose', not 'ignore'"),
        ({"game": "hex", "render_mode": "human"}, "no render mode is called 'human': expected ansi"),
        ({"game": 3}, "game must be a string, not 3"),
        ({"game": "hex", "variant": 5}, "variant must be a string, not 5"),
        ({"game": "hex", "observation": 7}, "observation must be a string, not 7"),
        ({"game": "hex", "rules": ["swap"]}, "rules must be a dictionary such as"),
        ({"game": "hex", "size": 5}, "no setting is called 'size': expected one of variant, rules"),
    ],
)
@pytest.mark.parametrize("make", [GameEnv, OneSideEnv])
def test_wrong_settings(make: Callable[..., object], settings: dict[str, Any], message: str) -> None:
    with pytest.raises(HexapodaError, match=message):
        make(**settings)


def test_use_before_reset() -> None:
    for environment in (GameEnv("hex"), OneSideEnv("hex")):
        with pytest.raises(UsageError, match=r"no game has begun: call reset\(\) first"):
            assert environment.episode is None
    environment = begun("hex")
    environment.close()
    for closed in (environment, GameEnv("hex")):
        with pytest.raises(UsageError, match="no game has begun"):
            closed.step(0)


def test_unknown_agents() -> None:
    environment = begun("hex")
    with pytest.raises(UsageError, match="no agent is called 'player_2': expected player_0 or player_1"):
        environment.observe("player_2")


def game_against(seed: int, **settings: Any) -> list[tuple[int, float]]:
    """The actions and rewards of a game of the lowest legal actions."""
    environment = OneSideEnv("hex", variant="4x4", **settings)
    observation, _ = environment.reset(seed=seed)
    played, over = [], False
    while not over:
        action = int(np.flatnonzero(observation["action_mask"])[0])
        observation, reward, over, truncated, _ = environment.step(action)
        assert not truncated
        played.append((action, reward))
    environment.close()
    return played


def test_seeds_of_the_opponent() -> None:
    games = [game_against(seed, player=1) for seed in range(6)]
    assert games == [game_against(seed, player=1) for seed in range(6)]
    assert len({tuple(game) for game in games}) > 3
    assert all(reward == 0 for game in games for _, reward in game[:-1])
    assert {game[-1][1] for game in games} <= {-1.0, 1.0}
    fixed = [game_against(seed, player=1, opponent="random:seed=5") for seed in range(3)]
    assert fixed[0] == fixed[1] == fixed[2]


def test_sides() -> None:
    environment = OneSideEnv("hex", variant="4x4")
    sides = [environment.reset(seed=seed)[1]["player"] for seed in range(12)]
    assert set(sides) == {0, 1}
    environment = OneSideEnv("hex", variant="4x4", player=1)
    observation, info = environment.reset(seed=3)
    assert (info["ply"], info["player"]) == (1, 1) and observation["action_mask"].sum() == 15
    assert observation["observation"][1].sum() == 1, "the stone of the opponent"


@pytest.mark.parametrize(
    ("game", "opponent"), [("hive", "alphabeta:level=1,nodes=50"), ("hex", "rave:level=1,nodes=20,seed=1")]
)
def test_engines_with_limits(game: str, opponent: str) -> None:
    environment = OneSideEnv(game, opponent=opponent, player=1, render_mode="ansi")
    assert environment.opponent.limit.nodes == int(opponent.partition("nodes=")[2].partition(",")[0])
    _, info = environment.reset(seed=1)
    assert info["ply"] == 1
    environment.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert environment.episode.position.ply == 3 and str(environment.render()).strip()
    environment.close()


def test_wrong_opponents() -> None:
    with pytest.raises(UnknownEngineError, match="no hex engine is called 'ravel': did you mean 'rave'"):
        OneSideEnv("hex", opponent="ravel")
    with pytest.raises(UsageError, match="time, nodes or depth, not clock"):
        OneSideEnv("hex", opponent="rave:clock=5")
    with pytest.raises(UsageError, match="nodes must be a number, not 'many'"):
        OneSideEnv("hex", opponent="rave:nodes=many")
    with pytest.raises(UsageError, match="player must be 0, 1 or None, not 2"):
        OneSideEnv("hex", player=2)


def bot(folder: Path, search: str) -> str:
    """An opponent whose `search` has these lines."""
    lines = "\n".join(f"        {line}" for line in search.splitlines())
    (folder / "bot.py").write_text(
        "import time\n"
        "from hexapoda.engine import Engine, SearchResult\n"
        "from hexapoda.errors import EngineResigned\n"
        "class Bot(Engine):\n"
        "    name = 'bot'\n"
        f"    def search(self, position, limit, on_info=None):\n{lines}\n"
    )
    return f"{folder / 'bot.py'}:Bot"


def test_an_opponent_may_resign(tmp_path: Path) -> None:
    environment = OneSideEnv("hex", opponent=bot(tmp_path, "raise EngineResigned('enough')"), player=0)
    environment.reset(seed=0)
    _, reward, terminated, truncated, info = environment.step(0)
    assert (reward, terminated, truncated, info["reason"]) == (1.0, True, False, "resignation")


def test_an_opponent_that_ignores_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_opponent, "ANSWER_GRACE", 0.05)
    monkeypatch.setattr(running_search, "STOP_GRACE", 0.05)
    opponent = bot(tmp_path, "time.sleep(2)\nreturn SearchResult(position.legal_moves[0])")
    environment = OneSideEnv("hex", opponent=f"{opponent}:time=0.05", player=0)
    environment.reset(seed=0)
    with pytest.raises(EngineStalled, match="ignores the stop"):
        environment.step(0)


def test_after_an_opponent_has_failed_a_game_must_begin_anew(tmp_path: Path) -> None:
    environment = OneSideEnv("hex", opponent=bot(tmp_path, "raise ValueError('no')"), player=0)
    environment.reset(seed=0)
    with pytest.raises(EngineError):
        environment.step(0)
    with pytest.raises(UsageError, match=r"reset\(\)"):
        environment.step(1)  # it would be a stone of the opponent


def test_one_side_ends() -> None:
    environment = OneSideEnv("hex", variant="3x3", illegal="lose", player=0)
    environment.reset(seed=0)
    assert environment.step(4)[1:4] == (0.0, False, False)
    _, reward, terminated, truncated, info = environment.step(4)
    assert (reward, terminated, truncated, info["reason"]) == (-1.0, True, False, "illegal action")
    with pytest.raises(UsageError, match=r"the game is over \(illegal action\): call reset"):
        environment.step(0)


def test_a_game_without_encodings_says_so(game_of_y: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME_OF_Y), "encodings", None)
    with pytest.raises(
        UsageError, match="'y' has no observations or action numbers, so it has no environments"
    ):
        EpisodeSettings.of("y")


@pytest.mark.parametrize(
    ("missing", "module"),
    [
        *(("gymnasium", module) for module in ("playing", "one_side", "aec", "registry")),
        *(("pettingzoo", module) for module in ("aec", "registry")),
    ],
)
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, missing: str, module: str) -> None:
    for name in [name for name in sys.modules if name == missing or name.startswith(f"{missing}.")]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, f"hexapoda.train.{module}", raising=False)
    monkeypatch.delitem(sys.modules, "hexapoda.train.playing", raising=False)
    with pytest.raises(UsageError, match=r"need .*: pip install 'hexapoda\[envs\]'"):
        importlib.import_module(f"hexapoda.train.{module}")
