import pytest

from hexapoda.arena.clock import Clock, TimeControl, parse_clock
from hexapoda.engine import Limit
from hexapoda.errors import EngineTimeout, UsageError


def test_fixed_limits_are_handed_on() -> None:
    clock = Clock(TimeControl(time=2.5, depth=7, nodes=100))
    assert clock.limit(0) == Limit(2.5, 7, 100)
    assert clock.allowed(1) == 2.5
    assert Clock(TimeControl(nodes=4)).allowed(0) is None


def test_a_clock_is_shared_out_and_gains_its_increment() -> None:
    clock = Clock(TimeControl(base=60, increment=1))
    first = clock.limit(0).time
    assert first == pytest.approx(60 / 30 + 0.8)
    clock.spend(0, 10.0)
    assert clock.left(0) == pytest.approx(51.0)
    assert clock.left(1) == 60
    assert clock.limit(0).time == pytest.approx(51 / 29 + 0.8)


def test_a_clock_lasts_for_a_long_game_when_the_shares_are_used_up() -> None:
    clock = Clock(TimeControl(base=10, increment=0.1, margin=0))
    for _ in range(200):
        time = clock.limit(0).time
        assert time is not None
        assert 0 < time <= (clock.left(0) or 0)
        clock.spend(0, time)


def test_the_last_moments_are_never_nothing() -> None:
    clock = Clock(TimeControl(base=1, margin=0.5))
    clock.spend(0, 1.0)
    assert clock.left(0) == 0
    assert clock.limit(0).time == 0.01
    assert clock.limit(0, shortest=1.0).time == 1.0


@pytest.mark.parametrize(("seconds", "late"), [(1.1, False), (1.19, False), (1.21, True)])
def test_the_margin_decides_what_is_too_late(seconds: float, late: bool) -> None:
    for control in (TimeControl(time=1.0, margin=0.2), TimeControl(base=1.0, margin=0.2)):
        clock = Clock(control)
        if late:
            with pytest.raises(EngineTimeout, match=r"1\.210 s"):
                clock.spend(1, seconds)
        else:
            clock.spend(1, seconds)


@pytest.mark.parametrize(
    ("text", "expected"), [("60+1", (60, 1)), ("60", (60, 0)), ("0.5+0.05", (0.5, 0.05)), (" 5+0 ", (5, 0))]
)
def test_clock_texts(text: str, expected: tuple[float, float]) -> None:
    assert parse_clock(text) == expected


@pytest.mark.parametrize("text", ["", "+1", "60+", "60s", "1:30", "-5", "60+1+2", "inf"])
def test_texts_that_are_no_clock(text: str) -> None:
    with pytest.raises(UsageError, match="BASE"):
        parse_clock(text)


@pytest.mark.parametrize(
    "values",
    [
        {"time": 1.0, "base": 5.0},
        {"base": 0.0},
        {"nodes": 1, "margin": -1.0},
        {"nodes": 1, "patience": 0.0},
        {"time": float("nan")},
        {"base": float("inf")},
        {"depth": 0},
    ],
)
def test_controls_that_make_no_sense(values: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        TimeControl(**values)  # type: ignore[arg-type]


def test_json_keeps_everything() -> None:
    control = TimeControl(nodes=3, base=1.5, increment=0.25, margin=0.5, patience=4.0)
    assert TimeControl.from_json(control.to_json()) == control


def test_both_players_may_have_their_own_clock() -> None:
    clock = Clock(TimeControl(base=10.0, increment=1.0), TimeControl(time=0.5, nodes=7))
    assert clock.limit(0).clock == 10.0 and clock.limit(0).nodes is None
    assert clock.limit(1) == Limit(time=0.5, nodes=7)
    clock.spend(0, 2.0)
    clock.spend(1, 0.4)
    assert (clock.left(0), clock.left(1)) == (9.0, None)
    with pytest.raises(EngineTimeout):
        clock.spend(1, 0.8)


def test_bounds_as_texts() -> None:
    common = TimeControl(time=1.0, margin=0.7, patience=9.0)
    own = common.with_bounds({"clock": "60+0.5", "nodes": "100"})
    assert own == TimeControl(nodes=100, base=60.0, increment=0.5, margin=0.7, patience=9.0)
    assert own.values == "nodes=100,clock=60+0.5"
    assert common.values == "time=1" and not TimeControl().bounded
