from __future__ import annotations

import json
from typing import Any

import pytest

from hexapoda.arena.adjudication import Adjudication
from hexapoda.arena.pairing import Opening, derive_seed
from hexapoda.arena.settings import MatchSettings, SprtSettings
from hexapoda.clock import TimeControl
from hexapoda.errors import InvalidGameError, UsageError
from tests.arena.settings import small

OPENINGS = tuple(Opening((f"opening {number}",)) for number in range(3))


def test_a_pair_is_one_opening_with_both_colors() -> None:
    settings = small(games=10, openings=OPENINGS)
    games = [settings.pairing(number) for number in range(settings.total)]
    assert [game.players for game in games] == [(0, 1), (1, 0)] * 5
    assert [game.opening for game in games] == [OPENINGS[pair % 3] for pair in range(5) for _ in (0, 1)]
    assert len({seed for game in games for seed in game.seeds}) == 20


def test_everybody_meets_everybody_with_every_opening() -> None:
    settings = small("a", "b", "c", games=4, format="round-robin", openings=OPENINGS)
    games = [settings.pairing(number) for number in range(settings.total)]
    assert settings.total == 12
    for one, other in ((0, 1), (0, 2), (1, 2)):
        met = [game for game in games if set(game.players) == {one, other}]
        assert [game.players for game in met] == [(one, other), (other, one)] * 2
        assert [game.opening for game in met] == [OPENINGS[0], OPENINGS[0], OPENINGS[1], OPENINGS[1]]


def test_in_a_gauntlet_the_first_meets_the_others() -> None:
    settings = small("a", "b", "c", "d", games=2, format="gauntlet")
    assert {frozenset(settings.pairing(number).players) for number in range(settings.total)} == {
        frozenset((0, 1)),
        frozenset((0, 2)),
        frozenset((0, 3)),
    }
    assert settings.total == 6


def test_odd_numbers_of_games_become_pairs() -> None:
    assert small(games=3).total == 4
    assert small("a", "b", "c", games=1, format="round-robin").total == 6


def test_seeds_are_the_same_everywhere() -> None:
    assert derive_seed(1, 2) == 1822214455
    assert derive_seed(1, 2) != derive_seed(12) != derive_seed(2, 1)


def test_engines_that_are_alike_have_names_of_their_own() -> None:
    assert small("greedy", "greedy").names == ("greedy", "greedy (2)")
    assert small("a", "a", "a (2)", format="gauntlet").names == ("a", "a (2)", "a (2) (2)")


def test_json_keeps_everything() -> None:
    settings = MatchSettings(
        engines=("random", "greedy:seed=3"),
        control=TimeControl(base=5, increment=0.5),
        games=8,
        variant="Base+MLP",
        rules=(("opening", "free"),),
        openings=(Opening(("wS1", "bS1 wS1-")), Opening(start="a position", moves=("x",))),
        opening_source="file.txt",
        adjudication=Adjudication(resign_score=50, move_cap=100),
        concurrency=2,
        seed=77,
        sprt=SprtSettings(0, 5, model="logistic"),
        event="test",
        own_controls=(None, TimeControl(time=2)),
        margin=0.5,
        patience=4.0,
    )
    assert MatchSettings.from_json(json.loads(json.dumps(settings.to_json()))) == settings


def test_settings_of_older_matches() -> None:
    """They had the margin and the patience in the time control, and no settings that came later."""
    saved = small(margin=0.5).to_json()
    late = {"margin": saved.pop("margin"), "patience": saved.pop("patience")}
    del saved["ladder"], saved["own_controls"]
    assert MatchSettings.from_json(saved | {"control": saved["control"] | late}) == small(margin=0.5)


@pytest.mark.parametrize("change", [{"version": 2}, {"control": {}}, {"engines": 3}, {"sprt": {"elo": 1}}])
def test_damaged_settings_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(InvalidGameError, match="not the settings of a match"):
        MatchSettings.from_json(small().to_json() | change)


@pytest.mark.parametrize(
    "wrong",
    [
        {"engines": ("a",)},
        {"engines": ("a", "b", "c")},
        {"format": "swiss"},
        {"games": 0},
        {"concurrency": 0},
        {"margin": -1.0},
        {"patience": 0.0},
        {"control": TimeControl()},
        {"engines": ("a", "b", "c"), "format": "gauntlet", "sprt": SprtSettings(0, 1)},
    ],
)
def test_matches_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        MatchSettings(**{"engines": ("a", "b"), "control": TimeControl(nodes=1), **wrong})


def test_sprt_bounds_rise() -> None:
    with pytest.raises(UsageError):
        SprtSettings(5, 5)
