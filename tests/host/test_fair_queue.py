"""The order of what waits, and how much of it may."""

from __future__ import annotations

import pytest

from hexapoda.errors import QueueFull
from hexapoda.host.fair_queue import FairQueue

Item = tuple[str, int, int]
"""A client, an urgency, a number."""


def queue(items: str = "", **bounds: int) -> FairQueue[Item]:
    """A queue with items such as `a0 b1`: a client and an urgency."""
    made: FairQueue[Item] = FairQueue(lambda item: item[0], lambda item: item[1], **bounds)
    for number, text in enumerate(items.split()):
        made.push((text[0], int(text[1:]), number))
    return made


def order(waiting: FairQueue[Item]) -> str:
    found = []
    while (item := waiting.pop()) is not None:
        found.append(f"{item[0]}{item[1]}.{item[2]}")
    return " ".join(found)


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ("", ""),
        ("a0 a0 a0", "a0.0 a0.1 a0.2"),
        ("a0 a0 a0 a0 b0", "a0.0 b0.4 a0.1 a0.2 a0.3"),
        ("a0 a0 a0 b0 b0 c0", "a0.0 b0.3 c0.5 a0.1 b0.4 a0.2"),
        ("a2 a2 b1 a0", "a0.3 b1.2 a2.0 a2.1"),
        ("a1 a1 b1 a0 b0", "a0.3 b0.4 a1.0 b1.2 a1.1"),
    ],
)
def test_turns_go_round(items: str, expected: str) -> None:
    waiting = queue(items)
    assert " ".join(f"{client}{urgency}.{number}" for client, urgency, number in waiting) == expected
    assert order(waiting) == expected and len(waiting) == 0


def named(items: str) -> FairQueue[tuple[str, str]]:
    """A queue with items such as `x.a1`: item 1 of client `a` in the group `x`."""
    made: FairQueue[tuple[str, str]] = FairQueue(lambda item: item[0], lambda item: 0, each=4)
    for text in items.split():
        group, _, name = text.partition(".")
        made.push((f"{group} {name[0]}", name))
    return made


def test_turns_go_round_in_a_group_that_has_those_of_one_client() -> None:
    waiting = named("x.a1 x.a2 x.b1 x.c1 y.d1 y.d2")
    assert [name for _, name in waiting] == ["a1", "d1", "b1", "d2", "c1", "a2"]


def test_one_that_comes_again_has_no_advantage_in_its_group() -> None:
    waiting = named("x.b1 x.b2 x.b3 x.a1")
    served = []
    for _ in range(4):
        item = waiting.pop()
        assert item is not None
        served.append(item[1][0])
        if item[1] == "a1":
            waiting.push(item)
    assert served == ["b", "a", "b", "a"]


def test_a_group_has_the_bound_of_one_client() -> None:
    waiting = named("x.a1 x.b1 x.c1 x.d1")
    with pytest.raises(QueueFull):
        waiting.check("x e")
    waiting.check("y e")


def test_a_client_that_comes_again_has_no_advantage() -> None:
    """One that always has a single item waiting would else come before one that has many."""
    waiting = queue("b0 b0 b0 a0")
    served = []
    for number in range(10, 14):
        item = waiting.pop()
        assert item is not None
        served.append(item[0])
        if item[0] == "a":
            waiting.push(("a", 0, number))
    assert served == ["b", "a", "b", "a"]


def test_only_those_who_may() -> None:
    waiting = queue("a0 a0 b1 c1")
    assert waiting.pop(lambda client: client != "a") == ("b", 1, 2)
    assert waiting.pop(lambda client: client == "x") is None
    assert order(waiting) == "a0.0 a0.1 c1.3"


def test_what_had_its_turn_in_vain_is_next() -> None:
    waiting = queue("a0 a0 b0 b0")
    item = waiting.pop()
    assert item is not None
    waiting.put_back(item)
    assert order(waiting) == "a0.0 b0.2 a0.1 b0.3"


def test_items_leave() -> None:
    waiting = queue("a0 b0 a0")
    assert ("a", 0, 2) in waiting and waiting.remove(("a", 0, 2)) and not waiting.remove(("a", 0, 2))
    assert waiting.clear() == [("a", 0, 0), ("b", 0, 1)] and not len(waiting)


@pytest.mark.parametrize(("client", "own"), [("a", True), ("b", None), ("c", None)])
def test_a_client_has_a_bound(client: str, own: bool | None) -> None:
    waiting = queue("a0 a0 b0", each=2)
    if own is None:
        waiting.check(client)
        return
    with pytest.raises(QueueFull, match="2 jobs of one client") as refused:
        waiting.check(client)
    assert refused.value.own


def test_all_have_a_bound() -> None:
    waiting = queue("a0 b0 c0", each=2, most=3)
    with pytest.raises(QueueFull, match="3 jobs are already waiting") as refused:
        waiting.check("d")
    assert not refused.value.own
